"""Whether people at a table may have hints: one person alone may, several where their host says so."""

from __future__ import annotations

from random import Random

import pytest

from bot.outbox import LOBBY, Notice, desk_of
from bot.tables import Refusal, Refused, lobby_commands, seat_commands
from bot.tables.loading import load
from tests.tables.playing import ANA, BEN, HERE, TableRig


async def test_one_person_alone_has_hints_and_several_have_none(rig: TableRig) -> None:
    alone, together = await rig.lobby(people=1, computers=2), await rig.lobby(people=2)
    assert (await rig.table(alone)).has_hints
    assert not (await rig.table(together)).has_hints
    with pytest.raises(Refused) as refused:
        (await rig.table(together)).require_hints()
    assert refused.value.reason is Refusal.NO_HINTS
    assert refused.value.facts["host"] == ANA.user_id


async def test_one_who_has_left_still_counts_as_somebody_who_plays(rig: TableRig) -> None:
    table_id = await rig.race(people=2)
    await rig.tables.step(seat_commands.stand_up, table_id, BEN.user_id)
    assert not (await rig.table(table_id)).has_hints


async def test_the_host_says_in_the_lobby_whether_there_are_hints_and_its_message_shows_it(
    rig: TableRig,
) -> None:
    table_id = await rig.lobby(people=2)
    before = (await rig.requested(table_id))[LOBBY]
    await rig.tables.step(lobby_commands.allow_hints, table_id, ANA.user_id, is_allowed=True)
    assert (await rig.table(table_id)).has_hints
    assert (await rig.requested(table_id))[LOBBY] == before + 1
    await rig.tables.step(lobby_commands.allow_hints, table_id, ANA.user_id, is_allowed=True)
    assert (await rig.requested(table_id))[LOBBY] == before + 1, "it was so already"
    await rig.start(table_id)
    assert (await rig.table(table_id)).has_hints
    assert await rig.notices(table_id) == []


async def test_in_a_race_everybody_hears_of_it_and_every_desk_is_shown_anew(rig: TableRig) -> None:
    table_id = await rig.race(people=2)
    before = await rig.requested(table_id)
    await rig.tables.step(lobby_commands.allow_hints, table_id, ANA.user_id, is_allowed=True)
    after = await rig.requested(table_id)
    assert await rig.notices(table_id) == [Notice.HINTS]
    for user in (ANA.user_id, BEN.user_id):
        assert after[desk_of(user)] == before[desk_of(user)] + 1
    await rig.tables.step(lobby_commands.allow_hints, table_id, ANA.user_id, is_allowed=False)
    assert sorted(await rig.notices(table_id)) == [Notice.HINTS, Notice.NO_HINTS]
    assert not (await rig.restarted().tables.database.read(load, table_id)).has_hints


async def test_what_holds_anyway_is_noted_and_told_to_nobody(rig: TableRig) -> None:
    table_id = await rig.race(people=1, computers=2)
    await rig.tables.step(lobby_commands.allow_hints, table_id, ANA.user_id, is_allowed=True)
    assert (await rig.table(table_id)).hints is True
    assert await rig.notices(table_id) == []


async def test_nobody_but_the_host_decides_and_nobody_of_a_table_that_is_over(rig: TableRig) -> None:
    table_id = await rig.race(people=2)
    with pytest.raises(Refused) as refused:
        await rig.tables.step(lobby_commands.allow_hints, table_id, BEN.user_id, is_allowed=True)
    assert refused.value.reason is Refusal.NOT_HOST
    await rig.play_out(table_id, Random(1))
    with pytest.raises(Refused) as refused:
        await rig.tables.step(lobby_commands.allow_hints, table_id, ANA.user_id, is_allowed=True)
    assert refused.value.reason is Refusal.CLOSED


async def test_a_rematch_keeps_what_the_host_said(rig: TableRig) -> None:
    table_id = await rig.race(people=2)
    await rig.tables.step(lobby_commands.allow_hints, table_id, ANA.user_id, is_allowed=True)
    await rig.play_out(table_id, Random(1))
    rematch = await rig.tables.rematch(table_id, ANA, HERE, rig.interaction())
    assert rematch.hints is True
