"""When the thread of a race that is over is closed: the clock that says so, and what it asks for."""

from __future__ import annotations

from random import Random

from bot import outbox
from bot.outbox import PostKind
from bot.tables import Status, clock_commands, day_commands, guild_commands
from bot.tables.deadlines import THREAD_CLOSES_AFTER, Clock
from tests.tables.playing import ANA, BEN, CHANNEL, HERE
from tests.tables.rules import Rules

THREAD = 55


def clocks(rules: Rules) -> dict[str, int]:
    """In how many milliseconds each clock runs out."""
    return {row.kind: row.due_at - rules.time for row in rules.everything()["deadlines"]}


def is_asked_for(rules: Rules, table_id: str) -> bool:
    return outbox.THREAD in rules.requested(table_id)


def finished(rules: Rules, thread_id: int = THREAD) -> str:
    """Play a race to its end in a thread."""
    table_id = rules.race()
    rules.tables.step(guild_commands.note_channel, table_id, thread_id, instead_of=None)
    rules.play_out(table_id, Random(1))
    return table_id


def test_ten_minutes_after_a_race_is_over_its_thread_is_to_be_closed_once(rules: Rules) -> None:
    table_id = finished(rules)
    assert clocks(rules) == {Clock.THREAD: THREAD_CLOSES_AFTER}
    assert not is_asked_for(rules, table_id)

    rules.run_out(table_id, Clock.THREAD)

    assert is_asked_for(rules, table_id)
    assert clocks(rules) == {}


def test_the_thread_of_a_race_that_was_cancelled_is_to_be_closed_as_well(rules: Rules) -> None:
    table_id = rules.race()
    rules.tables.step(day_commands.cancel, table_id, ANA.user_id, may_manage=True)
    rules.tables.step(
        guild_commands.note_channel, table_id, THREAD, instead_of=None
    )  # with what says so, if it is the first
    rules.run_out(table_id, Clock.THREAD)
    assert is_asked_for(rules, table_id)


def test_a_channel_in_which_a_race_was_run_is_never_closed(rules: Rules) -> None:
    finished(rules, thread_id=CHANNEL)
    assert clocks(rules) == {}


def test_where_a_rematch_goes_on_in_it_the_thread_stays_open_until_that_is_over(rules: Rules) -> None:
    before = finished(rules)
    fresh = rules.tables.rematch(before, BEN, HERE, 77, thread_id=THREAD).table_id
    rules.run_out(before, Clock.THREAD)
    assert not is_asked_for(rules, before)

    rules.run_out(fresh, Clock.LOBBY)

    assert rules.table(fresh).status is Status.EXPIRED
    assert clocks(rules) == {Clock.THREAD: THREAD_CLOSES_AFTER}
    rules.run_out(fresh, Clock.THREAD)
    assert is_asked_for(rules, fresh)


def test_a_last_word_that_came_late_is_let_stand_for_as_long(rules: Rules) -> None:
    table_id = finished(rules)
    rules.run_out(table_id, Clock.THREAD)

    rules.tables.step(clock_commands.let_thread_stand, table_id, rules.time + 1000)

    assert clocks(rules) == {Clock.THREAD: 1000}
    rules.run_out(table_id, Clock.THREAD)
    (post,) = [each for each in rules.posts(table_id) if each.kind is PostKind.THREAD]
    assert post.requested == 2


def test_a_lobby_in_a_channel_has_no_thread_to_close(rules: Rules) -> None:
    rules.run_out(rules.lobby(), Clock.LOBBY)
    assert clocks(rules) == {}
