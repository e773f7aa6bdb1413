"""What a process remembers of a table holds for as long as its version: whatever changes the table raises it."""

from __future__ import annotations

import re
from contextlib import suppress
from random import Random

import pytest
from sqlalchemy import select

from bot.db.schema import tables as stored
from bot.tables import Status, deadlines
from bot.tables.deadlines import Clock, Deadline
from bot.tables.step import Step
from tests.counting import counting
from tests.databases import reading, writing
from tests.tables.playing import ANA, BEN, TableRig
from tests.tables.test_queries import a_whole_evening, looked_up

REMEMBERED = re.compile(r"(UPDATE|INSERT INTO|DELETE FROM) (tables|seats|deadlines|users|servers)\b")

MADE_SHORT = "UPDATE tables SET edition=? WHERE tables.table_id = ?"
"""How these tests give a race that is about to begin a shorter course."""


@pytest.mark.sqlite  # statements are counted by how they are written there
async def test_no_transaction_changes_what_is_remembered_without_raising_the_version(rig: TableRig) -> None:
    with counting(rig.database) as counted:
        await a_whole_evening(rig)
        await looked_up(rig)

    done = [each for each in counted.transactions if each != [MADE_SHORT]]
    changing = [each for each in done if any(map(REMEMBERED.match, each))]
    silent = [each for each in changing if not any(map(raises, each))]
    assert len(changing) > 40
    assert silent == []


def raises(statement: str) -> bool:
    return statement.startswith("INSERT INTO tables") or bool(
        re.match(r"UPDATE tables SET .*\bversion=\(?tables.version \+", statement)
    )


async def test_what_another_process_did_is_seen_at_once_though_much_is_remembered(rig: TableRig) -> None:
    table_id = await rig.race(people=2)
    other = rig.restarted()
    for each in (rig, other):
        await each.decide(table_id, Random(2))

    await other.tables.seats.ask_always(BEN.user_id, is_wanted=True)
    await other.tables.day.vote_to_stop(table_id, ANA.user_id, would=True)
    await other.set_up_server(pictures=False)

    with reading(rig.database) as db:
        known, _ = rig.tables.read.known_in(db, table_id)
    assert known.table.seats[1].asked_always
    assert known.table.seats[0].would_stop
    assert not known.settings.pictures


async def test_a_clock_that_is_set_beside_a_step_rings_though_its_table_is_remembered(rig: TableRig) -> None:
    table_id = await rig.lobby()
    with reading(rig.database) as db:
        rig.tables.read.known_in(db, table_id)
    with writing(rig.database) as db:
        deadlines.put(db, table_id, Clock.LOBBY, rig.time, now=rig.time)

    await rig.tables.clocks.run_out(Deadline(table_id, Clock.LOBBY, rig.time))

    assert (await rig.table(table_id)).status is Status.EXPIRED


async def test_a_last_grace_is_seen_by_who_remembers_the_clocks(rig: TableRig) -> None:
    table_id = await rig.race(people=2)
    before, until = await clocks_known(rig, table_id), rig.time + deadlines.DAY
    with writing(rig.database) as db:
        assert deadlines.grant(db, rig.time, deadlines.DAY) == {table_id}

    after = await clocks_known(rig, table_id)
    assert {after[kind] for kind in after if kind.startswith(Clock.TURN)} == {until}
    assert after == await stored_clocks(rig, table_id) != before


async def test_a_clock_that_has_run_out_is_gone_for_who_remembers_it(rig: TableRig) -> None:
    table_id = await rig.race(people=2)
    before = await clocks_known(rig, table_id)
    kind = next(iter(before))
    with writing(rig.database) as db:
        deadlines.clear_if(db, Deadline(table_id, kind, before[kind]))

    assert await clocks_known(rig, table_id) == {each: at for each, at in before.items() if each != kind}


async def clocks_known(rig: TableRig, table_id: str) -> dict[str, int]:
    """What the process takes for the clocks of a table."""
    with reading(rig.database) as db:
        known, _ = rig.tables.read.known_in(db, table_id)
    return dict(known.clocks)


async def stored_clocks(rig: TableRig, table_id: str) -> dict[str, int]:
    with reading(rig.database) as db:
        return deadlines.of_table(db, table_id)


async def test_what_a_step_hands_on_is_what_the_database_holds(rig: TableRig) -> None:
    table_id, luck = await rig.race(people=3, computers=1, rounds=2), Random(7)
    made = []
    rig.tables.watchers.add(lambda _: made.append(rig.tables.watchers.made))

    for _ in range(60):
        await rig.decide(table_id, luck)
        handed, fresh = made[-1], rig.restarted()
        if handed is None:
            continue
        with reading(rig.database) as db:
            known, standing = fresh.tables.read.known_in(db, table_id)
            assert rig.tables.read.told(db, known.table, known.table.length - 3) == [
                *fresh.tables.read.told(db, known.table, known.table.length - 3)
            ]
        assert handed.known == known
        assert handed.standing.asked == standing.asked
        assert handed.standing.match.state == standing.match.state
        assert list(handed.posts.values()) == await rig.posts(table_id)
    assert sum(each is not None for each in made) > 50


async def test_nothing_is_remembered_of_a_step_that_is_undone(rig: TableRig) -> None:
    table_id = await rig.race(people=2)
    await rig.standing(table_id)
    before = await rig.table(table_id)

    def broken_off(step: Step) -> None:
        step.stop_clock()
        raise RuntimeError

    with suppress(RuntimeError):
        await rig.tables._steps.at(table_id, broken_off)
    with reading(rig.database) as db:
        known, _ = rig.tables.read.known_in(db, table_id)
        version = db.scalar(select(stored.c.version).where(stored.c.table_id == table_id))
    assert known.table == before
    assert version == before.version
    assert known.clocks
