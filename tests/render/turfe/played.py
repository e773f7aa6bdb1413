"""Games of Turfe played at random, for pictures to draw."""

from __future__ import annotations

from typing import Any

from engines.turfe.game import Turfe
from engines.turfe.view import View
from tests.render.seen import states, views

GAME = Turfe.with_edition()
SEATS = range(3, 7)


def seen(seats: int = 4, seat: int | None = None) -> tuple[View, ...]:
    return views("turfe", seats, 0, seat)


def racing(seats: int = 4) -> list[Any]:
    return [state for state in states("turfe", seats) if type(state).__name__ == "Racing"]


def finished(seats: int = 4) -> View:
    return seen(seats)[-1]
