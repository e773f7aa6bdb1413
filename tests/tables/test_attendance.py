"""Who decides for a seat: its person, somebody it was handed to, or a computer player while nobody is there."""

from __future__ import annotations

import asyncio
from functools import partial
from itertools import islice
from random import Random

import pytest

from bot.cluster.heartbeat import LEAST_LEFT
from bot.outbox import desk_of
from bot.tables import (
    Refusal,
    Refused,
    Status,
    clockwork,
    day_commands,
    deadlines,
    guild_commands,
    race_commands,
    seat_commands,
)
from bot.tables.autoplay import Following, following
from bot.tables.clockwork import Clockwork
from bot.tables.deadlines import Clock
from bot.tables.table import Attendance, Taken
from tests.databases import reading
from tests.tables.playing import (
    ANA,
    BEN,
    CLEO,
    GUILD,
    HERE,
    PEOPLE,
    TableRig,
    act_late,
    fill_in,
    sampled,
    with_standing,
)
from tests.waiting import until

AWAY, LEFT, PRESENT = Attendance.AWAY, Attendance.LEFT, Attendance.PRESENT


async def seat(rig: TableRig, table_id: str, number: int):
    return (await rig.table(table_id)).seats[number]


async def attendances(rig: TableRig, table_id: str) -> list[Attendance]:
    return [seat.attendance for seat in (await rig.table(table_id)).people]


async def notices(rig: TableRig, table_id: str) -> list[str]:
    return [str(notice) for notice in await rig.notices(table_id)]


async def length(rig: TableRig, table_id: str) -> int:
    return (await rig.table(table_id)).length


async def taken(rig: TableRig) -> list[str | None]:
    return [row.taken_by for row in (await rig.everything())["log"] if row.action]


class TestTime:
    async def test_at_the_end_of_its_time_something_legal_is_done_for_a_seat_and_said_to_be(
        self, rig: TableRig, works: Clockwork
    ) -> None:
        table_id = await rig.race(people=2)
        await rig.tables.step(
            race_commands.act, table_id, ANA.user_id, 1, sampled(await rig.standing(table_id), 0, Random(1))
        )
        await _oversleep(rig, works, table_id)
        await until(lambda: _grown(rig, table_id, 2))

        assert await taken(rig) == [None, "clock"]
        assert (await seat(rig, table_id, 1)).missed == 1
        assert await attendances(rig, table_id) == [PRESENT, PRESENT]

    async def test_after_two_in_a_row_a_seat_is_played_for_until_its_owner_is_back(
        self, rig: TableRig, works: Clockwork
    ) -> None:
        table_id = await rig.race(people=3)
        while (await seat(rig, table_id, 1)).attendance is PRESENT:
            await _all_but_ben_decide(rig, table_id)
            before = await length(rig, table_id)
            await _oversleep(rig, works, table_id)
            await until(partial(_grown, rig, table_id, before))
        assert (await taken(rig)).count("clock") == 2
        assert "away" in await notices(rig, table_id)

        while "away" not in await taken(rig):
            await _all_but_ben_decide(rig, table_id)
            await until(lambda: _ben_is_not_asked(rig, table_id))
        await rig.tables.step(seat_commands.come_back, table_id, BEN.user_id)

        ben = await seat(rig, table_id, 1)
        assert (ben.attendance, ben.missed) == (PRESENT, 0)
        assert "back" in await notices(rig, table_id)

    async def test_who_decides_in_time_starts_counting_anew(self, rig: TableRig, works: Clockwork) -> None:
        table_id = await rig.race(people=2)
        await _oversleep(rig, works, table_id)
        await until(lambda: _is_racing(rig, table_id))
        ((number, _),) = (await rig.standing(table_id)).asked.items()
        assert (await seat(rig, table_id, number)).missed == 1
        await rig.decide(table_id, Random(1))

        assert (await seat(rig, table_id, number)).missed == 0

    async def test_half_the_time_reminds_once_and_in_private(self, rig: TableRig, works: Clockwork) -> None:
        table_id = await rig.race(people=2)
        rig.pass_minutes(1.5)
        works.notify(table_id)
        await until(lambda: _reminded(rig, table_id))

        due = {post.user_id for post in await rig.posts(table_id) if post.needs_new_message}
        assert due == {ANA.user_id, BEN.user_id}
        assert {row.kind for row in (await rig.everything())["deadlines"]} == {"turn:0", "turn:1"}

    async def test_a_press_in_the_moment_in_which_time_runs_out_counts_once(self, rig: TableRig) -> None:
        table_id = await rig.race(people=2)
        standing = await rig.standing(table_id)
        with reading(rig.database) as db:
            (mine,) = [
                each for each in clockwork.deadlines.due(db, rig.time + 10**9) if each.kind == "turn:0"
            ]
        mine_played, late = sampled(standing, 0, Random(1)), sampled(standing, 0, Random(2))

        answers = await asyncio.gather(
            rig.tables.step(race_commands.act, table_id, ANA.user_id, 1, mine_played),
            act_late(rig.tables, mine, 1, late),
            return_exceptions=True,
        )

        assert await length(rig, table_id) == 2
        assert all(answer is None or isinstance(answer, Refused) for answer in answers)

    async def test_time_in_which_the_bot_was_away_counts_against_nobody(self, rig: TableRig) -> None:
        await _restart(rig)
        table_id = await rig.race(people=2)
        rig.pass_minutes(600)
        await _restart(rig)

        left = [row.due_at - rig.time for row in (await rig.everything())["deadlines"]]
        assert min(left) >= 90_000
        assert await length(rig, table_id) == 1

    async def test_clocks_stand_still_while_discord_cannot_be_reached(
        self, rig: TableRig, works: Clockwork
    ) -> None:
        table_id = await rig.race(people=2)
        rig.heartbeat.disconnected(0)
        rig.pass_minutes(60)
        works.notify(table_id)
        await asyncio.sleep(0.05)
        assert await length(rig, table_id) == 1
        rig.heartbeat.connected(0)
        await rig.heartbeat.beat()

        left = {row.due_at - rig.time for row in (await rig.everything())["deadlines"]}
        assert left == {LEAST_LEFT - 90_000, LEAST_LEFT}

    async def test_a_server_settles_on_the_time(self, rig: TableRig) -> None:
        await rig.set_up_server(clock=30)
        await rig.race(people=2)

        assert {row.due_at - rig.time for row in (await rig.everything())["deadlines"]} == {
            15_000,
            30_000,
        }


