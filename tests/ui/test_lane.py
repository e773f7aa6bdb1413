"""What takes a while goes one at a time, and what came meanwhile in between."""

from __future__ import annotations

import asyncio

import pytest

from bot.ui.lane import Lane


async def test_a_press_that_comes_meanwhile_waits_for_one_of_three_posts() -> None:
    lane, done, loop = Lane(), list[str](), asyncio.get_running_loop()

    async def post(name: str) -> None:
        await lane.turn()
        done.append(name)
        if name == "board":
            loop.call_soon(done.append, "press")

    await asyncio.gather(post("board"), post("desk"), post("other desk"))
    assert done == ["board", "press", "desk", "other desk"]


async def test_who_is_cancelled_in_the_lane_leaves_it_free() -> None:
    lane = Lane()
    waiting = [asyncio.create_task(lane.turn()) for _ in range(3)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    waiting[1].cancel()
    async with asyncio.timeout(10):
        with pytest.raises(asyncio.CancelledError):
            await waiting[0]
        await waiting[2]
        await lane.turn()
