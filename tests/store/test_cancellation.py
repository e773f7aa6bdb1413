"""A task may be cancelled at any of its awaits: a shard reconnects, a command times out, the bot stops."""

from __future__ import annotations

import asyncio

import pytest

from tests.databases import on_both

pytestmark = on_both


@pytest.mark.parametrize("times", [1, 2, 3])
async def test_a_writer_cancelled_at_any_await_leaves_all_or_nothing_and_no_lock(
    store, add, rows, is_unlocked, cancelled_at, times
):
    async def write(name: str) -> None:
        async with store.writing() as db:
            await add(db, f"{name} first")
            await add(db, f"{name} second")

    async def cut_off(first: int) -> None:
        await cancelled_at(write(f"cut at {first}"), first, times)

    first = 0
    while True:
        before = await rows(store)
        [ended] = await asyncio.gather(cut_off(first), return_exceptions=True)
        assert is_unlocked()
        assert await rows(store) - before in {0, 2}
        await asyncio.wait_for(write(f"after {first}"), 60)
        if ended is None:
            break
        assert isinstance(ended, asyncio.CancelledError)
        first += 1
    assert first >= 3, "two statements, BEGIN on the way to the first, and COMMIT"


async def test_a_reader_cancelled_at_any_await_gives_its_place_back(store, rows, cancelled_at):
    first = 0
    while True:
        [ended] = await asyncio.gather(_run(cancelled_at(rows(store), first)), return_exceptions=True)
        if ended == 0:
            break
        assert isinstance(ended, asyncio.CancelledError)
        first += 1
    assert first >= 2, "SELECT, with its BEGIN where that waits for nobody, and COMMIT"
    assert await asyncio.wait_for(asyncio.gather(*(rows(store) for _ in range(8))), 60) == [0] * 8


async def _run(work) -> object:
    return await work


async def test_a_writer_cancelled_while_it_queues_lets_the_next_one_through(store, add, rows):
    entered = asyncio.Event()
    go_on = asyncio.Event()

    async def hold() -> None:
        async with store.writing() as db:
            entered.set()
            await go_on.wait()
            await add(db, "holder")

    async def write(name: str) -> None:
        async with store.writing() as db:
            await add(db, name)

    holder = asyncio.create_task(hold())
    await entered.wait()
    queued = asyncio.create_task(write("impatient"))
    patient = asyncio.create_task(write("patient"))
    await asyncio.sleep(0)
    queued.cancel()
    go_on.set()
    await asyncio.gather(holder, patient)
    await asyncio.wait({queued})
    assert queued.cancelled()
    assert await rows(store) == 2


async def test_a_statement_of_a_cancelled_task_runs_to_its_end_and_nothing_after_it(store, add, rows):
    async def write() -> None:
        async with store.writing() as db:
            asyncio.get_running_loop().call_soon(asyncio.current_task().cancel)  # type: ignore[union-attr]
            await add(db, "first")
            await add(db, "second")

    with pytest.raises(asyncio.CancelledError):
        await asyncio.create_task(write())
    assert await rows(store) == 0
    async with asyncio.timeout(5), store.writing() as db:
        await add(db, "next")
    assert await rows(store) == 1


async def test_a_time_limit_that_is_over_during_a_statement_is_told_as_such(store, add, rows):
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0), store.writing() as db:
            await add(db, "late")
    assert await rows(store) == 0


async def test_an_error_of_a_statement_during_which_the_task_is_cancelled_gives_way_to_the_cancellation(
    store,
):
    async def write() -> None:
        async with store.writing() as db:
            asyncio.get_running_loop().call_soon(asyncio.current_task().cancel)  # type: ignore[union-attr]
            await db.exec_driver_sql("no statement")

    with pytest.raises(asyncio.CancelledError):
        await asyncio.create_task(write())
