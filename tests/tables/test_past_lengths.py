"""How long a server's last games took, for a lobby of the same kind."""

from __future__ import annotations

from random import Random

from bot.tables.past_lengths import took
from tests.tables.playing import ANA, TableRig

MINUTE = 60_000


async def played(rig: TableRig, minutes: float, **what: int) -> None:
    """Play a game out that takes so long."""
    table_id = await rig.race(**what)
    rig.pass_minutes(minutes)
    await rig.play_out(table_id, Random(1))


async def minutes_for(rig: TableRig, **what: int) -> list[float]:
    """Open a lobby and look for what games like it took."""
    table = await rig.table(await rig.lobby(**what))
    async with rig.store.reading() as db:
        return [milliseconds / MINUTE for milliseconds in await took(db, table)]


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
    await rig.tables.day.cancel(table_id, ANA.user_id, may_manage=False)

    assert await minutes_for(rig) == []
