"""The studio and the turnstile: who waits goes first, what was left behind last, and nobody waits for ever."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator

import pytest

from bot.outbox import turnstile, urgency
from bot.outbox.turnstile import Turnstile
from bot.outbox.urgency import Urgency
from bot.ui.render_pool import PAINTERS, RenderPool

ASKED, FOLLOWS, MADE_UP = Urgency


@pytest.fixture
def render_pool() -> Iterator[RenderPool]:
    made = RenderPool()
    yield made
    made.close()


class Busy:
    """Keeps every thread of a studio busy until it is let go, and notes what is done after that, in order."""

    def __init__(self, render_pool: RenderPool) -> None:
        self._render_pool = render_pool
        self._go = threading.Event()
        self._lock = threading.Lock()
        self.done: list[str] = []
        self._tasks = [asyncio.create_task(render_pool.work(self._go.wait)) for _ in range(PAINTERS)]

    async def ask(self, name: str, hurry: Urgency, work: Callable[..., object] | None = None) -> None:
        """Ask for some work and go on; it stands in line when this returns."""
        with urgency.at(hurry):
            self._tasks.append(asyncio.create_task((work or self._render_pool.work)(lambda: self._do(name))))  # type: ignore[arg-type]
        await asyncio.sleep(0)

    def _do(self, name: str) -> None:
        with self._lock:
            self.done.append(name)

    async def let_go(self) -> list[str]:
        self._go.set()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        return self.done


@pytest.fixture
async def busy(render_pool: RenderPool, monkeypatch: pytest.MonkeyPatch) -> Busy:
    monkeypatch.setattr("bot.ui.render_pool.PATIENCE", 1_000)
    made = Busy(render_pool)
    await asyncio.sleep(0)
    return made


async def test_what_somebody_waits_for_is_done_before_what_an_absence_left_behind(busy: Busy) -> None:
    for number in range(20):
        await busy.ask(f"left {number}", MADE_UP)
    await busy.ask("board", FOLLOWS)
    await busy.ask("desk", ASKED)

    done = await busy.let_go()
    assert set(done[:2]) == {"desk", "board"}


async def test_computer_players_think_after_whoever_pressed_is_answered(
    render_pool: RenderPool, busy: Busy
) -> None:
    await busy.ask("left", MADE_UP)
    await busy.ask("thought", ASKED, render_pool.think)
    for number in range(4):
        await busy.ask(f"desk {number}", ASKED)

    done = await busy.let_go()
    assert done.index("thought") >= 3, "a thread may be one step ahead"
    assert done.index("thought") < done.index("left") or done[-2:] == ["left", "thought"]


async def test_nothing_waits_for_ever(render_pool: RenderPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.ui.render_pool.PATIENCE", 4)
    busy = Busy(render_pool)
    await asyncio.sleep(0)
    await busy.ask("left", MADE_UP)
    for number in range(20):
        await busy.ask(f"desk {number}", ASKED)

    assert (await busy.let_go()).index("left") < 8


async def test_who_wants_nothing_any_more_keeps_nobody_waiting(render_pool: RenderPool, busy: Busy) -> None:
    await busy.ask("nothing", ASKED)
    busy._tasks[-1].cancel()
    await busy.ask("desk", ASKED)

    assert await busy.let_go() == ["desk"]
    assert await asyncio.gather(*(render_pool.work(lambda: 1) for _ in range(9))) == [1] * 9


# ----------------------------------------------------------------------------------------- the turnstile


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
    for number in range(3 * turnstile.PLACES):
        await street.come(str(number), number, leave)
    await street.settle()
    assert len(street.through) == turnstile.PLACES
    leave.set()
    await street.settle()

    assert street.most == turnstile.PLACES


async def test_the_lowest_rank_goes_first(street: Street) -> None:
    leave = asyncio.Event()
    for _ in range(turnstile.PLACES):
        await street.come("early", 0, leave)
    for rank in (3, 1, 2):
        await street.come(str(rank), rank)
    leave.set()
    await street.settle()

    assert street.through[turnstile.PLACES :] == ["1", "2", "3"]


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
    for number in range(turnstile.PLACES + 5):
        await street.come(str(number), number, leave)
    await street.come("asked", 99)
    street.turnstile.hurry("asked")
    await street.settle()
    assert street.through[-1] == "asked"
    leave.set()
    await street.settle()

    assert len(street.through) == turnstile.PLACES + 6
    assert street.most <= turnstile.PLACES + 1


async def test_who_goes_away_leaves_their_place_to_others(street: Street) -> None:
    leave = asyncio.Event()
    for number in range(turnstile.PLACES):
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
    for number in range(turnstile.PLACES + 3):
        await street.come(str(number), number, leave)
    street.turnstile.close()
    leave.set()
    await street.settle()

    assert len(street.through) == turnstile.PLACES
    assert [task.cancelled() for task in street.tasks[-3:]] == [True] * 3
