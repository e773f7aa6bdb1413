"""Deciding: who may, what is refused, what is written, and whose screens it concerns."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from bot.db import Database
from bot.outbox import BOARD, FINAL, LOBBY, PostKey, call_of, desk_of, result_of
from bot.tables import Refusal, Refused, Status, race_commands
from engines.core import IllegalAction, SharedRefusal, Unreadable
from tests.tables.playing import ANA, BEN, PEOPLE, TableRig, draft_of, facts, fill_in, sampled

BET = {"type": "bet", "kind": "win", "horse": "red", "stake": 100}


async def _racing(rig: TableRig, people: int = 2) -> tuple[str, int, int]:
    """Start a race and place the bets; return the table, the user whose turn it is, and since when."""
    table_id = await rig.race(people)
    await rig.play_until(table_id, "racing", Random(2))
    ((seat, asked),) = (await rig.standing(table_id)).asked.items()
    return table_id, PEOPLE[seat].user_id, asked


async def test_a_decision_is_a_row_with_what_happened(rig: TableRig) -> None:
    table_id = await rig.race()
    rig.pass_minutes(1)
    await rig.tables.step(race_commands.act, table_id, BEN.user_id, 1, BET)
    *_, row = (await rig.everything())["log"]

    assert (row.n, row.seat, row.auto, row.at) == (1, 1, False, rig.time)
    assert row.action == '{"type":"bet","kind":"win","horse":"red","stake":100}'
    assert row.events == '[{"type":"bet_placed","seat":1}]'
    assert (await rig.table(table_id)).length == 2
    assert rig.told[-1] == table_id


async def test_while_all_bet_at_once_nobodys_bet_makes_anothers_stale(rig: TableRig) -> None:
    table_id = await rig.race(people=3)
    await rig.tables.step(race_commands.act, table_id, ANA.user_id, 1, BET)
    await rig.tables.step(race_commands.act, table_id, PEOPLE[2].user_id, 1, BET)

    assert (await rig.standing(table_id)).asked == {1: 1}


async def test_a_second_answer_to_a_settled_question_is_stale(rig: TableRig) -> None:
    table_id, user, asked = await _racing(rig)
    await rig.decide(table_id, Random(1))
    assert (await rig.standing(table_id)).asked

    with pytest.raises(Refused) as refused:
        await rig.tables.step(race_commands.act, table_id, user, asked, {"type": "play", "card": "red+7"})

    assert refused.value.reason is Refusal.STALE


async def test_a_button_from_an_earlier_turn_does_not_play_in_this_one(rig: TableRig) -> None:
    table_id, user, asked = await _racing(rig)
    while (await rig.standing(table_id)).asked.keys() != {PEOPLE.index(_person(user))} or (
        await rig.table(table_id)
    ).length == asked:
        await rig.decide(table_id, Random(1))
    standing = await rig.standing(table_id)
    card = standing.view(PEOPLE.index(_person(user))).own.hand[0]

    with pytest.raises(Refused) as refused:
        await rig.tables.step(race_commands.act, table_id, user, asked, {"type": "play", "card": card})

    assert refused.value.reason is Refusal.STALE


def _person(user_id: int):
    return next(person for person in PEOPLE if person.user_id == user_id)


async def test_only_the_seat_that_is_asked_may_answer(rig: TableRig) -> None:
    table_id, user, asked = await _racing(rig, people=3)
    for person in PEOPLE[:3]:
        if person.user_id != user:
            with pytest.raises(Refused) as refused:
                await rig.tables.step(
                    race_commands.act, table_id, person.user_id, asked, {"type": "play", "card": "red+7"}
                )
            assert refused.value.reason is Refusal.NOT_YOUR_TURN


async def test_nobody_acts_for_another_by_being_elsewhere(rig: TableRig) -> None:
    table_id = await rig.race(people=2)

    with pytest.raises(Refused) as refused:
        await rig.tables.step(race_commands.act, table_id, PEOPLE[3].user_id, 1, BET)

    assert refused.value.reason is Refusal.NOT_SEATED


@pytest.mark.parametrize("asked", [0, -1, 2, 10**9])
async def test_a_forged_question_is_refused(rig: TableRig, asked: int) -> None:
    table_id = await rig.race()

    with pytest.raises(Refused) as refused:
        await rig.tables.step(race_commands.act, table_id, ANA.user_id, asked, BET)

    assert refused.value.reason is Refusal.NOT_YOUR_TURN


@pytest.mark.parametrize(
    "action",
    [
        {},
        {"type": "bet"},
        {"type": "run"},
        {**BET, "stake": "100"},
        {**BET, "stake": 100.0},
        {**BET, "more": 1},
        {"type": "play", "card": None},
    ],
)
async def test_what_is_no_action_changes_nothing(rig: TableRig, action) -> None:
    table_id = await rig.race()
    before = await rig.everything()

    with pytest.raises(Unreadable):
        await rig.tables.step(race_commands.act, table_id, ANA.user_id, 1, action)

    assert await rig.everything() == before


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ({**BET, "horse": "green"}, "unknown_horse"),
        ({**BET, "stake": 50}, "stake_too_small"),
        ({**BET, "stake": 150}, "stake_not_in_steps"),
        ({**BET, "stake": 1100}, "stake_too_large"),
        ({"type": "play", "card": "red+7"}, SharedRefusal.WRONG_PHASE),
        ({"type": "keep", "cards": []}, SharedRefusal.WRONG_PHASE),
    ],
)
async def test_what_the_rules_refuse_changes_no_row_no_coin_and_no_screen(
    rig: TableRig, action, reason: str
) -> None:
    table_id = await rig.race()
    before, standing = await rig.everything(), facts(await rig.standing(table_id))
    rig.told.clear()

    with pytest.raises(IllegalAction) as illegal:
        await rig.tables.step(race_commands.act, table_id, ANA.user_id, 1, action)

    assert illegal.value.reason == reason
    assert await rig.everything() == before
    assert facts(await rig.standing(table_id)) == standing
    assert rig.told == []


async def test_of_many_presses_at_once_exactly_one_counts(rig: TableRig) -> None:
    table_id, user, asked = await _racing(rig)
    standing = await rig.standing(table_id)
    seat = PEOPLE.index(_person(user))
    actions = [sampled(standing, seat, Random(i)) for i in range(8)]

    answers = await asyncio.gather(
        *(rig.tables.step(race_commands.act, table_id, user, asked, action) for action in actions),
        return_exceptions=True,
    )

    assert answers.count(None) == 1
    assert [answer.reason for answer in answers if isinstance(answer, Refused)] == [Refusal.STALE] * 7
    assert (await rig.table(table_id)).length == asked + 1


async def test_two_processes_on_one_database_do_not_both_take_a_press(
    new_url: str, steady_luck: None
) -> None:
    stores = [await Database.open(new_url) for _ in range(2)]
    here, there = TableRig(stores[0]), TableRig(stores[1])
    table_id = await here.race()
    await there.standing(table_id)

    answers = await asyncio.gather(
        here.tables.step(race_commands.act, table_id, ANA.user_id, 1, BET),
        there.tables.step(race_commands.act, table_id, ANA.user_id, 1, BET),
        there.tables.step(race_commands.act, table_id, BEN.user_id, 1, BET),
        return_exceptions=True,
    )

    assert answers[2] is None
    assert sorted(map(type, answers[:2]), key=str) == [type(None), Refused]
    assert facts(await here.standing(table_id)) == facts(await there.standing(table_id))
    for store in stores:
        await store.close()


class TestASlip:
    async def test_is_kept_and_filled_in_further(self, rig: TableRig) -> None:
        table_id = await rig.race()
        await fill_in(rig.tables, table_id, ANA.user_id, 1, lambda slip: {**slip, "kind": "win"})
        await fill_in(rig.tables, table_id, ANA.user_id, 1, lambda slip: {**slip, "horse": "red"})

        found = await draft_of(rig.restarted().database, table_id, ANA.user_id, 1)
        assert found == {"kind": "win", "horse": "red"}
        assert len((await rig.everything())["drafts"]) == 1

    async def test_keeps_every_field_that_is_chosen_at_the_same_moment(self, rig: TableRig) -> None:
        table_id, fields = await rig.race(), "abcdef"
        await asyncio.gather(
            *(
                fill_in(rig.tables, table_id, ANA.user_id, 1, lambda slip, field=field: {**slip, field: 1})
                for field in fields
            )
        )

        assert await draft_of(rig.database, table_id, ANA.user_id, 1) == dict.fromkeys(fields, 1)

    async def test_belongs_to_one_person(self, rig: TableRig) -> None:
        table_id = await rig.race()
        await fill_in(rig.tables, table_id, ANA.user_id, 1, lambda _: {"kind": "win"})

        assert await draft_of(rig.database, table_id, BEN.user_id, 1) == {}

    async def test_is_void_once_the_question_is_settled(self, rig: TableRig) -> None:
        table_id = await rig.race()
        await fill_in(rig.tables, table_id, ANA.user_id, 1, lambda _: {"kind": "win"})
        await rig.tables.step(race_commands.act, table_id, ANA.user_id, 1, BET)

        with pytest.raises(Refused) as refused:
            await fill_in(rig.tables, table_id, ANA.user_id, 1, lambda _: {"kind": "place"})
        assert refused.value.reason is Refusal.STALE
        await rig.play_until(table_id, "racing", Random(1))
        for asked in range(2, 5):
            assert await draft_of(rig.database, table_id, ANA.user_id, asked) == {}

    async def test_that_cannot_be_filled_in_so_stays_as_it_was(self, rig: TableRig) -> None:
        table_id = await rig.race()
        await fill_in(rig.tables, table_id, ANA.user_id, 1, lambda _: {"kind": "win"})

        def misread(slip: dict[str, Any]) -> dict[str, Any]:
            raise ValueError(slip)

        with pytest.raises(ValueError, match="win"):
            await fill_in(rig.tables, table_id, ANA.user_id, 1, misread)
        assert await draft_of(rig.database, table_id, ANA.user_id, 1) == {"kind": "win"}

    async def test_moves_no_screen_and_wakes_nobody(self, rig: TableRig) -> None:
        table_id = await rig.race()
        before, told = await rig.requested(table_id), list(rig.told)
        await fill_in(rig.tables, table_id, ANA.user_id, 1, lambda _: {"kind": "win"})

        assert (await rig.requested(table_id), rig.told) == (before, told)


def once_more(before: dict[PostKey, int], *keys: PostKey) -> dict[PostKey, int]:
    """Return how often posts were asked for once these were asked for once more."""
    return before | {key: before.get(key, 0) + 1 for key in keys}


class TestPosts:
    """Which posts a step asks for, and whose."""

    async def test_a_bet_concerns_the_board_and_the_desk_of_who_placed_it(self, rig: TableRig) -> None:
        table_id = await rig.race(people=3)
        before = await rig.requested(table_id)
        await rig.tables.step(race_commands.act, table_id, BEN.user_id, 1, BET)

        assert await rig.requested(table_id) == once_more(before, BOARD, desk_of(BEN.user_id))

    async def test_the_last_bet_concerns_also_who_plays_first(self, rig: TableRig) -> None:
        table_id = await rig.race(people=4)
        for person in PEOPLE[:3]:
            await rig.tables.step(race_commands.act, table_id, person.user_id, 1, BET)
        before = await rig.requested(table_id)
        await rig.tables.step(race_commands.act, table_id, PEOPLE[3].user_id, 1, BET)
        (first,) = (await rig.standing(table_id)).asked

        concerned = {BOARD, desk_of(PEOPLE[3].user_id), desk_of(PEOPLE[first].user_id)}
        concerned |= {call_of(PEOPLE[first].user_id)} if first != 3 else set()
        assert await rig.requested(table_id) == once_more(before, *concerned)

    async def test_a_card_concerns_who_played_it_and_who_is_next(self, rig: TableRig) -> None:
        table_id, user, _ = await _racing(rig, people=4)
        before = await rig.requested(table_id)
        await rig.decide(table_id, Random(1))
        (following,) = (await rig.standing(table_id)).asked

        called = PEOPLE[following].user_id
        concerned = (BOARD, desk_of(user), desk_of(called), call_of(called))
        assert await rig.requested(table_id) == once_more(before, *concerned)

    async def test_the_end_of_a_race_concerns_every_desk_and_has_a_result(self, rig: TableRig) -> None:
        table_id, *_ = await _racing(rig, people=3)
        before = await rig.requested(table_id)
        while (await rig.standing(table_id)).view(None).result is None:
            before = await rig.requested(table_id)
            await rig.decide(table_id, Random(1))
        after, length = await rig.requested(table_id), (await rig.table(table_id)).length

        result = next(post for post in await rig.posts(table_id) if post.key == result_of(1))
        assert (result.requested, result.moment) == (1, length)
        desks = [desk_of(person.user_id) for person in PEOPLE[:3]]
        assert all(after[key] == before[key] + 1 for key in (BOARD, *desks))

    async def test_every_desk_that_has_something_new_is_wanted_and_no_other(self, rig: TableRig) -> None:
        table_id, luck = await rig.race(people=3), Random(5)
        while (before := await rig.standing(table_id)).asked:
            requested_before = await rig.requested(table_id)
            seat = await rig.decide(table_id, luck)
            after, requested = await rig.standing(table_id), await rig.requested(table_id)
            for other in range(3):
                desk = desk_of(PEOPLE[other].user_id)
                assert requested[desk] - requested_before[desk] in {0, 1}
                if _sees(before, other) != _sees(after, other):
                    assert requested[desk] > requested_before[desk]
                elif other != seat and before.match.state.race_day == after.match.state.race_day:
                    assert requested[desk] == requested_before[desk]

    async def test_the_end_of_the_game_has_a_post_of_its_own_and_no_further_board(
        self, rig: TableRig
    ) -> None:
        table_id, luck = await rig.race(people=2), Random(1)
        before = await rig.requested(table_id)
        while (await rig.standing(table_id)).asked:
            before = await rig.requested(table_id)
            await rig.decide(table_id, luck)
        requested, table = await rig.requested(table_id), await rig.table(table_id)

        assert table.status is Status.FINISHED
        assert (before.get(FINAL), requested[FINAL]) == (None, 1)
        assert requested[BOARD] == before[BOARD]
        assert result_of(3) not in requested
        assert requested[LOBBY] > before[LOBBY]


def _sees(standing, seat: int):
    """What a desk shows of a moment: what is the seat's own, and what it is asked."""
    return standing.view(seat).own, standing.asked.get(seat), standing.view(None).race
