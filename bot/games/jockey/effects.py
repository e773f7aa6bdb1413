"""What a jockey card would do, and why it may do less than it says."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

from engines.jockey.actions import Card, Play
from engines.jockey.cards import Chase, Position, Third, Triple, faces
from engines.jockey.view import View

faces_of = lru_cache(maxsize=16)(faces)
"""What each card says, by the horses of an edition."""


class Held(StrEnum):
    """What holds a horse back from all that a card says."""

    BEHIND = "behind"
    """The card has to leave it so far behind the leader."""
    AHEAD = "ahead"
    """The card may not take it farther past the leader."""
    LEAD = "lead"
    """The card moves only a horse that is alone in front."""
    POSITION = "position"
    """No horse is in the card's position."""
    HOME = "home"
    """The card's horse has finished."""


def effect(view: View, play: Play) -> tuple[str | None, int, int]:
    """Foresee what a card would do: the horse it moves, from which square to which; None if it moves none."""
    face = faces_of(view.horses)[play.card]
    valid = [horse for horse in face.horses(view.places) if view.places[horse] <= view.squares]
    named = [horse for horse in valid if play.horse in {None, view.horses[horse]}]
    if len(named) != 1:
        return None, 0, 0
    (horse,) = named
    return view.horses[horse], view.places[horse], face.reach(view.places, horse, view.squares)


def held_by(view: View, card: Card, squares: int) -> Held | None:
    """Say why a card took, or would take, a horse no more than so many squares; None: it did all that it says."""
    face = faces_of(view.horses)[card]
    match face:
        case Triple():
            return None if squares else Held.LEAD
        case Chase() if squares and squares < face.steps:
            return Held.BEHIND
        case Third() if squares and squares < face.steps:
            return Held.AHEAD
        case _ if squares:
            return None
        case Position():
            return Held.POSITION
        case Chase() if view.horses[face.horse] not in view.home:
            return Held.BEHIND
    return Held.HOME
