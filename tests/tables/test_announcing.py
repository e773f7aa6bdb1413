"""What changes a table is told to the process that keeps it, in the transaction of the change."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random

import pytest
from sqlalchemy import update

from bot.db.schema import tables as stored
from bot.servers import ServerSettings
from bot.tables import Opening, Refused, day_commands, guild_commands, seat_commands
from tests.databases import writing
from tests.engines.corrected import Correct
from tests.tables.playing import ANA, BEN, CHANNEL, GUILD, HERE, TableRig

Act = Callable[[TableRig, str], Awaitable[object]]


def no_pictures(held: ServerSettings) -> ServerSettings:
    return held.model_copy(update={"pictures": False})


@pytest.mark.parametrize(
    "act",
    [
        lambda rig, _: guild_commands.channel_deleted(rig.tables, GUILD, CHANNEL),
        lambda rig, _: guild_commands.bot_left(rig.tables, GUILD),
        lambda rig, table_id: rig.tables.step(guild_commands.note_channel, table_id, 9, instead_of=None),
        lambda rig, table_id: rig.tables.step(seat_commands.stand_up, table_id, BEN.user_id),
    ],
    ids=["its channel is gone", "the bot left", "its thread is there", "somebody left"],
)
async def test_a_race_that_changes_is_announced(rig: TableRig, act: Act) -> None:
    table_id = await rig.race(people=3)
    with writing(rig.database) as db:
        db.execute(update(stored).values(thread_id=None))
    rig.announced.clear()

    await act(rig, table_id)

    assert rig.announced == [table_id]


async def test_a_race_whose_rules_are_gone_is_announced(rig: TableRig, correct: Correct) -> None:
    table_id = await rig.race()
    correct("jockey")
    later = rig.restarted()

    await later.tables.outdated.end_all()

    assert later.announced == [table_id]


async def test_lobbies_whose_settings_change_are_announced_and_races_are_not(rig: TableRig) -> None:
    lobby, _ = await rig.lobby(), await rig.race()
    rig.announced.clear()

    await guild_commands.change_settings(rig.tables, GUILD, no_pictures, by=ANA.user_id)

    assert rig.announced == [lobby]


async def test_a_lobby_that_is_opened_is_announced(rig: TableRig) -> None:
    lobby = await rig.lobby(people=1)
    assert rig.announced == [lobby]


async def test_a_rematch_is_announced(rig: TableRig) -> None:
    table_id = await rig.race()
    await rig.play_out(table_id, Random(3))
    rig.announced.clear()

    fresh = await rig.tables.rematch(table_id, ANA, HERE, rig.interaction())

    assert rig.announced == [fresh.table_id]


async def test_a_table_that_is_to_make_room_is_announced(rig: TableRig) -> None:
    resting = await rig.race()
    await rig.tables.step(day_commands.pause, resting, ANA.user_id)
    await rig.set_up_server(most_tables=1)
    rig.announced.clear()

    opening = Opening(
        visitor=HERE,
        host=BEN,
        game="jockey",
        options={"rounds": 1},
        capacity=4,
        interaction_id=rig.interaction(),
    )
    with pytest.raises(Refused):
        await rig.tables.open(opening)

    assert rig.announced == [resting]