class TestLeaving:
    async def test_a_seat_that_was_left_is_played_by_a_computer_and_paid_to_its_owner(
        self, rig: TableRig, works: Clockwork
    ) -> None:
        table_id, luck = await rig.race(people=2), Random(1)
        await rig.tables.step(seat_commands.stand_up, table_id, BEN.user_id)
        while (await rig.table(table_id)).status is Status.RUNNING:
            standing = await rig.standing(table_id)
            if standing.match.outcome is None and 0 in standing.asked:
                action = sampled(standing, 0, luck)
                await rig.tables.step(race_commands.act, table_id, ANA.user_id, standing.asked[0], action)
            await until(lambda: _is_ana_asked_or_over(rig, table_id))

        results = (await rig.everything())["results"]
        assert [row.user_id for row in results] == [ANA.user_id, BEN.user_id]
        assert set(await taken(rig)) <= {"away", "only", None}
        assert await rig.audit() == []

    async def test_what_was_thought_out_for_somebody_who_is_back_meanwhile_is_not_played(
        self, rig: TableRig
    ) -> None:
        table_id, luck = await rig.race(people=2), Random(1)
        await rig.tables.step(seat_commands.stand_up, table_id, BEN.user_id)
        table, standing = await with_standing(rig.tables, table_id)
        found = following(table, standing)
        assert standing
        assert found == Following(1, "steady", Taken.AWAY)
        action, asked = sampled(standing, 1, luck), standing.asked[1]
        await rig.tables.step(seat_commands.come_back, table_id, BEN.user_id)

        with pytest.raises(Refused) as refused:
            await rig.tables.step(race_commands.act_for, table_id, 1, asked, action, Taken.AWAY)
        assert refused.value.reason is Refusal.STALE
        await rig.tables.step(race_commands.act, table_id, BEN.user_id, asked, action)

    async def test_a_host_who_leaves_passes_the_table_on_to_who_is_there(self, rig: TableRig) -> None:
        table_id = await rig.race(people=3)
        await rig.tables.step(seat_commands.stand_up, table_id, BEN.user_id)
        await rig.tables.step(seat_commands.stand_up, table_id, ANA.user_id)
        assert (await rig.table(table_id)).host_id == CLEO.user_id
        await rig.tables.step(seat_commands.stand_up, table_id, CLEO.user_id)

        assert (await rig.table(table_id)).host_id == CLEO.user_id

    async def test_who_left_may_come_back(self, rig: TableRig) -> None:
        table_id = await rig.race(people=2)
        await rig.tables.step(seat_commands.stand_up, table_id, BEN.user_id)
        await rig.tables.step(seat_commands.come_back, table_id, BEN.user_id)

        assert await attendances(rig, table_id) == [PRESENT, PRESENT]
        assert "turn:1" in {row.kind for row in (await rig.everything())["deadlines"]}


