"""Every way to a table asks the same: who may open one, where one may be, and how many of them."""

from __future__ import annotations

from collections.abc import Callable
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
from tests.tables.rules import Rules

ELSEWHERE = HERE._replace(channel_id=CHANNEL + 1)
MUTE = HERE._replace(denied=("send_messages",))
STEWARD = 77
"""The role that opens tables."""

Way = Callable[[TableRig, str, Visitor], object]


def new(rules: Rules, _: str, visitor: Visitor) -> None:
    opened(rules, visitor=visitor)


def rematch(rules: Rules, over: str, visitor: Visitor) -> None:
    rules.tables.rematch(over, BEN, visitor, rules.interaction())


def board(rules: Rules, _: str, visitor: Visitor) -> None:
    (race,) = [
        table for table in rules.tables.database.read(open_in, GUILD) if table.status is Status.RUNNING
    ]
    rules.tables.step(guild_commands.bring_board, race.table_id, BEN.user_id, visitor)


def lobby(rules: Rules, _: str, visitor: Visitor) -> None:
    (waiting,) = [
        table for table in rules.tables.database.read(open_in, GUILD) if table.status is Status.LOBBY
    ]
    rules.tables.step(guild_commands.bring_board, waiting.table_id, waiting.host_id, visitor)


def opened(rules: Rules, host: Person = BEN, visitor: Visitor = HERE) -> str:
    opening = Opening(
        visitor=visitor,
        host=host,
        game="jockey",
        options={"rounds": 1},
        capacity=6,
        interaction_id=rules.interaction(),
    )
    return rules.tables.open(opening).table_id


def finished(rules: Rules) -> str:
    """Leave a table as a whole game would, in no time."""
    table_id = rules.lobby(people=2)
    with writing(rules.database) as db:
        this = stored.c.table_id == table_id
        db.execute(update(stored).where(this).values(status=Status.FINISHED, ended_at=rules.time))
        deadlines.change(db, table_id, list(deadlines.Clock), {}, now=rules.time)
    return table_id


@pytest.fixture
def over(rules: Rules) -> str:
    """A finished table, beside a race and a lobby at which Ben sits."""
    table_id = finished(rules)
    rules.race(people=2)
    rules.lobby(people=2)
    return table_id


OPENS = {"/race new": new, "Rematch": rematch}
PLACES = OPENS | {"/race board": board, "/race board before the start": lobby}


def refused(rules: Rules, way: Way, over: str, visitor: Visitor) -> Refused:
    before = rules.everything()
    with pytest.raises(Refused) as refusal:
        way(rules, over, visitor)
    assert rules.everything() == before
    return refusal.value


@pytest.mark.parametrize("way", PLACES.values(), ids=PLACES)
class TestWhere:
    def test_no_table_is_where_this_server_keeps_none(self, rules: Rules, over: str, way: Way) -> None:
        rules.set_up_server(channels=(CHANNEL,))

        refusal = refused(rules, way, over, ELSEWHERE)

        assert (refusal.reason, refusal.facts) == (Refusal.NOT_IN_THIS_CHANNEL, {"channels": (CHANNEL,)})
        way(rules, over, HERE)

    def test_a_thread_is_where_its_channel_is(self, rules: Rules, over: str, way: Way) -> None:
        rules.set_up_server(channels=(CHANNEL,))
        refused(rules, way, over, ELSEWHERE._replace(parent_id=CHANNEL + 2))
        way(rules, over, ELSEWHERE._replace(parent_id=CHANNEL))

    def test_no_table_is_where_the_bot_may_not_write(self, rules: Rules, over: str, way: Way) -> None:
        refusal = refused(rules, way, over, MUTE)

        assert (refusal.reason, refusal.facts) == (Refusal.NOT_ALLOWED_HERE, {"missing": ("send_messages",)})


