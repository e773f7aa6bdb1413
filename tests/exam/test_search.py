"""Hypothesis looks for a game that breaks a rule: briefly here, and with `--minutes` for as much processor time.

It draws the table, its luck and every decision, and holds each moment against the whole examination. What it
finds it cuts down to the shortest game that shows it.
"""

from __future__ import annotations

from time import process_time
from typing import Any

import hypothesis
import pytest
from hypothesis import strategies as st

from engines import catalog
from engines.core import Chance
from tests.exam.checks import events_survive_json, examine
from tests.exam.domains import fits, offered, values
from tests.exam.wholeness import require_whole
from tests.followed import next_act

BATCH = 25
"""Games drawn from one seed; the next batch has the next seed."""

DECISIONS = 250
"""A game is followed for so long at most: more than a race, and as much as Hypothesis can cut down well."""


class Decided(Chance):
    """A chance whose every number Hypothesis decides."""

    __slots__ = ("_draw",)

    def __init__(self, draw: st.DrawFn) -> None:
        super().__init__(bytes(32))
        self._draw = draw

    def below(self, n: int) -> int:
        return self._draw(st.integers(0, n - 1))


@st.composite
def tables(draw: st.DrawFn, game: catalog.AnyGame) -> tuple[dict[str, Any], int]:
    """Options and a number of seats that go together."""
    seats = draw(st.sampled_from(game.seats))
    options = {name: draw(st.sampled_from(values(option, seats))) for name, option in offered(game).items()}
    hypothesis.assume(fits(game, options, seats))
    return options, seats


def searched(game: catalog.AnyGame, data: st.DataObject) -> None:
    """Play one game as Hypothesis decides, examining it at every step."""
    options, seats = data.draw(tables(game), label="table")
    seed = data.draw(st.binary(min_size=32, max_size=32), label="seed")
    chance, again = Chance(seed), Chance(seed)
    every, deep = data.draw(st.integers(1, 12), label="examined every"), Chance(bytes(32))
    state, events = game.new(game.options(options), seats, chance)
    done: list[tuple[int | None, Any]] = []
    while game.outcome(state) is None and len(done) < DECISIONS:
        events_survive_json(game, events, seats)
        require_whole(game, state, events)
        if len(done) % every == 0:
            examine(game, state, seats, done, deep)
        seat, action = next_act(game, state, Decided(data.draw))
        hypothesis.note(f"seat {seat}: {action}")
        state, events = game.apply(state, seat, action, chance)
        done.append((seat, action))
    repeated, _ = game.new(game.options(options), seats, again)
    for seat, action in done:
        repeated, _ = game.apply(repeated, seat, action, again)
    assert (repeated, again.position) == (state, chance.position)


@pytest.mark.timeout(0)  # it takes as long as one asks for
@pytest.mark.parametrize("key", [game.key for game in catalog.games()])
def test_no_game_that_hypothesis_draws_breaks_a_rule(key, pytestconfig, record_property):
    game, minutes = catalog.game(key), pytestconfig.getoption("--minutes", 0)
    begun, batch, played = process_time(), 0, 0

    def one(data: st.DataObject) -> None:
        nonlocal played
        played += 1
        searched(game, data)

    while batch == 0 or process_time() - begun < 60 * minutes:
        search = hypothesis.settings(
            max_examples=BATCH if minutes else 4,
            database=None,
            deadline=None,
            suppress_health_check=list(hypothesis.HealthCheck),
        )(hypothesis.given(st.data())(one))
        hypothesis.seed(batch)(search)()
        batch += 1
    record_property("games", played)
