"""Where a table stands: the log, folded; what is in memory only saves time."""

from __future__ import annotations

import asyncio
import shutil
from itertools import pairwise
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.db import Database
from bot.tables import Refusal, Refused, Standing
from bot.tables.standing import standings_of
from engines.core import Row
from tests.tables.playing import SHORT, TableRig, facts, sampled

SEEDS = st.integers(0, 2**32 - 1)


def played(seats: int, seed: int, rounds: int = 1) -> tuple[SimpleNamespace, list[Standing], list[Row]]:
    """Play a whole game at random without a database; return the table, every moment, and the log."""
    luck = Random(seed)
    table = SimpleNamespace(
        game="jockey",
        edition=SHORT,
        rules=1,
        options={"rounds": rounds},
        seats=range(seats),
        secret=luck.randbytes(32),
        salt=("7",),
        require_here=lambda: None,
    )
    standing, rows = Standing.begin(table)
    moments = [standing]
    while standing.asked:
        seat = luck.choice(sorted(standing.asked))
        action = standing.match.game.read_action(sampled(standing, seat, luck))
        standing, news = standing.after(seat, action)
        moments.append(standing)
        rows += news
    return table, moments, rows


def test_a_row_leads_where_it_led_and_another_decision_of_the_same_moment_elsewhere() -> None:
    _, moments, _ = played(3, 1)
    before = moments[0]
    seat = min(before.asked)
    game = before.match.game
    one, another = (game.read_action(sampled(before, seat, Random(n))) for n in (1, 2))
    assert one != another
    reached, rows = before.after(seat, one)
    elsewhere, others = before.after(seat, another)  # as where the first was refused in the end
    assert facts(before.after_row(rows[0])) == facts(reached)
    assert facts(before.after_row(others[0])) == facts(elsewhere)
    assert facts(before.after_row(rows[0])) == facts(reached)


@settings(max_examples=15, deadline=None)
@given(seats=st.integers(2, 6), seed=SEEDS)
def test_a_moment_is_the_fold_of_its_log_from_wherever_one_starts(seats: int, seed: int) -> None:
    table, moments, rows = played(seats, seed)
    begun, _ = Standing.begin(table)
    for start in (begun, *moments[:: max(1, len(moments) // 4)]):
        for moment in moments[::5]:
            if moment.length >= start.length:
                assert facts(start.folded(rows[start.length : moment.length])) == facts(moment)


@settings(max_examples=15, deadline=None)
@given(seats=st.integers(2, 6), seed=SEEDS)
def test_every_seat_that_has_to_decide_is_asked_and_no_other(seats: int, seed: int) -> None:
    _, moments, _ = played(seats, seed)
    for moment in moments:
        assert tuple(moment.asked) == moment.match.to_act()
        assert all(0 < since <= moment.length for since in moment.asked.values())
        assert all(moment.choices(seat) for seat in moment.asked)


@settings(max_examples=15, deadline=None)
@given(seats=st.integers(2, 6), seed=SEEDS)
def test_no_seat_is_ever_asked_two_questions_under_one_number(seats: int, seed: int) -> None:
    _, moments, _ = played(seats, seed)
    answered: set[tuple[int, int]] = set()
    for before, after in pairwise(moments):
        (decided,) = {pair for pair in before.asked.items() if pair not in after.asked.items()}
        assert decided not in answered
        answered.add(decided)
        assert answered.isdisjoint(after.asked.items())


@settings(max_examples=10, deadline=None)
@given(seats=st.integers(2, 4), seed=SEEDS)
def test_what_is_no_open_question_is_stale_or_not_ones_turn(seats: int, seed: int) -> None:
    _, moments, _ = played(seats, seed)
    for moment in moments[::7]:
        for seat in range(seats):
            for number in (0, 1, moment.length - 1, moment.length, moment.length + 1):
                if moment.asked.get(seat) == number:
                    moment.require_asked(seat, number)
                    continue
                with pytest.raises(Refused) as refused:
                    moment.require_asked(seat, number)
                late = 0 < number < moment.length
                assert refused.value.reason is (Refusal.STALE if late else Refusal.NOT_YOUR_TURN)


@settings(max_examples=4, deadline=None, suppress_health_check=[*HealthCheck])
@given(seats=st.integers(2, 4), seed=SEEDS)
def test_a_process_that_remembers_nothing_stands_where_the_other_stands_after_every_row(
    seats: int, seed: int, tmp_path: Path, new_database: Path
) -> None:
    async def play() -> None:
        store = await Database.open(
            f"sqlite+aiosqlite:///{shutil.copy(new_database, tmp_path / f'{seed}.db')}"
        )
        rig, luck = TableRig(store), Random(seed)
        table_id = await rig.race(people=seats)
        for _ in range(25):
            await rig.decide(table_id, luck)
            fresh = await rig.restarted().standing(table_id)
            assert facts(await rig.standing(table_id)) == facts(fresh)
        await store.close()

    asyncio.run(play())


async def test_a_race_can_be_looked_back_on(rig: TableRig) -> None:
    table_id, luck = await rig.race(people=3), Random(3)
    moments = [await rig.standing(table_id)]
    while await rig.decide(table_id, luck) is not None:
        moments.append(await rig.standing(table_id))
    table, wanted = await rig.table(table_id), moments[1::4]

    lengths = [0, *(moment.length for moment in wanted)]
    found = dict(await rig.database.read(standings_of, rig.restarted().tables.games, table, lengths))
    assert found.pop(0) is None
    assert [facts(found[moment.length]) for moment in wanted] == [facts(moment) for moment in wanted]


async def test_one_process_goes_on_where_another_stopped(rig: TableRig) -> None:
    table_id, luck = await rig.race(people=3), Random(4)
    here, there = rig, rig.restarted()
    for _ in range(15):
        await here.decide(table_id, luck)
        await there.decide(table_id, luck)

    assert facts(await here.standing(table_id)) == facts(await there.standing(table_id))
