"""Another race with the same table: opened once, played alike, in the same thread."""

from __future__ import annotations

from random import Random

import pytest

from bot.tables import Refusal, Refused
from tests.tables.playing import ANA, BEN, CHANNEL, CLEO, GUILD, HERE, TableRig


class TestARematch:
    async def finished(self, rig: TableRig, people: int = 2, computers: int = 0) -> str:
        table_id = await rig.race(people, computers)
        await rig.play_out(table_id, Random(1))
        return table_id

    async def test_is_opened_once_however_many_press(self, rig: TableRig) -> None:
        table_id = await self.finished(rig)
        first = await rig.tables.opening.rematch(table_id, BEN, HERE, 77)
        second = await rig.tables.opening.rematch(table_id, ANA, HERE, 78)

        assert first.table_id == second.table_id != table_id
        assert first.host_id == BEN.user_id
        assert [seat.user_id for seat in second.seats] == [BEN.user_id]
        assert len((await rig.everything())["tables"]) == 2

    async def test_is_played_like_the_game_before_with_the_same_computer_players(self, rig: TableRig) -> None:
        before = await rig.table(await self.finished(rig, people=1, computers=2))
        after = await rig.tables.opening.rematch(before.table_id, ANA, HERE, 77)

        assert (after.game, after.options, after.capacity) == (before.game, before.options, before.capacity)
        assert (await rig.table(after.table_id)).names == ("Ana", "Tin 0", "Tin 1")
        assert after.secret != before.secret
        assert after.salt == ("77",)

    async def test_stands_in_the_thread_of_the_race_before_and_is_run_there(self, rig: TableRig) -> None:
        table_id = await self.finished(rig)
        after = await rig.tables.opening.rematch(table_id, ANA, HERE, 77, thread_id=55)
        assert (after.channel_id, after.thread_id, after.stands_in) == (CHANNEL, 55, 55)

        await rig.tables.guilds.leave_thread(after.table_id, 54)
        assert (await rig.table(after.table_id)).stands_in == 55, "that is another thread"
        await rig.tables.guilds.channel_deleted(GUILD, 55)
        assert (await rig.table(after.table_id)).stands_in == CHANNEL

    async def test_that_is_open_may_be_found_by_who_had_no_part_in_the_race(self, rig: TableRig) -> None:
        table_id = await self.finished(rig)
        with pytest.raises(Refused) as refused:
            await rig.tables.opening.rematch(table_id, CLEO, HERE, 77)
        assert refused.value.reason is Refusal.REMATCH_OF_OTHERS

        opened = await rig.tables.opening.rematch(table_id, ANA, HERE, 78)
        found = await rig.tables.opening.rematch(table_id, CLEO, HERE, 79)
        assert found.table_id == opened.table_id

    async def test_moves_with_its_host_out_of_the_thread(self, rig: TableRig) -> None:
        table_id = await self.finished(rig)
        after = await rig.tables.opening.rematch(table_id, ANA, HERE, 77, thread_id=55)
        elsewhere = HERE._replace(channel_id=66)
        await rig.tables.guilds.bring_board(after.table_id, ANA.user_id, HERE._replace(channel_id=55))
        assert (await rig.table(after.table_id)).stands_in == 55
        await rig.tables.guilds.bring_board(after.table_id, ANA.user_id, elsewhere)
        table = await rig.table(after.table_id)
        assert (table.channel_id, table.thread_id) == (66, None)

    async def test_seats_no_computer_players_where_the_server_allows_none_by_now(self, rig: TableRig) -> None:
        table_id = await self.finished(rig, people=1, computers=2)
        await rig.set_up_server(computers=False)
        after = await rig.tables.opening.rematch(table_id, ANA, HERE, 77)
        assert (await rig.table(after.table_id)).names == ("Ana",)
