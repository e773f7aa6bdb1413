"""Games of Jumpy Jack played at random, for pictures to draw."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PIL import Image, ImageChops

from engines.jumpyjack.actions import Guess
from engines.jumpyjack.game import JumpyJack
from engines.jumpyjack.view import Phase, View
from tests.render.seen import NAMES, STRANGE, views

GAME = JumpyJack.with_edition()
MANY, ODD = NAMES * 2, STRANGE * 2
TEAMS = {"teams": 4, "guessing": True}


def seen(seats: int = 4, seat: int | None = None, **options: Any) -> tuple[View, ...]:
    return views("jumpyjack", seats, 0, seat, **options)


def racing(seats: int = 4) -> list[View]:
    return [view for view in seen(seats) if view.phase is Phase.RACING]


def differing(one: Image.Image, other: Image.Image, place: tuple[float, float]) -> int:
    """Return in how many pixels around a place two pictures differ."""
    (x, y), reach = place, one.width // 20
    box = (round(x) - reach, round(y) - reach, round(x) + reach, round(y) + reach)
    grey = ImageChops.difference(one.crop(box), other.crop(box)).convert("L")
    return sum(grey.histogram()[1:])


def otherwise(state: Any, kept: range = range(0)) -> Any:
    """Return the state with every prediction and guess turned round but those of the seats kept."""
    turned = [
        order if seat in kept or order is None else order[1:] + order[:1]
        for seat, order in enumerate(state.predictions)
    ]
    state = state._replace(predictions=tuple(turned))
    if hasattr(state, "guesses"):
        guesses = [
            guess if seat in kept or not isinstance(guess, Guess) else replace(guess, order=guess.order[::-1])
            for seat, guess in enumerate(state.guesses)
        ]
        state = state._replace(guesses=tuple(guesses))
    return state
