from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest

from engines.jumpyjack.actions import Horse, Order
from engines.jumpyjack.game import JumpyJack
from engines.jumpyjack.state import RaceDay, Racing

WANTED: Order = (Horse("yellow"), Horse("black"), Horse("red"))


@pytest.fixture(scope="session")
def jumpyjack() -> JumpyJack:
    game = JumpyJack.with_edition()
    assert isinstance(game, JumpyJack)
    return game


@pytest.fixture(scope="session")
def race(jumpyjack: JumpyJack) -> Callable[..., Racing]:
    """Put horses on squares in the middle of a race of two seats; seat 0 has thrown."""

    def state(
        squares: Mapping[str, int], thrown: int, podium: Sequence[str | None] = (None,) * 5, **options: object
    ) -> Racing:
        return Racing(
            race_day=RaceDay(jumpyjack.options({"guessing": True} | options), 1, 1, (0, 0), None),
            predictions=(WANTED, WANTED),
            places=tuple(squares[horse] for horse in jumpyjack.setup.horses),
            podium=tuple(horse and Horse(horse) for horse in podium),
            value=thrown,
            to_act=(0,),
            last=None,
        )

    return state
