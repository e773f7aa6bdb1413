"""What happens in Jumpy Jack, as the race log has it: `type` first, keys always in the same order."""

from __future__ import annotations

from collections.abc import Iterable

from engines.core import Event, Private, Public, Seat
from engines.jumpyjack.actions import Horse, Order


def rolled(seat: Seat, value: int) -> Public:
    """The die is thrown for a seat."""
    return Public({"type": "rolled", "seat": seat, "value": value})


def predicted(seat: Seat) -> Public:
    """A seat has predicted; what, only its team is told."""
    return Public({"type": "predicted", "seat": seat})


def moved(horse: Horse, start: int, end: int) -> Public:
    """A horse goes from square to square, in one stretch."""
    return Public({"type": "moved", "horse": horse, "from": start, "to": end})


def out(horse: Horse, place: int) -> Public:
    """A horse is eliminated, and takes the worst place still free."""
    return Public({"type": "out", "horse": horse, "place": place})


def restarted(horse: Horse) -> Public:
    """A horse has to go back to the start."""
    return Public({"type": "restarted", "horse": horse})


def finished(horse: Horse, place: int) -> Public:
    """A horse is home, or gets the only place left."""
    return Public({"type": "finished", "horse": horse, "place": place})


def prediction_shown(seat: Seat, order: Order, *, to: Iterable[Seat] | None) -> Event:
    """What a seat has predicted: to its team once it has; after the race to None, which is everyone."""
    facts = {"type": "prediction_shown", "seat": seat, "order": list(order)}
    return Public(facts) if to is None else Private(facts, to=to)


def guessed(seat: Seat, of: Seat, right: int, points: int) -> Public:
    """A guess at the prediction of the seat `of` is compared with it."""
    return Public({"type": "guessed", "seat": seat, "of": of, "right": right, "points": points})


def scored(seat: Seat, points: int, total: int) -> Public:
    """What a race brought a seat, guesses included, and what it has then."""
    return Public({"type": "scored", "seat": seat, "points": points, "total": total})
