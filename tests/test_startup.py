"""The start: every step is tried until it is done, and none keeps another waiting."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from bot import startup
from bot.db import DatabaseUnusable
from bot.startup import Startup


class Steps:
    """Three steps, of which some fail for a while."""

    def __init__(self) -> None:
        self.tried: list[str] = []
        self.failing: dict[str, Exception] = {}
        self.startup = Startup({name: self._step(name) for name in ("servers", "clocks", "posts")})

    def _step(self, name: str) -> Callable[[], Awaitable[None]]:
        async def step() -> None:
            self.tried.append(name)
            if name in self.failing:
                raise self.failing[name]

        return step


@pytest.fixture
async def steps(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Steps]:
    monkeypatch.setattr(startup, "FIRST_PAUSE", 0.001)
    monkeypatch.setattr(startup, "LONGEST_PAUSE", 0.01)
    made = Steps()
    yield made
    await made.startup.close()


async def tries(steps: Steps, number: int) -> None:
    async with asyncio.timeout(60):
        while len(steps.tried) < number:  # noqa: ASYNC110 - a plain list grows, nothing tells
            await asyncio.sleep(0.001)


async def test_the_steps_are_done_in_their_order_once_discord_is_there(steps: Steps) -> None:
    assert steps.startup.pending == ("discord", "servers", "clocks", "posts")
    assert not steps.startup.is_begun
    assert steps.startup.begin()
    assert steps.startup.is_begun
    await steps.startup.done.wait()
    assert steps.tried == ["servers", "clocks", "posts"]
    assert steps.startup.pending == ()


@pytest.mark.parametrize("error", [DatabaseUnusable("the database is in use"), ZeroDivisionError()])
async def test_a_step_that_fails_is_tried_until_it_is_done_and_keeps_none_behind_it_waiting(
    steps: Steps, error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    steps.failing["clocks"] = error
    steps.startup.begin()
    await tries(steps, 6)
    assert steps.tried[:5] == ["servers", "clocks", "posts", "clocks", "clocks"]
    assert steps.startup.pending == ("clocks",)
    assert not steps.startup.done.is_set()
    assert any(line.startswith("start-up: clocks still pending; again in") for line in caplog.messages)

    steps.failing.clear()
    await steps.startup.done.wait()
    assert steps.startup.pending == ()


async def test_a_second_word_that_discord_is_there_begins_nothing_anew(steps: Steps) -> None:
    assert steps.startup.begin()
    assert not steps.startup.begin()
    await steps.startup.done.wait()
    assert not steps.startup.begin()
    assert steps.tried == ["servers", "clocks", "posts"]


async def test_closing_tries_no_more(steps: Steps) -> None:
    steps.failing["servers"] = ZeroDivisionError()
    steps.startup.begin()
    await tries(steps, 4)
    await steps.startup.close()
    tried = len(steps.tried)
    await asyncio.sleep(0.02)
    assert len(steps.tried) == tried
