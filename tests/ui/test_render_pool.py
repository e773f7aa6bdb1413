"""The studio: who waits goes first, what was left behind last, and nobody waits for ever."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator

import pytest

from bot.outbox import urgency
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
