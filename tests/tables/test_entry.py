"""Every way to a table asks the same: who may open one, where one may be, and how many of them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

import pytest
from sqlalchemy import update

from bot.db.schema import tables as stored
from bot.tables import (
    Opening,
    Person,
    Refusal,
    Refused,
    Status,
    Visitor,
    day_commands,
    deadlines,
    guild_commands,
    lobby_commands,
)
from bot.tables.reading import open_in
from tests.databases import writing
from tests.tables.playing import ANA, BEN, CHANNEL, CLEO, GUILD, HERE, PEOPLE, TableRig

ELSEWHERE = HERE._replace(channel_id=CHANNEL + 1)
MUTE = HERE._replace(denied=("send_messages",))
STEWARD = 77
"""The role that opens tables."""

Way = Callable[[TableRig, str, Visitor], Awaitable[object]]


async def new(rig: TableRig, _: str, visitor: Visitor) -> None:
    await opened(rig, visitor=visitor)


async def rematch(rig: TableRig, over: str, visitor: Visitor) -> None:
    await rig.tables.rematch(over, BEN, visitor, rig.interaction())


async def board(rig: TableRig, _: str, visitor: Visitor) -> None:
    (race,) = [
        table for table in await rig.tables.database.read(open_in, GUILD) if table.status is Status.RUNNING
    ]
    await rig.tables.step(guild_commands.bring_board, race.table_id, BEN.user_id, visitor)


async def lobby(rig: TableRig, _: str, visitor: Visitor) -> None:
    (waiting,) = [
        table for table in await rig.tables.database.read(open_in, GUILD) if table.status is Status.LOBBY
    ]
    await rig.tables.step(guild_commands.bring_board, waiting.table_id, waiting.host_id, visitor)


async def opened(rig: TableRig, host: Person = BEN, visitor: Visitor = HERE) -> str:
    opening = Opening(
        visitor=visitor,
        host=host,
        game="jockey",
        options={"rounds": 1},
        capacity=6,
        interaction_id=rig.interaction(),
    )
    return (await rig.tables.open(opening)).table_id


async def finished(rig: TableRig) -> str:
    """Leave a table as a whole game would, in no time."""
    table_id = await rig.lobby(people=2)
    with writing(rig.database) as db:
        this = stored.c.table_id == table_id
        db.execute(update(stored).where(this).values(status=Status.FINISHED, ended_at=rig.time))
        deadlines.change(db, table_id, list(deadlines.Clock), {}, now=rig.time)
    return table_id


@pytest.fixture
async def over(rig: TableRig) -> str:
    """A finished table, beside a race and a lobby at which Ben sits."""
    table_id = await finished(rig)
    await rig.race(people=2)
    await rig.lobby(people=2)
    return table_id


OPENS = {"/race new": new, "Rematch": rematch}
PLACES = OPENS | {"/race board": board, "/race board before the start": lobby}


async def refused(rig: TableRig, way: Way, over: str, visitor: Visitor) -> Refused:
    before = await rig.everything()
    with pytest.raises(Refused) as refusal:
        await way(rig, over, visitor)
    assert await rig.everything() == before
    return refusal.value


@pytest.mark.parametrize("way", PLACES.values(), ids=PLACES)
class TestWhere:
    async def test_no_table_is_where_this_server_keeps_none(self, rig: TableRig, over: str, way: Way) -> None:
        await rig.set_up_server(channels=(CHANNEL,))

        refusal = await refused(rig, way, over, ELSEWHERE)

        assert (refusal.reason, refusal.facts) == (Refusal.NOT_IN_THIS_CHANNEL, {"channels": (CHANNEL,)})
        await way(rig, over, HERE)

    async def test_a_thread_is_where_its_channel_is(self, rig: TableRig, over: str, way: Way) -> None:
        await rig.set_up_server(channels=(CHANNEL,))
        await refused(rig, way, over, ELSEWHERE._replace(parent_id=CHANNEL + 2))
        await way(rig, over, ELSEWHERE._replace(parent_id=CHANNEL))

    async def test_no_table_is_where_the_bot_may_not_write(self, rig: TableRig, over: str, way: Way) -> None:
        refusal = await refused(rig, way, over, MUTE)

        assert (refusal.reason, refusal.facts) == (Refusal.NOT_ALLOWED_HERE, {"missing": ("send_messages",)})


@pytest.mark.parametrize("way", OPENS.values(), ids=OPENS)
class TestWho:
    async def test_who_has_none_of_the_roles_opens_none(self, rig: TableRig, over: str, way: Way) -> None:
        await rig.set_up_server(openers=(STEWARD,))

        refusal = await refused(rig, way, over, HERE._replace(roles=frozenset({STEWARD + 1})))

        assert (refusal.reason, refusal.facts) == (Refusal.NOT_FOR_YOU, {"roles": (STEWARD,)})
        await way(rig, over, HERE._replace(roles=frozenset({STEWARD, STEWARD + 1})))

    async def test_who_manages_the_server_needs_no_role(self, rig: TableRig, over: str, way: Way) -> None:
        await rig.set_up_server(openers=(STEWARD,))
        await way(rig, over, HERE._replace(may_manage=True))

    async def test_nobody_has_more_tables_than_one_person_may(
        self, rig: TableRig, over: str, way: Way
    ) -> None:
        await rig.set_up_server(most_hosted=2)
        mine = [await opened(rig), await opened(rig)]

        refusal = await refused(rig, way, over, HERE)

        assert refusal.reason is Refusal.TOO_MANY_HOSTED
        assert refusal.facts == {"most": 2, "tables": sorted(mine)}
        await rig.tables.step(day_commands.cancel, mine[0], BEN.user_id, may_manage=False)
        await way(rig, over, HERE)

    async def test_no_table_is_opened_in_a_server_that_is_full(
        self, rig: TableRig, over: str, way: Way
    ) -> None:
        await rig.set_up_server(most_tables=2)
        refusal = await refused(rig, way, over, HERE)
        assert (refusal.reason, refusal.facts) == (Refusal.TOO_MANY_TABLES, {"most": 2})


async def test_who_needs_no_role_to_sit_may_bring_the_board_of_their_race(rig: TableRig, over: str) -> None:
    await rig.set_up_server(openers=(STEWARD,))
    await board(rig, over, ELSEWHERE)


async def test_a_board_is_not_brought_to_another_server(rig: TableRig) -> None:
    race = await rig.race()
    with pytest.raises(Refused) as refusal:
        await rig.tables.step(
            guild_commands.bring_board, race, BEN.user_id, HERE._replace(guild_id=GUILD + 1)
        )
    assert refusal.value.reason is Refusal.NO_SUCH_TABLE


class TestTheLimitOfOnePerson:
    async def test_counts_what_they_opened_also_when_somebody_else_is_host_by_now(
        self, rig: TableRig
    ) -> None:
        await rig.set_up_server(most_hosted=1)
        table_id = await opened(rig, ANA)
        await rig.tables.step(lobby_commands.join, table_id, CLEO, rig.interaction())
        await rig.tables.step(lobby_commands.leave, table_id, ANA.user_id)
        assert (await rig.table(table_id)).host_id == CLEO.user_id

        for person in (ANA, CLEO):
            with pytest.raises(Refused) as refusal:
                await opened(rig, person)
            assert refusal.value.reason is Refusal.TOO_MANY_HOSTED
        await opened(rig, BEN)

    async def test_counts_tables_that_rest(self, rig: TableRig) -> None:
        await rig.set_up_server(most_hosted=1)
        await rig.tables.step(day_commands.pause, await rig.race(), ANA.user_id)
        with pytest.raises(Refused) as refusal:
            await opened(rig, ANA)
        assert refusal.value.reason is Refusal.TOO_MANY_HOSTED

    async def test_holds_however_many_are_opened_at_once(self, rig: TableRig) -> None:
        await rig.set_up_server(most_hosted=3)
        answers = await asyncio.gather(*(opened(rig) for _ in range(6)), return_exceptions=True)
        assert sum(isinstance(answer, str) for answer in answers) == 3

    async def test_leaves_room_for_others(self, rig: TableRig) -> None:
        for _ in range(3):
            await rig.tables.step(day_commands.pause, await rig.race(), ANA.user_id)
        with pytest.raises(Refused):
            await opened(rig, ANA)
        for person in PEOPLE[1:4]:
            await opened(rig, person)


class TestADeadRematch:
    @pytest.fixture
    async def before(self, rig: TableRig) -> str:
        return await finished(rig)

    async def test_that_was_cancelled_is_followed_by_another(self, rig: TableRig, before: str) -> None:
        dead = await rig.tables.rematch(before, BEN, HERE, 77)
        await rig.tables.step(day_commands.cancel, dead.table_id, BEN.user_id, may_manage=False)

        fresh = await rig.tables.rematch(before, ANA, HERE, 78)

        assert fresh.table_id != dead.table_id
        assert (fresh.status, fresh.host_id) == (Status.LOBBY, ANA.user_id)
        assert (await rig.tables.rematch(before, BEN, HERE, 79)).table_id == fresh.table_id

    async def test_that_everybody_left_is_followed_by_another(self, rig: TableRig, before: str) -> None:
        dead = await rig.tables.rematch(before, BEN, HERE, 77)
        await rig.tables.step(lobby_commands.leave, dead.table_id, BEN.user_id)
        assert (await rig.tables.rematch(before, BEN, HERE, 78)).table_id != dead.table_id

    async def test_that_ran_out_is_followed_by_another(self, rig: TableRig, before: str) -> None:
        dead = await rig.tables.rematch(before, BEN, HERE, 77)
        await rig.run_out(dead.table_id, "lobby")
        assert (await rig.table(dead.table_id)).status is Status.EXPIRED
        assert (await rig.tables.rematch(before, BEN, HERE, 78)).status is Status.LOBBY

    async def test_is_still_opened_once_by_two_presses_at_the_same_moment(
        self, rig: TableRig, before: str
    ) -> None:
        for round_ in range(3):
            fresh = await asyncio.gather(
                *(rig.tables.rematch(before, person, HERE, 77 + round_) for person in (ANA, BEN))
            )
            assert len({table.table_id for table in fresh}) == 1
            await rig.tables.step(day_commands.cancel, fresh[0].table_id, 0, may_manage=True)

    async def test_is_not_one_that_stands_though_the_clock_was_set_back_before_it(
        self, rig: TableRig, before: str
    ) -> None:
        """By the time that it was opened it then comes before the table that it follows."""
        rig.pass_minutes(-10)
        fresh = await rig.tables.rematch(before, ANA, HERE, 77)
        assert (await rig.tables.rematch(before, BEN, HERE, 78)).table_id == fresh.table_id

    @pytest.mark.parametrize("is_over", [False, True])
    async def test_is_not_one_that_runs_or_was_run(self, rig: TableRig, before: str, is_over: bool) -> None:
        fresh = (await rig.tables.rematch(before, ANA, HERE, 77)).table_id
        await rig.tables.step(lobby_commands.join, fresh, BEN, 78)
        await rig.start(fresh)
        if is_over:
            await rig.play_out(fresh, Random(2))
        assert (await rig.tables.rematch(before, BEN, HERE, 79)).table_id == fresh


class TestAGuestWhoIsSentAway:
    async def test_loses_the_seat_and_does_not_come_back_uninvited(self, rig: TableRig) -> None:
        table_id = await rig.lobby(people=3, computers=1)
        await rig.tables.step(lobby_commands.send_away, table_id, ANA.user_id, BEN.user_id)

        table = await rig.table(table_id)
        assert [(seat.number, seat.name) for seat in table.seats] == [(0, "Ana"), (1, "Cleo"), (2, "Tin 0")]
        with pytest.raises(Refused) as refusal:
            await rig.tables.step(lobby_commands.join, table_id, BEN, 77)
        assert (refusal.value.reason, refusal.value.facts) == (Refusal.SENT_AWAY, {"host": ANA.user_id})
        assert len((await rig.table(table_id)).salt) == len(table.salt)

    async def test_comes_back_when_the_host_invites_them(self, rig: TableRig) -> None:
        table_id = await rig.lobby(people=2)
        await rig.tables.step(lobby_commands.send_away, table_id, ANA.user_id, BEN.user_id)
        await rig.tables.step(lobby_commands.invite, table_id, ANA.user_id, BEN.user_id)
        await rig.tables.step(lobby_commands.join, table_id, BEN, 77)
        assert (await rig.table(table_id)).seat_of(BEN.user_id)

    async def test_stays_away_when_another_is_host_who_may_invite_them(self, rig: TableRig) -> None:
        table_id = await rig.lobby(people=3)
        await rig.tables.step(lobby_commands.send_away, table_id, ANA.user_id, BEN.user_id)
        await rig.tables.step(lobby_commands.leave, table_id, ANA.user_id)
        with pytest.raises(Refused) as refusal:
            await rig.tables.step(lobby_commands.join, table_id, BEN, 77)
        assert refusal.value.facts == {"host": CLEO.user_id}
        await rig.tables.step(lobby_commands.invite, table_id, CLEO.user_id, BEN.user_id)
        await rig.tables.step(lobby_commands.join, table_id, BEN, 78)

    async def test_is_welcome_at_every_other_table(self, rig: TableRig) -> None:
        table_id, other = await rig.lobby(people=2), await rig.lobby(people=1)
        await rig.tables.step(lobby_commands.send_away, table_id, ANA.user_id, BEN.user_id)
        await rig.tables.step(lobby_commands.join, other, BEN, 77)
