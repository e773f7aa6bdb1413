"""Games of Newmarket played at random, for pictures to draw."""

from __future__ import annotations

from typing import Any

from engines.newmarket.game import Newmarket
from engines.newmarket.view import View
from tests.render.seen import states, views

GAME = Newmarket.with_edition()
SEATS = range(3, 9)
PACK = [f"{colour}{value}" for colour in ("blue", "red", "yellow", "green") for value in range(1, 14)]


def seen(seats: int = 4, seat: int | None = None) -> tuple[View, ...]:
    return views("newmarket", seats, 0, seat)


def playing(seats: int = 4) -> list[Any]:
    return [
        state for state in states("newmarket", seats) if type(state).__name__ == "Playing" and state.plays
    ]
