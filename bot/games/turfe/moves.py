"""What the cards of a Turfe desk would do: the horse a card moves, and where that may end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from bot.games.turfe.english import TurfeTexts
from engines.turfe.actions import Card, Horse, Play, Spot
from engines.turfe.course import Course
from engines.turfe.edition import faces
from engines.turfe.view import View

course_of = lru_cache(maxsize=8)(Course)
"""The course with so many lanes of such a length."""

faces_of = lru_cache(maxsize=8)(faces)
"""What each card says, by the horses of an edition."""


class Move(NamedTuple):
    """A card for one horse: the ends it may choose among, all level and lane by lane; none if it stays."""

    card: Card
    horse: Horse
    aside: bool
    """Whether it is the card laid aside."""
    ends: tuple[Spot, ...]

    @property
    def has_choice(self) -> bool:
        """Whether a lane is to be chosen."""
        return len(self.ends) > 1


def moves_of(plays: Iterable[Play]) -> list[Move]:
    """Gather the plays that differ in their ends only, in the order in which the rules list them."""
    return [
        Move(card, horse, aside, tuple(play.to for play in same if play.to is not None))
        for (card, horse, aside), same in groupby(plays, lambda play: (play.card, play.horse, play.aside))
    ]


def flipped_moves(view: View) -> list[Move]:
    """Return the moves of the card turned over, as everyone can work them out; none without one."""
    if view.flipped is None:
        return []
    number, steps = faces_of(view.horses)[view.flipped]
    running = [horse for horse in view.horses if horse not in view.home]
    valid = running if number is None else [view.horses[number]]
    return [Move(view.flipped, horse, False, _ends(view, horse, steps)) for horse in valid]


def _ends(view: View, horse: Horse, steps: int) -> tuple[Spot, ...]:
    course = course_of(len(view.horses), view.length)
    cells = tuple(cell for cell in map(course.cell, view.places) if cell is not None)
    return tuple(course.spots[cell] for cell in course.ends(cells, view.horses.index(horse), steps))


# --------------------------------------------------------------------------------------- how they are told


def is_for_any(view: View, card: Card) -> bool:
    """Tell whether a card moves any horse."""
    return faces_of(view.horses)[card].horse is None


def place_of(view: View, horse: Horse) -> Spot:
    """Return where a horse stands."""
    return view.places[view.horses.index(horse)]


def usual_end(view: View, move: Move) -> Spot | None:
    """Return where a horse goes unless another lane is chosen: straight on if it can; None: it stays."""
    lane = place_of(view, move.horse).lane
    return next((end for end in move.ends if end.lane == lane), next(iter(move.ends), None))


def facts(spot: Spot) -> tuple[int, int]:
    """Return the lane and the space of a spot, as sentences take them."""
    return spot.lane, spot.space


def move_label(view: View, move: Move, name: str, words: TurfeTexts) -> str:
    """Say what a move would do; `name` says which it is."""
    if not move.ends:
        return words.would_stay(name)
    if move.has_choice:
        return words.could_move(name, facts(place_of(view, move.horse)), move.ends[0].space)
    return end_label(view, move.horse, move.ends[0], name, words)


def end_label(view: View, horse: Horse, end: Spot, name: str, words: TurfeTexts) -> str:
    """Say where a horse would go."""
    to = None if end.space > view.length else facts(end)
    return words.would_move(name, facts(place_of(view, horse)), to)


def suits(view: View, cards: Sequence[Card]) -> list[tuple[Horse | None, list[Card]]]:
    """Sort cards by horse, in the order of the edition; None: those for any horse."""
    said = faces_of(view.horses)
    by_number = [
        (number, [card for card in cards if said[card].horse == number])
        for number in (*range(len(view.horses)), None)
    ]
    return [(None if number is None else view.horses[number], same) for number, same in by_number if same]
