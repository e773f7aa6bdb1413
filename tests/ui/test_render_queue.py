"""Turns at drawing: each goes to somebody who waits for it, and none is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.outbox.urgency import Urgency
from bot.ui.render_queue import Place, RenderQueue


def _worker(queue: RenderQueue, number: int, done: list[int]) -> Callable[[], Awaitable[None]]:
    async def work() -> None:
        async with queue.turn(Place(Urgency.FOLLOWS, number)):
            done.append(number)
            await asyncio.sleep(0)

    return work


@pytest.mark.parametrize("rounds", range(4))
async def test_whoever_goes_away_at_any_moment_takes_no_turn_with_them(rounds: int) -> None:
    queue, done = RenderQueue(1), list[int]()
    tasks = [asyncio.ensure_future(_worker(queue, number, done)()) for number in range(6)]
    for _ in range(rounds):
        await asyncio.sleep(0)

    tasks[0].cancel()
    tasks[1].cancel()
    tasks[3].cancel()
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)

    assert {2, 4, 5} <= set(done)
    assert all(each is None or isinstance(each, asyncio.CancelledError) for each in outcomes)
    assert queue.waiting == 0
    async with asyncio.timeout(1), queue.turn(Place(Urgency.FOLLOWS, 9)):
        pass
    assert queue.waiting == 0


async def test_a_turn_that_ends_just_when_somebody_goes_away_is_the_next_ones() -> None:
    queue, done = RenderQueue(1), list[int]()
    has_it, ends = asyncio.Event(), asyncio.Event()

    async def first() -> None:
        async with queue.turn(Place(Urgency.FOLLOWS, 0)):
            has_it.set()
            await ends.wait()

    holding = asyncio.ensure_future(first())
    await has_it.wait()
    waiting = [asyncio.ensure_future(_worker(queue, number, done)()) for number in (1, 2)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    ends.set()  # before the one that was cancelled has heard of it

    await asyncio.gather(holding, *waiting, return_exceptions=True)
    assert not holding.exception()
    assert done == [2]