class TestHandingOver:
    async def test_somebody_else_decides_and_the_owner_is_paid(self, rig: TableRig) -> None:
        table_id = await rig.race(people=2)
        await rig.hand_over(table_id, BEN.user_id, CLEO.user_id)
        action = sampled(await rig.standing(table_id), 1, Random(1))

        with pytest.raises(Refused) as refused:
            await rig.tables.step(race_commands.act, table_id, BEN.user_id, 1, action)
        assert (refused.value.reason, refused.value.facts) == (Refusal.HANDED_OVER, {"user": CLEO.user_id})
        await rig.tables.step(race_commands.act, table_id, CLEO.user_id, 1, action)
        await rig.play_out(table_id, Random(1))

        assert [row.user_id for row in (await rig.everything())["results"]] == [ANA.user_id, BEN.user_id]
        with reading(rig.database) as db:
            assert clockwork.deadlines.of_table(db, table_id).keys() == {Clock.THREAD}
        assert await rig.audit() == []

    async def test_the_owner_takes_the_seat_back_and_the_other_is_out(self, rig: TableRig) -> None:
        table_id = await rig.race(people=2)
        await rig.hand_over(table_id, BEN.user_id, CLEO.user_id)
        await rig.tables.step(seat_commands.come_back, table_id, BEN.user_id)
        table = await rig.table(table_id)

        assert (table.seat_of(CLEO.user_id), table.require_seat(BEN.user_id).number) == (None, 1)
        assert (await rig.requested(table_id))[desk_of(CLEO.user_id)] > 0

    async def test_orders_of_whoever_played_the_seat_end_when_it_is_taken_back(self, rig: TableRig) -> None:
        table_id = await rig.race(people=2)
        await rig.hand_over(table_id, BEN.user_id, CLEO.user_id)
        await rig.tables.step(seat_commands.order, table_id, CLEO.user_id, "play", "steady")
        await rig.tables.step(seat_commands.come_back, table_id, BEN.user_id)

        assert (await seat(rig, table_id, 1)).orders == {}

    async def test_the_owner_is_told_who_plays_the_seat_whatever_they_try_and_may_open_the_rematch(
        self, rig: TableRig
    ) -> None:
        table_id = await rig.race(people=2)
        tables, ben, dora = rig.tables, BEN.user_id, PEOPLE[3].user_id
        await rig.hand_over(table_id, ben, CLEO.user_id)
        await rig.hand_over(table_id, CLEO.user_id, dora)
        for attempt in (
            rig.hand_over(table_id, ben, 999),
            tables.step(seat_commands.stand_up, table_id, ben),
            tables.step(day_commands.vote_to_stop, table_id, ben),
            tables.step(guild_commands.bring_board, table_id, ben, HERE),
            fill_in(tables, table_id, ben, 1, lambda draft: draft),
        ):
            with pytest.raises(Refused) as refused:
                await attempt
            assert (refused.value.reason, refused.value.facts) == (Refusal.HANDED_OVER, {"user": dora})
        await rig.play_out(table_id, Random(1))
        assert (await tables.rematch(table_id, BEN, HERE, 77)).host_id == ben

    async def test_who_holds_a_seat_may_hand_it_back_to_its_owner(self, rig: TableRig) -> None:
        table_id = await rig.race(people=2)
        await rig.hand_over(table_id, BEN.user_id, CLEO.user_id)
        await rig.hand_over(table_id, CLEO.user_id, BEN.user_id)
        table = await rig.table(table_id)

        assert table.require_seat(BEN.user_id).attendance is PRESENT
        assert not table.require_seat(BEN.user_id).is_held_for_another
        assert table.seat_of(CLEO.user_id) is None

    async def test_who_holds_a_seat_for_somebody_may_leave_it_to_the_computer(self, rig: TableRig) -> None:
        table_id = await rig.race(people=2)
        await rig.hand_over(table_id, BEN.user_id, CLEO.user_id)
        await rig.tables.step(seat_commands.stand_up, table_id, CLEO.user_id)
        ben = await seat(rig, table_id, 1)

        assert (ben.user_id, ben.attendance) == (BEN.user_id, LEFT)


