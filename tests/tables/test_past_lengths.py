"""How long a server's last games took, for a lobby of the same kind."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bot.tables import Status, day_commands, lobby_commands
from bot.tables.past_lengths import REMEMBERED, PastLengths
from tests.counting import counting
from tests.databases import reading
from tests.tables.playing import ANA, BEN, TableRig

MINUTE = 60_000


async def played(rig: TableRig, minutes: float, **what: int) -> None:
    """Play a game out that takes so long."""
    table_id = await rig.race(**what)
    rig.pass_minutes(minutes)
    await rig.play_out(table_id, Random(1))


async def minutes_for(rig: TableRig, **what: int) -> list[float]:
    """Open a lobby and look for what games like it took."""
    table = await rig.table(await rig.lobby(**what))
    with reading(rig.database) as db:
        return [milliseconds / MINUTE for milliseconds in PastLengths().took(db, table)]


async def test_the_newest_comes_first(rig: TableRig) -> None:
    await played(rig, 10)
    await played(rig, 30)

    assert await minutes_for(rig) == [30, 10]


async def test_only_those_with_as_many_people_and_the_same_options_count(rig: TableRig) -> None:
    await played(rig, 10, people=2)
    await played(rig, 20, people=3)
    await played(rig, 30, people=2, rounds=2)
    await played(rig, 40, people=2, computers=1)

    assert await minutes_for(rig, people=2) == [40, 10]


async def test_games_by_another_clock_do_not_count(rig: TableRig) -> None:
    await played(rig, 10)
    await rig.set_up_server(clock=3600)

    assert await minutes_for(rig) == []


async def test_a_game_that_was_cancelled_does_not_count(rig: TableRig) -> None:
    table_id = await rig.race()
    await rig.tables.step(day_commands.cancel, table_id, ANA.user_id, may_manage=False)

    assert await minutes_for(rig) == []


async def test_a_lobby_is_read_for_once_however_its_people_and_options_change(rig: TableRig) -> None:
    await played(rig, 10, people=1, computers=1)
    await played(rig, 20, people=2)
    table_id, past = await rig.lobby(people=1), PastLengths()

    async def shown() -> tuple[list[float], int]:
        table = await rig.table(table_id)
        with counting(rig.database) as counted:
            found = await rig.database.read(past.took, table)
        return [milliseconds / MINUTE for milliseconds in found], len(counted.statements)

    assert await shown() == ([10], 1)
    await rig.tables.step(lobby_commands.join, table_id, BEN, rig.interaction())
    assert await shown() == ([20], 0)
    await rig.tables.step(lobby_commands.set_options, table_id, ANA.user_id, {"rounds": 2}, 6)
    assert await shown() == ([], 0)


async def test_of_many_lobbies_those_shown_last_are_remembered(rig: TableRig) -> None:
    await played(rig, 10)
    table, past = await rig.table(await rig.lobby()), PastLengths()
    with counting(rig.database) as counted:
        for number in (*range(REMEMBERED + 1), REMEMBERED, 1, 0):
            await rig.database.read(past.took, replace(table, table_id=f"T{number}"))

    assert len(counted.statements) == REMEMBERED + 2


async def test_a_race_that_has_begun_is_forgotten_and_told_nothing(rig: TableRig) -> None:
    await played(rig, 10)
    lobby, past = await rig.table(await rig.lobby()), PastLengths()
    with counting(rig.database) as counted:
        for status in (Status.LOBBY, Status.RUNNING, Status.LOBBY):
            found = await rig.database.read(past.took, replace(lobby, status=status))
            assert bool(found) is (status is Status.LOBBY)

    assert len(counted.statements) == 2
