"""Computer players take their time over what everybody watches, and over nothing else."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from random import Random

import pytest

from bot.games.titles import made_at_once
from bot.servers import Pace
from bot.tables import Standing, Table, pace, seat_commands
from bot.tables.clockwork import Clockwork
from bot.tables.pace import Pacing
from tests.tables.playing import ANA, TableRig
from tests.waiting import until

STEADY = Pacing(Pace.STEADY, made_at_once)
LONG: Mapping[Pace, float] = dict.fromkeys(Pace, 600.0)
"""Longer than any test takes."""


async def racing(rig: TableRig, game: str = "jockey", phase: str = "racing", computers: int = 2) -> str:
    """Bring a table of one person to a moment at which a computer player alone is asked."""
    edition = {} if game == "jockey" else {"edition": None}
    table_id, luck = await rig.race(1, computers, game=game, **edition), Random(1)
    await rig.play_until(table_id, phase, luck)
    while (await rig.standing(table_id)).asked.keys() <= {0}:
        await rig.decide(table_id, luck)
    return table_id


async def looked_at(rig: TableRig, table_id: str) -> tuple[Table, Standing]:
    return await rig.table(table_id), await rig.standing(table_id)


async def test_a_move_that_everybody_watches_takes_as_long_as_the_pace_says(rig: TableRig) -> None:
    at = await looked_at(rig, await racing(rig))
    expected = {Pace.AT_ONCE: 0.0, Pace.QUICK: 1.0, Pace.STEADY: 1.5, Pace.LEISURELY: 3.0}
    assert {each: Pacing(each).pause(None, *at) for each in Pace} == expected
    assert {each: STEADY.pause(each, *at) for each in Pace} == expected


async def test_what_is_decided_at_once_or_in_secret_is_not_waited_for(rig: TableRig) -> None:
    at = await looked_at(rig, await rig.race(1, 2))
    assert len(at[1].asked) == 3
    assert STEADY.pause(None, *at) == 0


async def test_nothing_is_waited_for_where_a_person_is_asked_or_nobody_is_there(rig: TableRig) -> None:
    table_id = await racing(rig)
    await rig.tables.step(seat_commands.stand_up, table_id, ANA.user_id)
    assert STEADY.pause(None, *await looked_at(rig, table_id)) == 0

    table_id, luck = await racing(rig, computers=1), Random(2)
    await rig.decide(table_id, luck)
    assert (await rig.standing(table_id)).asked.keys() == {0}
    assert STEADY.pause(None, *await looked_at(rig, table_id)) == 0


async def test_of_a_tempo_card_only_its_turning_is_waited_for(rig: TableRig) -> None:
    turning = await looked_at(rig, await racing(rig, "sulkydrom", "turning"))
    assert STEADY.pause(None, *turning) == 1.5
    driving = await looked_at(rig, await racing(rig, "sulkydrom", "driving"))
    assert STEADY.pause(None, *driving) == 0


async def test_a_pause_never_takes_more_than_half_of_the_clock(
    rig: TableRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "SECONDS", LONG)
    table, standing = await looked_at(rig, await racing(rig))
    assert STEADY.pause(None, table, standing) == table.clock / 2


class TestAtATable:
    @pytest.fixture
    async def works(self, rig: TableRig, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Clockwork]:
        monkeypatch.setattr(pace, "SECONDS", LONG | {Pace.AT_ONCE: 0.0, Pace.QUICK: 0.01})
        rig.tables.pacing = STEADY
        made = rig.clockwork()
        yield made
        await made.close()

    async def test_a_move_waits_for_its_moment_and_a_change_of_the_table_does_not_put_it_off(
        self, rig: TableRig, works: Clockwork
    ) -> None:
        table_id = await racing(rig)
        before = (await rig.standing(table_id)).length
        players = works.computers
        for _ in range(3):
            works.notify(table_id)
            await until(lambda: not players._queue.is_at_work(table_id))
            alarm = players._queue._alarms[table_id]

        assert (await rig.standing(table_id)).length == before
        assert players._queue._alarms == {table_id: alarm}

    async def test_moves_are_made_one_after_another_until_a_person_is_asked(
        self, rig: TableRig, works: Clockwork
    ) -> None:
        await rig.set_up_server(pace=Pace.QUICK)
        table_id = await racing(rig)
        rig.tables.listen(works.notify)
        works.notify(table_id)

        async def is_asked() -> bool:
            return (await rig.standing(table_id)).asked.keys() == {0}

        await until(is_asked)
        await until(lambda: not works.computers._pauses)

    async def test_another_pace_holds_from_the_next_look_on(self, rig: TableRig, works: Clockwork) -> None:
        table_id = await racing(rig)
        before = (await rig.standing(table_id)).length
        works.notify(table_id)
        await until(lambda: table_id in works.computers._queue._alarms)
        await rig.set_up_server(pace=Pace.AT_ONCE)
        works.notify(table_id)

        async def has_moved() -> bool:
            return (await rig.standing(table_id)).length > before

        await until(has_moved)

    async def test_a_move_that_was_waited_for_is_made_by_whoever_comes_next(
        self, rig: TableRig, works: Clockwork
    ) -> None:
        table_id = await racing(rig)
        before = (await rig.standing(table_id)).length
        works.notify(table_id)
        await until(lambda: table_id in works.computers._queue._alarms)
        await works.close()

        later = rig.restarted()
        later.tables.pacing = Pacing(Pace.QUICK)
        fresh = later.clockwork()
        later.tables.listen(fresh.notify)
        await later.resume(fresh)

        async def has_moved() -> bool:
            return (await later.standing(table_id)).length > before

        await until(has_moved)
        await fresh.close()
