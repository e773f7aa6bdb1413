"""The horses of a race as screens speak of them: their names, where they are, and how far they have to go."""

from __future__ import annotations

from functools import lru_cache

from bot.games.sulkydrom.english import SulkydromTexts
from engines.sulkydrom.course import AT_HOME, Course, Spot
from engines.sulkydrom.paths import Reach
from engines.sulkydrom.view import View


def named(view: View, seat: int, words: SulkydromTexts) -> str:
    """Name the horse of a seat, with its letter."""
    return words.horse(view.horses[seat], view.names[seat])


def owner_of(view: View, letter: str) -> int:
    """Return whose horse bears a letter."""
    return [str(horse) for horse in view.horses].index(letter)


def to_go(view: View, seat: int) -> int:
    """Return how many half lengths straight on the horse of a seat has before it; none at home."""
    place = view.places[seat]
    return 0 if place is None else view.lengths[place.lane - 1] + 1 - place.space


def spot_of(place: Spot | None) -> tuple[int, int] | None:
    """Return where a horse stands as texts take it."""
    return None if place is None else (place.lane, place.space)


def following(view: View) -> int | None:
    """Return the first of those who still drive on this card and can do something with it."""
    return next((seat for seat in view.waiting if view.allowances[seat]), None)


_course = lru_cache(maxsize=4)(Course)


def reach_of(view: View, seat: int) -> Reach:
    """Return what lies open to a horse that drives, as everyone can see it."""
    course = _course(view.course, len(view.lengths))
    cells = tuple([AT_HOME if place is None else course.cell(place) for place in view.places])
    return Reach(course, cells, seat, view.allowances[seat], view.lane_change)
