"""Work asked for by a key: one at a time for each, once more if asked meanwhile, and done in good order at the end."""

from __future__ import annotations

import asyncio

import pytest

from bot.work_queue import WorkQueue
from tests.waiting import until


class Work:
    """Work that waits to be let go on, and counts."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.ended: list[str] = []
        self.gate = asyncio.Event()
        self.fails = False

    async def __call__(self, key: str) -> None:
        self.begun.append(key)
        await self.gate.wait()
        if self.fails:
            raise ZeroDivisionError(key)
        self.ended.append(key)


@pytest.fixture
def work() -> Work:
    return Work()


@pytest.fixture
def queue(work: Work) -> WorkQueue:
    return WorkQueue(work, "work on")


async def settled() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_what_is_asked_for_is_done(queue: WorkQueue, work: Work) -> None:
    work.gate.set()
    queue.ask("a")
    await until(lambda: work.ended == ["a"])


async def test_one_key_is_never_worked_on_twice_at_once_and_once_more_however_often_it_was_asked_for(
    queue: WorkQueue, work: Work
) -> None:
    queue.ask("a")
    await settled()
    for _ in range(5):
        queue.ask("a")
    await settled()
    assert work.begun == ["a"]

    work.gate.set()
    await settled()
    assert work.begun == work.ended == ["a", "a"]


async def test_different_keys_do_not_wait_for_each_other(queue: WorkQueue, work: Work) -> None:
    queue.ask("a")
    queue.ask("b")
    await settled()

    assert work.begun == ["a", "b"]
    work.gate.set()
    await queue.close(1)


async def test_an_errand_that_fails_is_tried_again_until_it_is_done_and_its_traceback_is_logged_once(
    work: Work, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.work_queue.FIRST_PAUSE", 0.001)
    queue = WorkQueue(work, "work on")
    work.gate.set()
    work.fails = True
    queue.ask("a")
    await until(lambda: len(work.begun) >= 3)
    work.fails = False
    await until(lambda: work.ended == ["a"])

    lines = [record for record in caplog.records if record.message.startswith("work on a failed; again in")]
    assert [bool(line.exc_info) for line in lines] == [True, *[False] * (len(lines) - 1)]
    assert len(lines) >= 3


async def test_an_errand_that_fails_pauses_longer_each_time_and_may_be_asked_for_meanwhile(
    queue: WorkQueue, work: Work, caplog: pytest.LogCaptureFixture
) -> None:
    work.gate.set()
    work.fails = True
    for _ in range(3):
        queue.ask("a")
        await settled()
    work.fails = False
    queue.ask("a")
    await settled()

    assert work.ended == ["a"]
    assert [line.partition("again in ")[2] for line in caplog.messages] == [
        f"{pause} s: ZeroDivisionError" for pause in (1, 2, 4)
    ]
    await queue.close(1)


async def test_an_error_that_is_expected_is_told_in_its_own_words_and_without_a_traceback_each_time(
    work: Work, caplog: pytest.LogCaptureFixture
) -> None:
    queue = WorkQueue(work, "work on", (ZeroDivisionError,))
    work.gate.set()
    work.fails = True
    for _ in range(3):
        queue.ask("a")
        await settled()
    await queue.close(1)

    assert caplog.messages == [f"work on a: again in {pause} s: a" for pause in (1, 2, 4)]
    assert not any(record.exc_info for record in caplog.records)


async def test_once_an_errand_is_done_its_pauses_begin_anew(
    queue: WorkQueue, work: Work, caplog: pytest.LogCaptureFixture
) -> None:
    work.gate.set()
    for fails in (True, True, False, True):
        work.fails = fails
        queue.ask("a")
        await settled()
    await queue.close(1)

    pauses = [line.partition("again in ")[2] for line in caplog.messages]
    assert pauses == [f"{pause} s: ZeroDivisionError" for pause in (1, 2, 1)]


async def test_an_errand_that_asks_for_itself_and_fails_waits_all_the_same() -> None:
    begun = 0

    async def ask_and_fail(key: str) -> None:
        nonlocal begun
        begun += 1
        queue.ask(key)
        raise ZeroDivisionError

    queue = WorkQueue(ask_and_fail, "work on")
    queue.ask("a")
    await settled()
    await settled()
    assert begun == 1
    await queue.close(1)


async def test_an_alarm_rings_after_a_while(queue: WorkQueue, work: Work) -> None:
    work.gate.set()
    asked_at = asyncio.get_running_loop().time()
    queue.ask_in(0.01, "a")
    assert work.begun == []
    await until(lambda: work.ended == ["a"])
    assert asyncio.get_running_loop().time() - asked_at >= 0.01


@pytest.mark.parametrize("waits", [(0.01, 60.0), (60.0, 0.01)], ids=["earlier first", "later first"])
async def test_of_several_alarms_the_earliest_rings(
    queue: WorkQueue, work: Work, waits: tuple[float, float]
) -> None:
    work.gate.set()
    for wait in waits:
        queue.ask_in(wait, "a")
    await until(lambda: work.ended == ["a"])
    await queue.close(1)


async def test_closing_lets_work_under_way_finish(queue: WorkQueue, work: Work) -> None:
    queue.ask("a")
    await settled()
    queue.ask("a")
    closing = asyncio.create_task(queue.close(5))
    await settled()
    work.gate.set()
    await closing

    assert work.ended == ["a"]


async def test_closing_cancels_what_does_not_finish(queue: WorkQueue, work: Work) -> None:
    queue.ask("a")
    await settled()
    await queue.close(0.01)

    assert (work.begun, work.ended) == (["a"], [])


async def test_a_closed_one_takes_no_more_work(queue: WorkQueue, work: Work) -> None:
    work.gate.set()
    queue.ask_in(0.001, "b")
    await queue.close(1)
    queue.ask("a")
    queue.ask_in(0, "a")
    await asyncio.sleep(0.01)

    assert work.begun == []


async def test_what_is_asked_for_during_work_is_done_after_it_also_where_an_alarm_is_set_for_later(
    queue: WorkQueue, work: Work
) -> None:
    queue.ask("a")
    await settled()
    queue.ask("a")
    queue.ask_in(900, "a")
    work.gate.set()
    await until(lambda: work.ended == ["a", "a"])
    await queue.close(1)
