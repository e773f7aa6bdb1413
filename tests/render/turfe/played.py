"""Games of Turfe played at random, for pictures to draw."""

from __future__ import annotations

from dataclasses import replace
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


def otherwise(state: Any) -> Any:
    """Return the state with everything changed that nobody but seats 1 and up may know."""
    first, *others = state.bets
    hidden = tuple(bet and replace(bet, horse="white", card="white+4") for bet in others)
    asides = tuple(aside and "white+4" for aside in state.asides[1:])
    cards = tuple(("white+5",) * len(hand) for hand in state.hands[1:])
    return state._replace(
        bets=(first, *hidden),
        asides=(state.asides[0], *asides),
        hands=(state.hands[0], *cards),
        stock=state.stock[::-1],
    )
