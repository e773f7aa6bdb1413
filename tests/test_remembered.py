"""What is kept in memory, up to a number."""

from __future__ import annotations

import sys
from threading import Thread

import pytest

from bot.remembered import Remembered


def test_what_was_set_longest_ago_is_forgotten_first() -> None:
    letters = Remembered[str, int](2)
    letters["a"], letters["b"], letters["c"] = 1, 2, 3

    assert dict(letters) == {"b": 2, "c": 3}


def test_what_is_set_again_is_the_newest() -> None:
    letters = Remembered[str, int](2)
    letters["a"], letters["b"], letters["a"], letters["c"] = 1, 2, 3, 4

    assert dict(letters) == {"a": 3, "c": 4}


def test_what_is_used_and_moved_to_the_end_stays() -> None:
    letters = Remembered[str, int](2)
    letters["a"], letters["b"] = 1, 2
    letters.move_to_end("a")
    letters["c"] = 3

    assert dict(letters) == {"a": 1, "c": 3}


def test_what_is_forgotten_makes_room() -> None:
    letters = Remembered[str, int](2)
    letters["a"], letters["b"] = 1, 2
    del letters["a"]
    letters["c"] = 3

    assert dict(letters) == {"b": 2, "c": 3}


def test_threads_that_remember_at_once_do_not_disturb_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    letters, troubles = Remembered[int, int](3), list[BaseException]()
    monkeypatch.setattr("threading.excepthook", lambda trouble: troubles.append(trouble.exc_value))
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)

    def remember() -> None:
        for number in range(20_000):
            letters[number % 5] = number

    threads = [Thread(target=remember) for _ in range(2)]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert troubles == []
    assert len(letters) == 3
