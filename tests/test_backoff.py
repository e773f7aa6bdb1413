"""Pauses that grow while something fails."""

from __future__ import annotations

from bot.backoff import Backoff


def test_a_pause_is_doubled_each_time_up_to_the_longest() -> None:
    backoff = Backoff(1, 10)
    assert [backoff.pause("a") for _ in range(6)] == [1, 2, 4, 8, 10, 10]


def test_what_is_done_begins_with_the_first_pause_again_and_others_go_on() -> None:
    backoff = Backoff(1, 10)
    for key in ("a", "b"):
        backoff.pause(key)
    backoff.over("a")

    assert ("a" in backoff, "b" in backoff) == (False, True)
    assert (backoff.pause("a"), backoff.pause("b")) == (1, 2)
