"""Computer players: each gets a view and its choices, never a state."""

from engines.agents.by_name import agent
from engines.agents.selfplay import play_out

__all__ = ["agent", "play_out"]