class TestResting:
    async def test_a_paused_table_keeps_what_was_left_on_its_clocks(
        self, rig: TableRig, works: Clockwork
    ) -> None:
        table_id = await rig.race(people=2)
        rig.pass_minutes(1)
        await rig.tables.step(day_commands.pause, table_id, ANA.user_id)
        rig.pass_minutes(500)
        works.notify(table_id)
        await asyncio.sleep(0.05)
        assert await length(rig, table_id) == 1
        await rig.tables.step(day_commands.resume, table_id, ANA.user_id)

        left = {row.due_at - rig.time for row in (await rig.everything())["deadlines"]}
        assert left == {30_000, 120_000}

    async def test_a_clock_that_is_started_while_a_table_rests_has_its_whole_time_afterwards_and_no_more(
        self, rig: TableRig
    ) -> None:
        table_id = await rig.race(people=2)
        rig.pass_minutes(1)
        await rig.tables.step(day_commands.pause, table_id, ANA.user_id)
        rig.pass_minutes(3 * 24 * 60)
        await rig.tables.step(seat_commands.stand_up, table_id, BEN.user_id)
        await rig.tables.step(seat_commands.come_back, table_id, BEN.user_id)
        rig.pass_minutes(3 * 24 * 60)
        await rig.tables.step(day_commands.resume, table_id, ANA.user_id)

        left = {row.kind: row.due_at - rig.time for row in (await rig.everything())["deadlines"]}
        assert left == {"turn:0": 120_000, "half:0": 30_000, "turn:1": 180_000, "half:1": 90_000}

    async def test_a_clock_that_goes_on_while_a_table_rests_is_not_set_later_by_the_rest(
        self, rig: TableRig
    ) -> None:
        table_id = await rig.race(people=2)
        await guild_commands.bot_left(rig.tables, GUILD)
        await rig.tables.step(day_commands.pause, table_id, ANA.user_id)
        rig.pass_minutes(60)
        await rig.tables.step(day_commands.resume, table_id, ANA.user_id)

        left = {row.kind: row.due_at - rig.time for row in (await rig.everything())["deadlines"]}
        assert left["homeless"] == deadlines.HOMELESS_CLOSES_AFTER - 60 * deadlines.MINUTE

    async def test_a_restart_while_a_table_rests_neither_takes_nor_gives_time(self, rig: TableRig) -> None:
        await _restart(rig)
        table_id = await rig.race(people=2)
        rig.pass_minutes(1)
        await rig.tables.step(day_commands.pause, table_id, ANA.user_id)
        rig.pass_minutes(500)
        await _restart(rig)
        rig.pass_minutes(500)
        await rig.tables.step(day_commands.resume, table_id, ANA.user_id)

        left = {row.due_at - rig.time for row in (await rig.everything())["deadlines"]}
        assert left == {30_000, 120_000}

    async def test_a_table_that_rests_for_a_week_closes_and_the_money_returns(
        self, rig: TableRig, works: Clockwork
    ) -> None:
        before = await rig.worth(2)
        table_id = await rig.race(people=2)
        await rig.tables.step(day_commands.pause, table_id, ANA.user_id)
        rig.pass_minutes(7 * 24 * 60 + 1)
        works.notify(table_id)

        await until(lambda: _has(rig, table_id, Status.CANCELLED))
        assert await rig.worth(2) == before

    async def test_who_leaves_keeps_nobody_from_stopping(self, rig: TableRig) -> None:
        table_id = await rig.race(people=3)
        await rig.tables.step(day_commands.vote_to_stop, table_id, ANA.user_id)
        await rig.tables.step(day_commands.vote_to_stop, table_id, BEN.user_id)
        await rig.tables.step(seat_commands.stand_up, table_id, CLEO.user_id)

        assert (await rig.table(table_id)).status is Status.CANCELLED
        assert await rig.audit() == []

    async def test_once_everybody_who_is_there_would_stop_the_money_goes_back(self, rig: TableRig) -> None:
        before = await rig.worth(3)
        table_id = await rig.race(people=3)
        await rig.tables.step(seat_commands.stand_up, table_id, CLEO.user_id)
        await rig.tables.step(day_commands.vote_to_stop, table_id, ANA.user_id)
        await rig.tables.step(day_commands.vote_to_stop, table_id, ANA.user_id)  # thought better of it
        await rig.tables.step(day_commands.vote_to_stop, table_id, BEN.user_id)
        assert (await rig.table(table_id)).status is Status.RUNNING
        await rig.tables.step(day_commands.vote_to_stop, table_id, ANA.user_id)

        assert (await rig.table(table_id)).status is Status.CANCELLED
        assert await rig.worth(3) == before
        assert set(await notices(rig, table_id)) == {"left", "would_stop", "goes_on"}


