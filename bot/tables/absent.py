"""Tables of a game that is not here: its distribution was taken away, or cannot be loaded.

Nothing of such a table is lost. One that runs rests, with its stakes and its clocks, until the game is back or somebody
who manages the server cancels it; one that is over keeps its log.
"""

from __future__ import annotations

from functools import cache

from bot.tables.refusals import Absent
from engines import catalog
from engines.core import Unreadable


@cache
def is_here(game: str) -> bool:
    """Whether the program has the rules of a game; what is installed does not change while it runs."""
    try:
        catalog.rules_of(game)
    except Unreadable:
        return False
    return True


def present() -> tuple[str, ...]:
    """Return the key of every game that is here."""
    return tuple([key for key in catalog.all_keys() if is_here(key)])


def require_here(game: str) -> None:
    """Refuse, with `Absent`, what takes the rules of a game that is not here."""
    if not is_here(game):
        raise Absent
