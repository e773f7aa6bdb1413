"""Who hears what happens: the observer of the context in which something was made, and usually nobody."""

from __future__ import annotations

import asyncio

from bot.db.errors import DatabaseUnusable
from bot.observing import Observer, observed_by, observer
from bot.work_queue import WorkQueue
from tests.waiting import until


class Noting(Observer):
    """Notes what failed."""

    def __init__(self) -> None:
        self.failed: list[str] = []

    def work_failed(self, queue: str) -> None:
        self.failed.append(queue)


async def fail(key: str) -> None:
    raise DatabaseUnusable(key)


async def test_each_observer_hears_of_what_was_made_in_its_context_and_of_nothing_else() -> None:
    first, second = Noting(), Noting()
    queues = [WorkQueue(fail, "nobody's", (DatabaseUnusable,))]
    for name, each in (("first", first), ("second", second)):
        with observed_by(each):
            queues.append(WorkQueue(fail, name, (DatabaseUnusable,)))
    for queue in queues:
        queue.ask("work")
    await until(lambda: first.failed and second.failed)
    for queue in queues:
        await queue.close(0)

    assert (first.failed, second.failed) == (["first"], ["second"])


async def test_tasks_are_observed_by_whoever_observes_what_started_them() -> None:
    async def seen() -> Observer:
        return observer()

    mine = Noting()
    with observed_by(mine):
        task = asyncio.create_task(seen())
    assert await task is mine
    assert await asyncio.create_task(seen()) is not mine


def test_without_an_observer_nothing_is_traced_or_timed() -> None:
    nobody = observer()

    assert nobody.http_trace is None
    assert nobody.transaction("reading") is nobody.work("picture") is nobody.posting("ABCDEF", "board", bool)
