"""Another race with the same table: opened once, played alike, in the same thread."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from sqlalchemy import insert, select, update

from bot import bank
from bot.db.schema import results, tables
from bot.games.titles import title
from bot.tables import Person, Refusal, Refused, Status, guild_commands, lobby_commands
from bot.tables.evening import LONGEST, Evening, evening_of
from tests.counting import counting
from tests.databases import writing
from tests.tables.playing import ANA, BEN, CHANNEL, CLEO, GUILD, HERE, SHORT, TableRig


class TestARematch:
    async def finished(self, rig: TableRig, people: int = 2, computers: int = 0) -> str:
        table_id = await rig.race(people, computers)
        await rig.play_out(table_id, Random(1))
        return table_id

    async def test_is_opened_once_however_many_press(self, rig: TableRig) -> None:
        table_id = await self.finished(rig)
        first = await rig.tables.rematch(table_id, BEN, HERE, 77)
        second = await rig.tables.rematch(table_id, ANA, HERE, 78)

        assert first.table_id == second.table_id != table_id
        assert first.host_id == BEN.user_id
        assert [seat.user_id for seat in second.seats] == [BEN.user_id]
        assert len((await rig.everything())["tables"]) == 2

    async def test_is_played_like_the_game_before_with_the_same_computer_players(self, rig: TableRig) -> None:
        before = await rig.table(await self.finished(rig, people=1, computers=2))
        after = await rig.tables.rematch(before.table_id, ANA, HERE, 77)

        assert (after.game, after.options, after.capacity) == (before.game, before.options, before.capacity)
        assert (await rig.table(after.table_id)).names == ("Ana", "Tin 0", "Tin 1")
        assert after.secret != before.secret
        assert after.salt == ("77",)

    async def test_stands_in_the_thread_of_the_race_before_and_is_run_there(self, rig: TableRig) -> None:
        table_id = await self.finished(rig)
        after = await rig.tables.rematch(table_id, ANA, HERE, 77, thread_id=55)
        assert (after.channel_id, after.thread_id, after.stands_in) == (CHANNEL, 55, 55)

        await rig.tables.step(guild_commands.leave_thread, after.table_id, 54)
        assert (await rig.table(after.table_id)).stands_in == 55, "that is another thread"
        await guild_commands.channel_deleted(rig.tables, GUILD, 55)
        assert (await rig.table(after.table_id)).stands_in == CHANNEL

    async def test_that_is_open_may_be_found_by_who_had_no_part_in_the_race(self, rig: TableRig) -> None:
        table_id = await self.finished(rig)
        with pytest.raises(Refused) as refused:
            await rig.tables.rematch(table_id, CLEO, HERE, 77)
        assert refused.value.reason is Refusal.REMATCH_OF_OTHERS

        opened = await rig.tables.rematch(table_id, ANA, HERE, 78)
        found = await rig.tables.rematch(table_id, CLEO, HERE, 79)
        assert found.table_id == opened.table_id

    async def test_moves_with_its_host_out_of_the_thread(self, rig: TableRig) -> None:
        table_id = await self.finished(rig)
        after = await rig.tables.rematch(table_id, ANA, HERE, 77, thread_id=55)
        elsewhere = HERE._replace(channel_id=66)
        await rig.tables.step(
            guild_commands.bring_board, after.table_id, ANA.user_id, HERE._replace(channel_id=55)
        )
        assert (await rig.table(after.table_id)).stands_in == 55
        await rig.tables.step(guild_commands.bring_board, after.table_id, ANA.user_id, elsewhere)
        table = await rig.table(after.table_id)
        assert (table.channel_id, table.thread_id) == (66, None)

    async def test_seats_no_computer_players_where_the_server_allows_none_by_now(self, rig: TableRig) -> None:
        table_id = await self.finished(rig, people=1, computers=2)
        await rig.set_up_server(computers=False)
        after = await rig.tables.rematch(table_id, ANA, HERE, 77)
        assert (await rig.table(after.table_id)).names == ("Ana",)


class TestAnEvening:
    async def round(self, rig: TableRig, before: str | None, people: Sequence[Person], luck: int) -> str:
        """Play one table to its end, the rematch of the one before, with these people and a computer player."""
        if before is None:
            table_id = await rig.race(len(people), 1)
        else:
            fresh = await rig.tables.rematch(before, people[0], HERE, rig.interaction())
            table_id = fresh.table_id
            for person in people[1:]:
                await rig.tables.step(lobby_commands.join, table_id, person, rig.interaction())
            with writing(rig.database) as db:
                shorter = update(tables).where(tables.c.table_id == table_id)
                db.execute(shorter.values(edition=json.dumps(SHORT)))
            await rig.tables.start(table_id, people[0].user_id, rig.interaction())
        await rig.play_out(table_id, Random(luck))
        return table_id

    async def evening(self, rig: TableRig, table_id: str) -> Evening | None:
        table, rounds = await rig.table(table_id), title("jockey").rounds
        assert rounds is not None
        return await rig.database.read(evening_of, table, rounds)

    async def scores(self, rig: TableRig, table_id: str) -> dict[int | str, int]:
        table, standing = await rig.table(table_id), await rig.standing(table_id)
        outcome = standing.match.outcome
        assert outcome is not None
        return {
            seat.owner_id or seat.name: score for seat, score in zip(table.seats, outcome.scores, strict=True)
        }

    async def test_credits_everybody_with_the_rounds_that_they_played(self, rig: TableRig) -> None:
        evening = list[str]()
        for number, people in enumerate(((ANA, BEN), (ANA, BEN), (BEN, CLEO))):
            evening.append(await self.round(rig, evening[-1] if evening else None, people, number))
        assert await self.evening(rig, evening[0]) is None, "the first round is told by its result alone"
        told = [await self.scores(rig, table_id) for table_id in evening]
        expected = Counter[int | str]()
        for each in told:
            expected.update(each)
        found = await self.evening(rig, evening[2])
        assert found is not None
        assert (found.rounds, dict(found.credits)) == (3, dict(expected))
        assert {ANA.user_id, BEN.user_id, CLEO.user_id} < found.credits.keys()
        assert found.credits[CLEO.user_id] == told[2][CLEO.user_id], "who comes later has no earlier rounds"
        assert [found.rounds_of[each.user_id] for each in (ANA, BEN, CLEO)] == [2, 3, 1]
        with counting(rig.database) as counted:
            await self.evening(rig.restarted(), evening[2])
        assert len([each for each in counted.statements if "evening" in each]) == 1

    async def test_goes_on_where_a_rematch_was_cancelled_in_between(self, rig: TableRig) -> None:
        first = await self.round(rig, None, (ANA, BEN), 1)
        given_up = await rig.tables.rematch(first, ANA, HERE, rig.interaction())
        await rig.tables.step(lobby_commands.leave, given_up.table_id, ANA.user_id)
        second = await self.round(rig, first, (BEN, ANA), 2)
        found = await self.evening(rig, second)
        assert found is not None
        assert found.rounds == 2

    async def test_has_nothing_of_who_had_their_data_erased(self, rig: TableRig) -> None:
        first = await self.round(rig, None, (ANA, BEN), 1)
        second = await self.round(rig, first, (BEN, CLEO), 2)
        with writing(rig.database) as db:
            bank.forget(db, ANA.user_id, rig.time)
        found = await self.evening(rig, second)
        assert found is not None
        assert {BEN.user_id, CLEO.user_id, "Tin 0"} == found.credits.keys()

    async def chain(self, rig: TableRig, length: int) -> list[str]:
        """Write down an evening of so many tables, in each of which Ana scores one."""
        names = [f"EVE{number:03}" for number in range(length)]
        lobby = await rig.lobby()
        with writing(rig.database) as db:
            found = db.execute(select(tables).where(tables.c.table_id == lobby))
            row = dict(found.mappings().one()) | {
                "status": Status.FINISHED,
                "length": 9,
                "ended_at": rig.time,
            }
            before = [None, *names]
            rows = [
                row | {"table_id": name, "rematch_of": before[number]} for number, name in enumerate(names)
            ]
            db.execute(insert(tables), rows)
            facts = {
                "seat": 0,
                "guild_id": GUILD,
                "user_id": ANA.user_id,
                "game": "jockey",
                "score": 1,
                "place": 1,
            }
            db.execute(
                insert(results), [facts | {"table_id": name, "ended_at": 0, "number": 0} for name in names]
            )
        return names

    async def test_counts_its_newest_fifty_tables_however_long_it_is(self, rig: TableRig) -> None:
        names = await self.chain(rig, LONGEST + 10)
        counted = []
        for number in (LONGEST - 2, LONGEST - 1, LONGEST, LONGEST + 9):
            found = await self.evening(rig, names[number])
            assert found is not None
            assert found.credits == {ANA.user_id: found.rounds}
            counted.append(found.rounds)
        assert counted == [LONGEST - 1, LONGEST, LONGEST, LONGEST]


async def test_a_rematch_pressed_by_somebody_who_saw_other_terms_asks_for_their_ready(rig: TableRig) -> None:
    over = await rig.race(people=2)
    await rig.play_out(over, Random(1))
    seen = await rig.tables.database.read(lobby_commands.read_terms, rig.tables.games, over)
    lobby = (await rig.tables.rematch(over, ANA, HERE, rig.interaction())).table_id
    assert await rig.tables.step(lobby_commands.join, lobby, BEN, rig.interaction(), seen), (
        "it is played on the same terms"
    )

    await rig.tables.step(lobby_commands.leave, lobby, BEN.user_id)
    await rig.tables.step(lobby_commands.set_options, lobby, ANA.user_id, {"rounds": 5}, 6)
    assert not await rig.tables.step(lobby_commands.join, lobby, BEN, rig.interaction(), seen)
    assert [seat.ready for seat in (await rig.table(lobby)).seats] == [True, False]
