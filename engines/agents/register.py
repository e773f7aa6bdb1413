"""The computer players by name; who plays which game."""

from __future__ import annotations

from importlib import import_module

from engines.agents.base import Agent
from engines.core import Unreadable

AGENTS: dict[str, dict[str, str]] = {
    "jockey": {"random": "base.Random", "steady": "jockey.SteadyJockey"},
    "turfe": {"random": "base.Random", "steady": "turfe.SteadyTurfe"},
    "jumpyjack": {"random": "base.Random", "steady": "jumpyjack.SteadyJumpyJack"},
    "sulkydrom": {"random": "base.Random", "steady": "sulkydrom.SteadySulkydrom"},
    "newmarket": {"random": "base.Random", "steady": "newmarket.SteadyNewmarket"},
}
"""By game, then by name: the class in `engines.agents`, imported when somebody asks for it."""


def agent(name: str, game: str) -> Agent:
    """Return the computer player called `name` for a game; raise Unreadable."""
    known = AGENTS[game]
    if name not in known:
        raise Unreadable(f"no computer player of {game} is called {name!r}; there are: {', '.join(known)}")
    module, _, player = known[name].partition(".")
    made: Agent = getattr(import_module(f"engines.agents.{module}"), player)()
    return made