@pytest.mark.parametrize("way", OPENS.values(), ids=OPENS)
class TestWho:
    def test_who_has_none_of_the_roles_opens_none(self, rules: Rules, over: str, way: Way) -> None:
        rules.set_up_server(openers=(STEWARD,))

        refusal = refused(rules, way, over, HERE._replace(roles=frozenset({STEWARD + 1})))

        assert (refusal.reason, refusal.facts) == (Refusal.NOT_FOR_YOU, {"roles": (STEWARD,)})
        way(rules, over, HERE._replace(roles=frozenset({STEWARD, STEWARD + 1})))

    def test_who_manages_the_server_needs_no_role(self, rules: Rules, over: str, way: Way) -> None:
        rules.set_up_server(openers=(STEWARD,))
        way(rules, over, HERE._replace(may_manage=True))

    def test_nobody_has_more_tables_than_one_person_may(self, rules: Rules, over: str, way: Way) -> None:
        rules.set_up_server(most_hosted=2)
        mine = [opened(rules), opened(rules)]

        refusal = refused(rules, way, over, HERE)

        assert refusal.reason is Refusal.TOO_MANY_HOSTED
        assert refusal.facts == {"most": 2, "tables": sorted(mine)}
        rules.tables.step(day_commands.cancel, mine[0], BEN.user_id, may_manage=False)
        way(rules, over, HERE)

    def test_no_table_is_opened_in_a_server_that_is_full(self, rules: Rules, over: str, way: Way) -> None:
        rules.set_up_server(most_tables=2)
        refusal = refused(rules, way, over, HERE)
        assert (refusal.reason, refusal.facts) == (Refusal.TOO_MANY_TABLES, {"most": 2})


def test_who_needs_no_role_to_sit_may_bring_the_board_of_their_race(rules: Rules, over: str) -> None:
    rules.set_up_server(openers=(STEWARD,))
    board(rules, over, ELSEWHERE)


def test_a_board_is_not_brought_to_another_server(rules: Rules) -> None:
    race = rules.race()
    with pytest.raises(Refused) as refusal:
        rules.tables.step(guild_commands.bring_board, race, BEN.user_id, HERE._replace(guild_id=GUILD + 1))
    assert refusal.value.reason is Refusal.NO_SUCH_TABLE


class TestTheLimitOfOnePerson:
    def test_counts_what_they_opened_also_when_somebody_else_is_host_by_now(self, rules: Rules) -> None:
        rules.set_up_server(most_hosted=1)
        table_id = opened(rules, ANA)
        rules.tables.step(lobby_commands.join, table_id, CLEO, rules.interaction())
        rules.tables.step(lobby_commands.leave, table_id, ANA.user_id)
        assert rules.table(table_id).host_id == CLEO.user_id

        for person in (ANA, CLEO):
            with pytest.raises(Refused) as refusal:
                opened(rules, person)
            assert refusal.value.reason is Refusal.TOO_MANY_HOSTED
        opened(rules, BEN)

    def test_counts_tables_that_rest(self, rules: Rules) -> None:
        rules.set_up_server(most_hosted=1)
        rules.tables.step(day_commands.pause, rules.race(), ANA.user_id)
        with pytest.raises(Refused) as refusal:
            opened(rules, ANA)
        assert refusal.value.reason is Refusal.TOO_MANY_HOSTED

    def test_leaves_room_for_others(self, rules: Rules) -> None:
        for _ in range(3):
            rules.tables.step(day_commands.pause, rules.race(), ANA.user_id)
        with pytest.raises(Refused):
            opened(rules, ANA)
        for person in PEOPLE[1:4]:
            opened(rules, person)


