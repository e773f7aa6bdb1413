"""Random games of Newmarket, as its screens look at them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from hypothesis import strategies as st

from bot.games.newmarket.screens import NewmarketScreens
from bot.games.screens import Seating
from bot.messages.layouts.desk_layout import seating_of
from engines.newmarket.view import Phase
from tests.games.race_days import Moment, race_day

SCREENS = NewmarketScreens()
SEATS, SEEDS = st.integers(3, 8), st.integers(0, 10**6)
CALLING = st.sampled_from(["auto", "manual"])
NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal")


def whole_day(seats: int, seed: int, **chosen: Any) -> tuple[Moment, ...]:
    """Play a whole game at random."""
    chosen = {"deals": 2, **chosen}
    return race_day(seats, seed, game="newmarket", chosen=tuple(sorted(chosen.items())))


def asked(moment: Moment) -> Iterator[Seating]:
    for number in moment.snapshot.standing.asked:
        yield seating_of(moment.snapshot, moment.snapshot.table.seats[number], {})


def views(moments: tuple[Moment, ...], phase: Phase) -> list[Moment]:
    return [moment for moment in moments if moment.snapshot.standing.view(None).phase is phase]


@cache
def one_of_each_phase() -> dict[Phase, Moment]:
    """Return a moment of every phase in which somebody is asked."""
    found: dict[Phase, Moment] = {}
    for seed in range(20):
        for moment in whole_day(4, seed, calling="manual")[:-1]:
            found.setdefault(moment.snapshot.standing.view(None).phase, moment)
    assert set(found) == set(Phase) - {Phase.OVER}
    return found


def everyone(seat: int) -> str:
    return NAMES[seat]
