"""Where the pictures of each game come from, for `paddock render`: one entry a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any, TypeAlias

from bot.games.jockey.words import spoken as jockey
from bot.games.jumpyjack.words import spoken as jumpyjack
from bot.games.newmarket.words import spoken as newmarket
from bot.games.sulkydrom.words import spoken as sulkydrom
from bot.games.turfe.words import spoken as turfe
from bot.texts import Texts

View: TypeAlias = Any
"""A view of any game."""


def settled_race(view: View) -> int | None:
    """Return the number of the race that was settled last, None before the first."""
    return view.result.race if view.result else None


def settled_deal(view: View) -> int | None:
    """Return the number of the deal that was settled last, None before the first."""
    return view.result.deal if view.result else None


def has_left_start(view: View) -> bool:
    """Tell whether a horse is further on than the start."""
    return any(place is None or place.space > 0 for place in view.places)


@dataclass(frozen=True)
class Album:
    """One game's pictures: a package with `board`, `result`, `final` and `replay`, and how to tell when."""

    package: str
    """Imported when it is first needed."""
    words: Callable[[Texts], Any]
    """The words in the pictures, of all the sentences of a language."""
    settled: Callable[[View], int | None] = settled_race
    """The number of the race settled last: a result is due when it changes."""
    is_moving: Callable[[View], bool] = lambda view: view.last is not None
    """Whether something has been played that a replay can show."""

    @property
    def pictures(self) -> ModuleType:
        """The package that draws."""
        return import_module(self.package)


ALBUMS: dict[str, Album] = {
    "jockey": Album("render.jockey", lambda t: jockey(t).words),
    "turfe": Album("render.turfe", lambda t: turfe(t).words),
    "newmarket": Album(
        "render.newmarket",
        lambda t: newmarket(t).words,
        settled=settled_deal,
        is_moving=lambda view: bool(view.plays),
    ),
    "jumpyjack": Album("render.jumpyjack", lambda t: jumpyjack(t).words),
    "sulkydrom": Album("render.sulkydrom", lambda t: sulkydrom(t).words, is_moving=has_left_start),
}
"""By the game's key."""