class TestADeadRematch:
    @pytest.fixture
    def before(self, rules: Rules) -> str:
        return finished(rules)

    def test_that_was_cancelled_is_followed_by_another(self, rules: Rules, before: str) -> None:
        dead = rules.tables.rematch(before, BEN, HERE, 77)
        rules.tables.step(day_commands.cancel, dead.table_id, BEN.user_id, may_manage=False)

        fresh = rules.tables.rematch(before, ANA, HERE, 78)

        assert fresh.table_id != dead.table_id
        assert (fresh.status, fresh.host_id) == (Status.LOBBY, ANA.user_id)
        assert rules.tables.rematch(before, BEN, HERE, 79).table_id == fresh.table_id

    def test_that_everybody_left_is_followed_by_another(self, rules: Rules, before: str) -> None:
        dead = rules.tables.rematch(before, BEN, HERE, 77)
        rules.tables.step(lobby_commands.leave, dead.table_id, BEN.user_id)
        assert rules.tables.rematch(before, BEN, HERE, 78).table_id != dead.table_id

    def test_that_ran_out_is_followed_by_another(self, rules: Rules, before: str) -> None:
        dead = rules.tables.rematch(before, BEN, HERE, 77)
        rules.run_out(dead.table_id, "lobby")
        assert rules.table(dead.table_id).status is Status.EXPIRED
        assert rules.tables.rematch(before, BEN, HERE, 78).status is Status.LOBBY

    def test_is_not_one_that_stands_though_the_clock_was_set_back_before_it(
        self, rules: Rules, before: str
    ) -> None:
        """By the time that it was opened it then comes before the table that it follows."""
        rules.pass_minutes(-10)
        fresh = rules.tables.rematch(before, ANA, HERE, 77)
        assert rules.tables.rematch(before, BEN, HERE, 78).table_id == fresh.table_id

    @pytest.mark.parametrize("is_over", [False, True])
    def test_is_not_one_that_runs_or_was_run(self, rules: Rules, before: str, is_over: bool) -> None:
        fresh = rules.tables.rematch(before, ANA, HERE, 77).table_id
        rules.tables.step(lobby_commands.join, fresh, BEN, 78)
        rules.start(fresh)
        if is_over:
            rules.play_out(fresh, Random(2))
        assert rules.tables.rematch(before, BEN, HERE, 79).table_id == fresh


class TestAGuestWhoIsSentAway:
    def test_loses_the_seat_and_does_not_come_back_uninvited(self, rules: Rules) -> None:
        table_id = rules.lobby(people=3, computers=1)
        rules.tables.step(lobby_commands.send_away, table_id, ANA.user_id, BEN.user_id)

        table = rules.table(table_id)
        assert [(seat.number, seat.name) for seat in table.seats] == [(0, "Ana"), (1, "Cleo"), (2, "Tin 0")]
        with pytest.raises(Refused) as refusal:
            rules.tables.step(lobby_commands.join, table_id, BEN, 77)
        assert (refusal.value.reason, refusal.value.facts) == (Refusal.SENT_AWAY, {"host": ANA.user_id})
        assert len(rules.table(table_id).salt) == len(table.salt)

    def test_comes_back_when_the_host_invites_them(self, rules: Rules) -> None:
        table_id = rules.lobby(people=2)
        rules.tables.step(lobby_commands.send_away, table_id, ANA.user_id, BEN.user_id)
        rules.tables.step(lobby_commands.invite, table_id, ANA.user_id, BEN.user_id)
        rules.tables.step(lobby_commands.join, table_id, BEN, 77)
        assert rules.table(table_id).seat_of(BEN.user_id)

    def test_stays_away_when_another_is_host_who_may_invite_them(self, rules: Rules) -> None:
        table_id = rules.lobby(people=3)
        rules.tables.step(lobby_commands.send_away, table_id, ANA.user_id, BEN.user_id)
        rules.tables.step(lobby_commands.leave, table_id, ANA.user_id)
        with pytest.raises(Refused) as refusal:
            rules.tables.step(lobby_commands.join, table_id, BEN, 77)
        assert refusal.value.facts == {"host": CLEO.user_id}
        rules.tables.step(lobby_commands.invite, table_id, CLEO.user_id, BEN.user_id)
        rules.tables.step(lobby_commands.join, table_id, BEN, 78)

    def test_is_welcome_at_every_other_table(self, rules: Rules) -> None:
        table_id, other = rules.lobby(people=2), rules.lobby(people=1)
        rules.tables.step(lobby_commands.send_away, table_id, ANA.user_id, BEN.user_id)
        rules.tables.step(lobby_commands.join, other, BEN, 77)
