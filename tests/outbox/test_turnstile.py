"""The turnstile: who waits goes first, whose table is asked for goes past, and no more go than Discord likes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from bot.outbox import turnstile
from bot.outbox.turnstile import Turnstile


class Street:
    """A turnstile, who came through it in order, and a clock that stands still until it is set."""

    def __init__(self) -> None:
        self.time = 0.0
        self.alarms: list[tuple[float, Callable[[], None]]] = []
        self.turnstile = Turnstile(lambda: self.time, self._later)
        self.through: list[str] = []
        self.inside = 0
        self.most = 0
        self.tasks: list[asyncio.Task[None]] = []

    def _later(self, wait: float, then: Callable[[], None]) -> None:
        self.alarms.append((self.time + wait, then))

    async def come(self, key: str, rank: int, leave: asyncio.Event | None = None) -> None:
        self.tasks.append(asyncio.create_task(self._pass(key, rank, leave)))
        await asyncio.sleep(0)

    async def _pass(self, key: str, rank: int, leave: asyncio.Event | None) -> None:
        async with self.turnstile.turn(key, rank):
            self.through.append(key)
            self.inside += 1
            self.most = max(self.most, self.inside)
            await (leave.wait() if leave else asyncio.sleep(0))
            self.inside -= 1

    async def settle(self) -> None:
        """Let everybody go as far as they can."""
        for _ in range(300):
            await asyncio.sleep(0)

    async def pass_time(self) -> None:
        """Let the clock go on to the next alarm."""
        self.time, then = self.alarms.pop(0)
        then()
        await self.settle()


@pytest.fixture
def street() -> Street:
    return Street()


async def test_few_are_on_their_way_at_once(street: Street) -> None:
    leave = asyncio.Event()
    for number in range(3 * turnstile.AT_ONCE):
        await street.come(str(number), number, leave)
    await street.settle()
    assert len(street.through) == turnstile.AT_ONCE
    leave.set()
    await street.settle()

    assert street.most == turnstile.AT_ONCE


async def test_the_lowest_rank_goes_first(street: Street) -> None:
    leave = asyncio.Event()
    for _ in range(turnstile.AT_ONCE):
        await street.come("early", 0, leave)
    for rank in (3, 1, 2):
        await street.come(str(rank), rank)
    leave.set()
    await street.settle()

    assert street.through[turnstile.AT_ONCE :] == ["1", "2", "3"]


async def test_no_more_go_through_in_a_second_than_discord_likes(street: Street) -> None:
    for number in range(3 * turnstile.A_SECOND):
        await street.come(str(number), number)
    await street.settle()
    assert len(street.through) == turnstile.A_SECOND
    while street.time < 1:
        await street.pass_time()

    assert turnstile.A_SECOND < len(street.through) <= 2 * turnstile.A_SECOND + 1


async def test_whose_table_somebody_asks_for_goes_past(street: Street) -> None:
    leave = asyncio.Event()
    for number in range(turnstile.AT_ONCE + 5):
        await street.come(str(number), number, leave)
    await street.come("asked", 99)
    street.turnstile.hurry("asked")
    await street.settle()
    assert street.through[-1] == "asked"
    leave.set()
    await street.settle()

    assert len(street.through) == turnstile.AT_ONCE + 6
    assert street.most <= turnstile.AT_ONCE + 1


async def test_who_goes_away_leaves_their_place_to_others(street: Street) -> None:
    leave = asyncio.Event()
    for number in range(turnstile.AT_ONCE):
        await street.come(str(number), number, leave)
    await street.come("gone", 50)
    await street.come("next", 51)
    street.tasks[-2].cancel()
    street.tasks[0].cancel()
    await street.settle()

    assert street.through[-1] == "next"
    leave.set()


async def test_once_it_is_closed_nobody_is_let_in(street: Street) -> None:
    leave = asyncio.Event()
    for number in range(turnstile.AT_ONCE + 3):
        await street.come(str(number), number, leave)
    street.turnstile.close()
    await street.come("late", 0, leave)
    leave.set()
    await street.settle()

    assert len(street.through) == turnstile.AT_ONCE
    assert [task.cancelled() for task in street.tasks[-4:]] == [True] * 4
