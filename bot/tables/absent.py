"""Tables of a game that is not here: its distribution was taken away, cannot be loaded, or breaks over their log.

Nothing of such a table is lost. One that runs rests, with its stakes and its clocks, until the game is back or somebody
who manages the server cancels it; one that is over keeps its log.
"""

from __future__ import annotations

from collections.abc import Callable

from engines import catalog

IsHere = Callable[[str], bool]

_judges: list[IsHere] = [lambda game: game in catalog.all_keys()]


def judge_by(is_here: IsHere) -> None:
    """Have this process ask whether the game of a key can be played and shown; that does not change while it runs."""
    _judges[:] = [is_here]


def is_here(game: str) -> bool:
    """Whether the game of a key is here, as whoever made the tables tells."""
    return _judges[0](game)


def present() -> tuple[str, ...]:
    """Return the key of every game that is here."""
    return tuple([key for key in catalog.all_keys() if is_here(key)])