class TestWhatFollows:
    async def test_the_only_move_is_made_by_the_table_unless_its_owner_wants_to_be_asked(
        self, rig: TableRig
    ) -> None:
        table_id = await rig.race(people=2, edition=None)
        found = await self._found(rig, table_id, Taken.ONLY, Random(3))
        table, standing = await with_standing(rig.tables, table_id)
        assert standing is not None
        number = found.number
        user = table.seats[number].user_id
        assert found == Following(number, "steady", Taken.ONLY)
        assert len(list(standing.choices(number))) == 1

        assert user is not None
        await rig.tables.database.write(seat_commands.ask_always, user, is_wanted=True)
        assert following(*await with_standing(rig.tables, table_id)) is None

    async def test_a_standing_order_is_carried_out_until_it_is_taken_back(self, rig: TableRig) -> None:
        table_id = await rig.race(people=2, game="sulkydrom", edition=None)
        await rig.tables.step(seat_commands.order, table_id, ANA.user_id, "drive", "steady")
        found = await self._found(rig, table_id, Taken.ORDER, Random(4))
        assert found.number == 0

        await rig.tables.step(seat_commands.order, table_id, ANA.user_id, "drive", None)
        assert following(*await with_standing(rig.tables, table_id)) is None
        standing = await rig.standing(table_id)
        action = sampled(standing, 0, Random(1))
        with pytest.raises(Refused) as refused:
            await rig.tables.step(race_commands.act_for, table_id, 0, standing.asked[0], action, Taken.ORDER)
        assert refused.value.reason is Refusal.STALE

    async def test_a_move_that_only_its_owner_knows_to_be_the_only_one_is_theirs_to_make(
        self, rig: TableRig
    ) -> None:
        table_id, luck = await rig.race(people=3, game="newmarket", edition=None), Random(6)
        single = 0
        while await rig.decide(table_id, luck) is not None and single < 5:
            table, standing = await with_standing(rig.tables, table_id)
            assert standing is not None
            for number in standing.asked:
                is_single = len(list(islice(standing.choices(number), 2))) == 1
                if is_single and not standing.has_only_move(number):
                    single += 1
                    assert following(table, standing) is None
        assert single

    async def _found(self, rig: TableRig, table_id: str, taken: Taken, luck: Random) -> Following:
        """Play at random until something follows for this reason."""
        while True:
            found = following(*await with_standing(rig.tables, table_id))
            if found and found.taken is taken:
                return found
            assert await rig.decide(table_id, luck) is not None, "the game ended before"


async def _restart(rig: TableRig) -> None:
    """Let a process take up what the one before it left, and end."""
    made = rig.clockwork()
    await rig.resume(made)
    await made.close()


async def _grown(rig: TableRig, table_id: str, rows: int) -> bool:
    return await length(rig, table_id) > rows


async def _is_racing(rig: TableRig, table_id: str) -> bool:
    return (await rig.standing(table_id)).view(None).phase == "racing"


async def _oversleep(rig: TableRig, works: Clockwork, table_id: str) -> None:
    """Let the time of whoever is asked run out, as it does while the bot is there: half of it reminds them."""
    for _ in range(2):
        rig.pass_minutes(1.5)
        works.notify(table_id)
        await until(lambda: _nothing_is_due(rig))


async def _nothing_is_due(rig: TableRig) -> bool:
    with reading(rig.database) as db:
        return not deadlines.due(db, rig.time)


async def _reminded(rig: TableRig, table_id: str) -> bool:
    return not any(row.kind.startswith("half") for row in (await rig.everything())["deadlines"])


async def _is_ana_asked_or_over(rig: TableRig, table_id: str) -> bool:
    is_over = (await rig.table(table_id)).status is not Status.RUNNING
    return is_over or 0 in (await rig.standing(table_id)).asked


async def _ben_is_not_asked(rig: TableRig, table_id: str) -> bool:
    return 1 not in (await rig.standing(table_id)).asked


async def _has(rig: TableRig, table_id: str, status: Status) -> bool:
    return (await rig.table(table_id)).status is status


async def _all_but_ben_decide(rig: TableRig, table_id: str) -> None:
    """Let everybody else decide at random until the table waits for Ben alone."""
    while (asked := (await rig.standing(table_id)).asked) and set(asked) != {1}:
        number = min(number for number in asked if number != 1)
        action = sampled(await rig.standing(table_id), number, Random(1))
        await rig.tables.step(race_commands.act, table_id, PEOPLE[number].user_id, asked[number], action)
