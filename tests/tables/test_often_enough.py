"""What one person can do again and again at a table is bounded, and costs later presses nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.outbox import PostKind, note_shown
from bot.tables import Refusal, Refused, day_commands, lobby_commands, seat_commands
from bot.tables.step import MOST_NOTICES
from tests.databases import writing
from tests.tables.playing import ANA, BEN, CLEO, TableRig
from tests.tables.rules import Rules

Round = Callable[[TableRig, str], object]


def leave_and_return(rules: Rules, table_id: str) -> None:
    rules.tables.step(seat_commands.stand_up, table_id, BEN.user_id)
    rules.tables.step(seat_commands.come_back, table_id, BEN.user_id)


def hand_over_and_take_back(rules: Rules, table_id: str) -> None:
    rules.hand_over(table_id, BEN.user_id, CLEO.user_id)
    rules.tables.step(seat_commands.come_back, table_id, BEN.user_id)


def hand_over_and_be_given_back(rules: Rules, table_id: str) -> None:
    rules.hand_over(table_id, BEN.user_id, CLEO.user_id)
    rules.tables.step(seat_commands.stand_up, table_id, CLEO.user_id)
    rules.tables.step(seat_commands.come_back, table_id, BEN.user_id)


def offer_and_never_mind(rules: Rules, table_id: str) -> None:
    rules.tables.step(seat_commands.offer, table_id, BEN.user_id, CLEO.user_id)
    rules.tables.step(seat_commands.end_offer, table_id, BEN.user_id, 1)


def pause_and_resume(rules: Rules, table_id: str) -> None:
    rules.tables.step(day_commands.pause, table_id, ANA.user_id)
    rules.tables.step(day_commands.resume, table_id, ANA.user_id)


def want_to_stop_and_not(rules: Rules, table_id: str) -> None:
    for would in (True, False):
        rules.tables.step(day_commands.vote_to_stop, table_id, BEN.user_id, would=would)


def allow_hints_and_not(rules: Rules, table_id: str) -> None:
    for is_allowed in (False, True):
        rules.tables.step(lobby_commands.allow_hints, table_id, ANA.user_id, is_allowed=is_allowed)


def until_refused(rules: Rules, again: Round, table_id: str) -> int:
    """Do something again and again; return how often, once it is refused."""
    times = 0

    def on_and_on() -> None:
        nonlocal times
        while times <= MOST_NOTICES:
            again(rules, table_id)
            rules.pass_minutes(1)
            times += 1

    with pytest.raises(Refused) as refused:
        on_and_on()
    assert (refused.value.reason, refused.value.facts["most"]) == (Refusal.OFTEN_ENOUGH, MOST_NOTICES)
    return times


@pytest.mark.parametrize(
    "again",
    [
        leave_and_return,
        hand_over_and_take_back,
        hand_over_and_be_given_back,
        offer_and_never_mind,
        pause_and_resume,
        want_to_stop_and_not,
        allow_hints_and_not,
    ],
)
def test_what_everybody_is_told_of_is_done_a_bounded_number_of_times(rules: Rules, again: Round) -> None:
    table_id = rules.race(people=2)
    assert until_refused(rules, again, table_id) == MOST_NOTICES


def all_told(rules: Rules, table_id: str) -> None:
    """Note every public line as posted."""
    for post in rules.posts(table_id):
        if post.kind is PostKind.NOTICE:
            with writing(rules.database) as db:
                note_shown(db, post)


def test_lines_that_were_posted_cost_a_later_press_nothing(rules: Rules) -> None:
    table_id = rules.race(people=2)
    leave_and_return(rules, table_id)
    all_told(rules, table_id)
    before = len(rules.posts(table_id))
    for _ in range(9):
        leave_and_return(rules, table_id)
        rules.pass_minutes(1)
    all_told(rules, table_id)
    assert len(rules.posts(table_id)) == before
