from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from engines import catalog
from engines.jockey.actions import Card, Horse
from engines.jockey.game import Jockey
from engines.jockey.state import RaceDay, Racing
from engines.parts.pack import without
from tests.engines.jockey.notation import place


@pytest.fixture(scope="session")
def jockey() -> Jockey:
    game = catalog.game("jockey")
    assert isinstance(game, Jockey)
    return game


@pytest.fixture(scope="session")
def race(jockey: Jockey) -> Callable[..., Racing]:
    """Put horses on squares in the middle of a race of two seats; seat 0 holds `hand` and is to play."""

    def state(squares: Mapping[str, int], hand: tuple[str, ...], home: tuple[str, ...] = ()) -> Racing:
        held = tuple(Card(card) for card in hand)
        rest = without(jockey.setup.pack, held)
        return Racing(
            race_day=RaceDay(1, 1, 1, (1000, 1000), (0, 0), None),
            hands=(held, tuple(rest[: len(held)])),
            aside=tuple(rest[len(held) :]),
            bets=(place(Horse("red"), 100), place(Horse("red"), 100)),
            pile=(),
            places=tuple(squares[horse] for horse in jockey.setup.horses),
            home=tuple(Horse(horse) for horse in home),
            to_act=(0,),
            last=None,
            drawn=((), ()),
        )

    return state
