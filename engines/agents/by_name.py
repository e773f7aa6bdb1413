"""Computer players by their names."""

from __future__ import annotations

from engines import catalog
from engines.core import Agent, Unreadable


def agent(name: str, game: str) -> Agent:
    """Return the computer player called `name` for a game; raise Unreadable."""
    known = catalog.computers(game)
    if name not in known:
        raise Unreadable(f"no computer player of {game} is called {name!r}; there are: {', '.join(known)}")
    return known[name]()
