"""Computer players: each gets a view and its choices, never a state."""

from engines.agents.base import Agent
from engines.agents.register import AGENTS, agent
from engines.agents.selfplay import play_out

__all__ = ["AGENTS", "Agent", "agent", "play_out"]
