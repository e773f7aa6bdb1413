"""What happens in Jumpy Jack, as the race log has it: `type` first, keys always in the same order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines.core import Event, Private, Public, Seat
from engines.jumpyjack.actions import Horse, Order


def race_started(race: int, first: Seat) -> Event:
    """A race opens; `first` moves first."""
    return Public({"type": "race_started", "race": race, "first": first})


def rolled(seat: Seat, value: int) -> Event:
    """The die is thrown for a seat."""
    return Public({"type": "rolled", "seat": seat, "value": value})


def predicted(seat: Seat) -> Event:
    """A seat has predicted; what, only its team is told."""
    return Public({"type": "predicted", "seat": seat})


def prediction_whispered(seat: Seat, order: Order, to: Iterable[Seat]) -> Event:
    """A captain shows the prediction to the team."""
    return Private({"type": "prediction_shown", "seat": seat, "order": list(order)}, to=to)


def moved(horse: Horse, start: int, end: int) -> Event:
    """A horse goes from square to square, in one stretch."""
    return Public({"type": "moved", "horse": horse, "from": start, "to": end})


def out(horse: Horse, place: int) -> Event:
    """A horse is eliminated, and takes the worst place still free."""
    return Public({"type": "out", "horse": horse, "place": place})


def restarted(horse: Horse) -> Event:
    """A horse has to go back to the start."""
    return Public({"type": "restarted", "horse": horse})


def finished(horse: Horse, place: int) -> Event:
    """A horse is home, or gets the only place left."""
    return Public({"type": "finished", "horse": horse, "place": place})


def prediction_shown(seat: Seat, order: Order) -> Event:
    """A prediction is shown to everyone."""
    return Public({"type": "prediction_shown", "seat": seat, "order": list(order)})


def guessed(seat: Seat, of: Seat, right: int, points: int) -> Event:
    """A guess at the prediction of the seat `of` is compared with it."""
    return Public({"type": "guessed", "seat": seat, "of": of, "right": right, "points": points})


def scored(seat: Seat, points: int, total: int) -> Event:
    """What a race brought a seat, guesses included, and what it has then."""
    return Public({"type": "scored", "seat": seat, "points": points, "total": total})


def race_over(race: int, order: Sequence[Horse]) -> Event:
    """A race is closed; `order` are the horses on the podium from place 1 on, up to the first one free."""
    return Public({"type": "race_over", "race": race, "order": list(order)})


def game_over(scores: Sequence[int], winners: Sequence[Seat]) -> Event:
    """The game ends."""
    return Public({"type": "game_over", "scores": list(scores), "winners": list(winners)})


PUBLIC = frozenset(
    {
        "race_started",
        "rolled",
        "predicted",
        "moved",
        "out",
        "restarted",
        "finished",
        "prediction_shown",
        "guessed",
        "scored",
        "race_over",
        "game_over",
    }
)
"""The types of events that everyone is told."""

PRIVATE = frozenset({"prediction_shown"})
"""The types of events that only some seats are told."""
