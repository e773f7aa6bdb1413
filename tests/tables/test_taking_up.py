"""A start takes many tables up: in few statements, and with the same outcome as one table after another."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random

import pytest

from bot.cluster import heartbeat
from bot.outbox import BOARD_WORDS, PostKind
from bot.servers import ServerSettings
from bot.tables import day_commands, deadlines, guild_commands, marking
from bot.tables.clockwork import Clockwork
from bot.tables.deadlines import Clock
from bot.tables.reading import looked_through
from tests.databases import reading, writing
from tests.tables.playing import ANA, GUILD, TableRig
from tests.waiting import until


@pytest.fixture
async def room(rig: TableRig) -> None:
    """Let many tables be open in the server."""
    many = ServerSettings(most_tables=50, most_hosted=50)
    await guild_commands.change_settings(rig.tables, GUILD, lambda _: many, by=1)


@pytest.fixture
async def works(rig: TableRig) -> AsyncIterator[Clockwork]:
    made = rig.clockwork()
    yield made
    await made.close()


async def clocks(rig: TableRig, table_id: str) -> dict[str, int]:
    with reading(rig.database) as db:
        return deadlines.of_table(db, table_id)


@pytest.mark.usefixtures("room")
async def test_of_many_tables_each_is_looked_at_once(rig: TableRig) -> None:
    races = [await rig.race() for _ in range(5)]
    await rig.decide(races[3], Random(1))
    stands = {table_id: (await rig.standing(table_id)).match.state for table_id in races}
    later = rig.restarted()
    found = [each async for each in looked_through(later.tables.database, later.tables.games, races)]
    assert [(table.table_id, standing and standing.match.state) for table, standing in found] == [
        *stands.items()
    ]


async def test_what_somebody_does_while_tables_are_looked_at_is_not_forgotten(rig: TableRig) -> None:
    table_id = await rig.race()
    later = rig.restarted()
    looking = looked_through(later.tables.database, later.tables.games, [table_id])
    with reading(rig.database) as db:
        before = deadlines.of_table(db, table_id)
    assert before
    await later.decide(table_id, Random(1))
    reached = (await later.standing(table_id)).length
    assert [standing and standing.length async for _, standing in looking] == [reached]


async def test_a_grace_moves_the_reminder_with_the_end_of_a_seats_time_and_leaves_other_clocks(
    rig: TableRig, works: Clockwork
) -> None:
    late, resting = await rig.race(), await rig.race()
    await rig.tables.step(day_commands.pause, resting, ANA.user_id)
    rig.pass_minutes(500)
    fresh = await rig.lobby()
    before = {table_id: await clocks(rig, table_id) for table_id in (late, resting, fresh)}
    await rig.resume(works)

    grace = rig.time + heartbeat.LEAST_LEFT
    ends, halves = before[late][Clock.TURN.seat(0)], before[late][Clock.HALF.seat(0)]
    now = await clocks(rig, late)
    assert (now[Clock.TURN.seat(0)], now[Clock.HALF.seat(0)]) == (grace, grace - ends + halves)
    assert await clocks(rig, fresh) == before[fresh]
    assert {kind: at for kind, at in (await clocks(rig, resting)).items() if kind != Clock.PAUSED} == {
        kind: at for kind, at in before[resting].items() if kind != Clock.PAUSED
    }


@pytest.mark.usefixtures("room")
async def test_clocks_that_were_set_later_are_shown_on_the_boards_and_desks_of_who_is_timed(
    rig: TableRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(marking, "AT_A_TIME", 2)
    races = [await rig.race() for _ in range(3)]
    lobby = await rig.lobby()
    before = {table_id: await rig.requested(table_id) for table_id in (*races, lobby)}
    with writing(rig.database) as db:
        marking.show_moved(db, {*races, lobby})

    for table_id in races:
        timed = {
            int(kind.partition(":")[2]) for kind in await clocks(rig, table_id) if kind.startswith("turn")
        }
        users = {seat.user_id for seat in (await rig.table(table_id)).seats if seat.number in timed}
        now = await rig.requested(table_id)
        asked = {key for key in now if now[key] > before[table_id].get(key, 0)}
        assert asked == {
            BOARD_WORDS,
            *(key for key in now if key.kind is PostKind.DESK and key.user_id in users),
        }
        assert users
    assert (await rig.requested(lobby)) != before[lobby]


async def test_a_computer_player_whose_move_was_left_open_moves_after_the_start(
    rig: TableRig, works: Clockwork
) -> None:
    table_id = await rig.race(people=1, computers=1)
    length = (await rig.standing(table_id)).length
    await rig.resume(works)

    async def has_moved() -> bool:
        return (await rig.standing(table_id)).length > length

    await until(has_moved)
