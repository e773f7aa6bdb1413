"""Deciding: who may, what is refused, what is written, and whose screens it concerns."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.outbox import BOARD, FINAL, LOBBY, PostKey, call_of, desk_of, result_of
from bot.tables import Refusal, Refused, Status, race_commands
from engines.core import IllegalAction, SharedRefusal, Unreadable
from tests.tables.playing import ANA, BEN, PEOPLE, draft_of, facts, fill_in
from tests.tables.rules import Rules, at_once

BET = {"type": "bet", "kind": "win", "horse": "red", "stake": 100}


def _racing(rules: Rules, people: int = 2) -> tuple[str, int, int]:
    """Start a race and place the bets; return the table, the user whose turn it is, and since when."""
    table_id = rules.race(people)
    rules.play_until(table_id, "racing", Random(2))
    ((seat, asked),) = rules.standing(table_id).asked.items()
    return table_id, PEOPLE[seat].user_id, asked


def test_a_decision_is_a_row_with_what_happened(rules: Rules) -> None:
    table_id = rules.race()
    rules.pass_minutes(1)
    rules.tables.step(race_commands.act, table_id, BEN.user_id, 1, BET)
    *_, row = rules.everything()["log"]

    assert (row.n, row.seat, row.auto, row.at) == (1, 1, False, rules.time)
    assert row.action == '{"type":"bet","kind":"win","horse":"red","stake":100}'
    assert row.events == '[{"type":"bet_placed","seat":1}]'
    assert rules.table(table_id).length == 2
    assert rules.told[-1] == table_id


def test_while_all_bet_at_once_nobodys_bet_makes_anothers_stale(rules: Rules) -> None:
    table_id = rules.race(people=3)
    rules.tables.step(race_commands.act, table_id, ANA.user_id, 1, BET)
    rules.tables.step(race_commands.act, table_id, PEOPLE[2].user_id, 1, BET)

    assert rules.standing(table_id).asked == {1: 1}


def test_a_second_answer_to_a_settled_question_is_stale(rules: Rules) -> None:
    table_id, user, asked = _racing(rules)
    rules.decide(table_id, Random(1))
    assert rules.standing(table_id).asked

    with pytest.raises(Refused) as refused:
        rules.tables.step(race_commands.act, table_id, user, asked, {"type": "play", "card": "red+7"})

    assert refused.value.reason is Refusal.STALE


def test_a_button_from_an_earlier_turn_does_not_play_in_this_one(rules: Rules) -> None:
    table_id, user, asked = _racing(rules)
    while (
        rules.standing(table_id).asked.keys() != {PEOPLE.index(_person(user))}
        or (rules.table(table_id)).length == asked
    ):
        rules.decide(table_id, Random(1))
    standing = rules.standing(table_id)
    card = standing.view(PEOPLE.index(_person(user))).own.hand[0]

    with pytest.raises(Refused) as refused:
        rules.tables.step(race_commands.act, table_id, user, asked, {"type": "play", "card": card})

    assert refused.value.reason is Refusal.STALE


def _person(user_id: int):
    return next(person for person in PEOPLE if person.user_id == user_id)


def test_only_the_seat_that_is_asked_may_answer(rules: Rules) -> None:
    table_id, user, asked = _racing(rules, people=3)
    for person in PEOPLE[:3]:
        if person.user_id != user:
            with pytest.raises(Refused) as refused:
                rules.tables.step(
                    race_commands.act, table_id, person.user_id, asked, {"type": "play", "card": "red+7"}
                )
            assert refused.value.reason is Refusal.NOT_YOUR_TURN


def test_nobody_acts_for_another_by_being_elsewhere(rules: Rules) -> None:
    table_id = rules.race(people=2)

    with pytest.raises(Refused) as refused:
        rules.tables.step(race_commands.act, table_id, PEOPLE[3].user_id, 1, BET)

    assert refused.value.reason is Refusal.NOT_SEATED


@pytest.mark.parametrize("asked", [0, -1, 2, 10**9])
def test_a_forged_question_is_refused(rules: Rules, asked: int) -> None:
    table_id = rules.race()

    with pytest.raises(Refused) as refused:
        rules.tables.step(race_commands.act, table_id, ANA.user_id, asked, BET)

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
def test_what_is_no_action_changes_nothing(rules: Rules, action) -> None:
    table_id = rules.race()
    before = rules.everything()

    with pytest.raises(Unreadable):
        rules.tables.step(race_commands.act, table_id, ANA.user_id, 1, action)

    assert rules.everything() == before


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
def test_what_the_rules_refuse_changes_no_row_no_coin_and_no_screen(
    rules: Rules, action, reason: str
) -> None:
    table_id = rules.race()
    before, standing = rules.everything(), facts(rules.standing(table_id))
    rules.told.clear()

    with pytest.raises(IllegalAction) as illegal:
        rules.tables.step(race_commands.act, table_id, ANA.user_id, 1, action)

    assert illegal.value.reason == reason
    assert rules.everything() == before
    assert facts(rules.standing(table_id)) == standing
    assert rules.told == []


class TestASlip:
    def test_is_kept_and_filled_in_further(self, rules: Rules) -> None:
        table_id = rules.race()
        at_once(fill_in(rules.tables.whole, table_id, ANA.user_id, 1, lambda slip: {**slip, "kind": "win"}))
        at_once(fill_in(rules.tables.whole, table_id, ANA.user_id, 1, lambda slip: {**slip, "horse": "red"}))

        found = at_once(draft_of(rules.restarted().database, table_id, ANA.user_id, 1))
        assert found == {"kind": "win", "horse": "red"}
        assert len(rules.everything()["drafts"]) == 1

    def test_belongs_to_one_person(self, rules: Rules) -> None:
        table_id = rules.race()
        at_once(fill_in(rules.tables.whole, table_id, ANA.user_id, 1, lambda _: {"kind": "win"}))

        assert at_once(draft_of(rules.database.whole, table_id, BEN.user_id, 1)) == {}

    def test_is_void_once_the_question_is_settled(self, rules: Rules) -> None:
        table_id = rules.race()
        at_once(fill_in(rules.tables.whole, table_id, ANA.user_id, 1, lambda _: {"kind": "win"}))
        rules.tables.step(race_commands.act, table_id, ANA.user_id, 1, BET)

        with pytest.raises(Refused) as refused:
            at_once(fill_in(rules.tables.whole, table_id, ANA.user_id, 1, lambda _: {"kind": "place"}))
        assert refused.value.reason is Refusal.STALE
        rules.play_until(table_id, "racing", Random(1))
        for asked in range(2, 5):
            assert at_once(draft_of(rules.database.whole, table_id, ANA.user_id, asked)) == {}

    def test_that_cannot_be_filled_in_so_stays_as_it_was(self, rules: Rules) -> None:
        table_id = rules.race()
        at_once(fill_in(rules.tables.whole, table_id, ANA.user_id, 1, lambda _: {"kind": "win"}))

        def misread(slip: dict[str, Any]) -> dict[str, Any]:
            raise ValueError(slip)

        with pytest.raises(ValueError, match="win"):
            at_once(fill_in(rules.tables.whole, table_id, ANA.user_id, 1, misread))
        assert at_once(draft_of(rules.database.whole, table_id, ANA.user_id, 1)) == {"kind": "win"}

    def test_moves_no_screen_and_wakes_nobody(self, rules: Rules) -> None:
        table_id = rules.race()
        before, told = rules.requested(table_id), list(rules.told)
        at_once(fill_in(rules.tables.whole, table_id, ANA.user_id, 1, lambda _: {"kind": "win"}))

        assert (rules.requested(table_id), rules.told) == (before, told)


def once_more(before: dict[PostKey, int], *keys: PostKey) -> dict[PostKey, int]:
    """Return how often posts were asked for once these were asked for once more."""
    return before | {key: before.get(key, 0) + 1 for key in keys}


class TestPosts:
    """Which posts a step asks for, and whose."""

    def test_a_bet_concerns_the_board_and_the_desk_of_who_placed_it(self, rules: Rules) -> None:
        table_id = rules.race(people=3)
        before = rules.requested(table_id)
        rules.tables.step(race_commands.act, table_id, BEN.user_id, 1, BET)

        assert rules.requested(table_id) == once_more(before, BOARD, desk_of(BEN.user_id))

    def test_the_last_bet_concerns_also_who_plays_first(self, rules: Rules) -> None:
        table_id = rules.race(people=4)
        for person in PEOPLE[:3]:
            rules.tables.step(race_commands.act, table_id, person.user_id, 1, BET)
        before = rules.requested(table_id)
        rules.tables.step(race_commands.act, table_id, PEOPLE[3].user_id, 1, BET)
        (first,) = rules.standing(table_id).asked

        concerned = {BOARD, desk_of(PEOPLE[3].user_id), desk_of(PEOPLE[first].user_id)}
        concerned |= {call_of(PEOPLE[first].user_id)} if first != 3 else set()
        assert rules.requested(table_id) == once_more(before, *concerned)

    def test_a_card_concerns_who_played_it_and_who_is_next(self, rules: Rules) -> None:
        table_id, user, _ = _racing(rules, people=4)
        before = rules.requested(table_id)
        rules.decide(table_id, Random(1))
        (following,) = rules.standing(table_id).asked

        called = PEOPLE[following].user_id
        concerned = (BOARD, desk_of(user), desk_of(called), call_of(called))
        assert rules.requested(table_id) == once_more(before, *concerned)

    def test_the_end_of_a_race_concerns_every_desk_and_has_a_result(self, rules: Rules) -> None:
        table_id, *_ = _racing(rules, people=3)
        before = rules.requested(table_id)
        while rules.standing(table_id).view(None).result is None:
            before = rules.requested(table_id)
            rules.decide(table_id, Random(1))
        after, length = rules.requested(table_id), rules.table(table_id).length

        result = next(post for post in rules.posts(table_id) if post.key == result_of(1))
        assert (result.requested, result.moment) == (1, length)
        desks = [desk_of(person.user_id) for person in PEOPLE[:3]]
        assert all(after[key] == before[key] + 1 for key in (BOARD, *desks))

    def test_every_desk_that_has_something_new_is_wanted_and_no_other(self, rules: Rules) -> None:
        table_id, luck = rules.race(people=3), Random(5)
        while (before := rules.standing(table_id)).asked:
            requested_before = rules.requested(table_id)
            seat = rules.decide(table_id, luck)
            after, requested = rules.standing(table_id), rules.requested(table_id)
            for other in range(3):
                desk = desk_of(PEOPLE[other].user_id)
                assert requested[desk] - requested_before[desk] in {0, 1}
                if _sees(before, other) != _sees(after, other):
                    assert requested[desk] > requested_before[desk]
                elif other != seat and before.match.state.race_day == after.match.state.race_day:
                    assert requested[desk] == requested_before[desk]

    def test_the_end_of_the_game_has_a_post_of_its_own_and_no_further_board(self, rules: Rules) -> None:
        table_id, luck = rules.race(people=2), Random(1)
        before = rules.requested(table_id)
        while rules.standing(table_id).asked:
            before = rules.requested(table_id)
            rules.decide(table_id, luck)
        requested, table = rules.requested(table_id), rules.table(table_id)

        assert table.status is Status.FINISHED
        assert (before.get(FINAL), requested[FINAL]) == (None, 1)
        assert requested[BOARD] == before[BOARD]
        assert result_of(3) not in requested
        assert requested[LOBBY] > before[LOBBY]


def _sees(standing, seat: int):
    """What a desk shows of a moment: what is the seat's own, and what it is asked."""
    return standing.view(seat).own, standing.asked.get(seat), standing.view(None).race
