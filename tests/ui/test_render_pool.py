"""The render pool: who waits goes first, what was left behind last, and nothing is drawn twice or in vain."""

from __future__ import annotations

import asyncio
import errno
import os
import threading
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import pytest_asyncio

from bot.outbox import urgency
from bot.outbox.urgency import Urgency
from bot.painters import painter as painter_module
from bot.painters.errors import PainterError
from bot.ui import drawings, render_queue
from bot.ui.guild.profiles import Profiles
from bot.ui.render_pool import THREADS, RenderPool
from render.picture import Drawn, LongPicture, Picture
from tests.painters import tasks
from tests.waiting import PATIENCE

pytestmark = pytest.mark.drawn

ASKED, FOLLOWS, MADE_UP = Urgency


@pytest.fixture
async def render_pool() -> AsyncIterator[RenderPool]:
    made = RenderPool()
    yield made
    await made.close()


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def painting_pool() -> AsyncIterator[RenderPool]:
    """One for all that draws with processes: each takes a moment to start."""
    made = RenderPool(painters=1)
    yield made
    await made.close()


class Busy:
    """Keeps every thread of a pool busy until it is let go, and notes what is done after that, in order."""

    def __init__(self, render_pool: RenderPool) -> None:
        self.pool = render_pool
        self._go = threading.Event()
        self._lock = threading.Lock()
        self.done: list[str] = []
        self.tasks = [asyncio.create_task(render_pool.work(self._go.wait)) for _ in range(THREADS)]

    async def ask(self, name: str, hurry: Urgency, work: Callable[..., Any] | None = None) -> None:
        """Ask for some work and go on; it stands in line when this returns."""
        await self.start((work or self.pool.work)(lambda: self._do(name)), hurry)

    async def paint(self, name: str, hurry: Urgency = FOLLOWS, *, is_plain: bool = False) -> Picture:
        """Ask for a picture and go on; one that is not plain cannot be told from any other."""
        picture = Picture(
            f"{name}.png", "", partial(tasks.painted, name) if is_plain else lambda: self._draw(name)
        )
        await self.start(self.pool.draw([picture]), hurry)
        return picture

    async def start(self, coroutine: Any, hurry: Urgency = FOLLOWS) -> asyncio.Task[Any]:
        with urgency.at(hurry):
            task = asyncio.create_task(coroutine)
        self.tasks.append(task)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return task

    def _do(self, name: str) -> None:
        with self._lock:
            self.done.append(name)

    def _draw(self, name: str) -> Drawn:
        self._do(name)
        return tasks.painted(name)

    async def let_go(self) -> list[str]:
        self._go.set()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        return self.done


@pytest.fixture
async def busy(render_pool: RenderPool, monkeypatch: pytest.MonkeyPatch) -> Busy:
    monkeypatch.setattr(render_queue, "PATIENCE", 1_000)
    made = Busy(render_pool)
    await asyncio.sleep(0)
    return made


# ------------------------------------------------------------------------------------------ who goes first


async def test_what_somebody_waits_for_is_done_before_what_an_absence_left_behind(busy: Busy) -> None:
    for number in range(20):
        await busy.ask(f"left {number}", MADE_UP)
    await busy.ask("board", FOLLOWS)
    await busy.paint("desk", ASKED)

    done = await busy.let_go()
    assert set(done[:2]) == {"desk", "board"}


async def test_computer_players_think_after_whoever_pressed_is_answered(busy: Busy) -> None:
    await busy.ask("left", MADE_UP)
    await busy.ask("thought", ASKED, busy.pool.think)
    for number in range(4):
        await busy.ask(f"desk {number}", ASKED)

    done = await busy.let_go()
    assert done.index("thought") >= 3, "a thread may be one step ahead"
    assert done.index("thought") < done.index("left") or done[-2:] == ["left", "thought"]


async def test_nothing_waits_for_ever(render_pool: RenderPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render_queue, "PATIENCE", 4)
    busy = Busy(render_pool)
    await asyncio.sleep(0)
    await busy.ask("left", MADE_UP)
    for number in range(20):
        await busy.ask(f"desk {number}", ASKED)

    assert (await busy.let_go()).index("left") < 8


async def test_who_wants_nothing_any_more_keeps_nobody_waiting(render_pool: RenderPool, busy: Busy) -> None:
    await busy.ask("nothing", ASKED)
    busy.tasks[-1].cancel()
    await busy.ask("desk", ASKED)

    assert await busy.let_go() == ["desk"]
    assert await asyncio.gather(*(render_pool.work(lambda: 1) for _ in range(9))) == [1] * 9


# --------------------------------------------------------------------------------------- what takes long


@pytest.mark.asyncio(loop_scope="module")
async def test_a_replay_holds_up_nobody_though_there_is_but_one_painter(
    painting_pool: RenderPool, tmp_path: Path
) -> None:
    await _drawn_beside_replays(painting_pool, tmp_path)


async def test_a_replay_holds_up_nobody_where_threads_draw(render_pool: RenderPool, tmp_path: Path) -> None:
    await _drawn_beside_replays(render_pool, tmp_path)


async def _drawn_beside_replays(pool: RenderPool, folder: Path) -> None:
    """Have a board drawn while replays, more than there are threads, wait for just that."""
    flag = str(folder / "flag")
    replays = [
        LongPicture(f"{number}.gif", "", partial(tasks.in_parts, flag, f"replay {number}"))
        for number in range(THREADS + 1)
    ]
    drawing = asyncio.gather(*(pool.draw([replay]) for replay in replays))
    await asyncio.sleep(0)

    for name in ("hand", "slip"):
        await pool.draw([Picture("hand.png", "", partial(tasks.painted, name))])
    assert await pool.work(lambda: 7) == 7
    assert not any(replay.is_drawn for replay in replays)
    await pool.draw([Picture("board.png", "", partial(tasks.make, flag))])

    await drawing
    assert [replay.data for replay in replays] == [b"replay 0", b"replay 1", b"replay 2"]


# ------------------------------------------------------------------------- nothing is drawn twice or in vain


@pytest.fixture
def drawn(tmp_path: Path) -> Callable[[], list[str]]:
    """Say what has been drawn so far."""
    return lambda: sorted(file.name.split()[0] for file in tmp_path.iterdir())


async def test_two_who_ask_at_once_share_one_drawing_and_who_asks_later_gets_it_as_well(
    busy: Busy, tmp_path: Path, drawn: Callable[[], list[str]]
) -> None:
    same = [Picture("hand.png", "", partial(tasks.counted, str(tmp_path), "hand")) for _ in range(3)]
    for picture in same[:2]:
        await busy.start(busy.pool.draw([picture]))
    await busy.let_go()
    await busy.pool.draw(same)
    assert [picture.data for picture in same] == [b"hand"] * 3
    assert drawn() == ["hand"]


async def test_whoever_is_in_more_of_a_hurry_about_the_same_picture_brings_it_forward(busy: Busy) -> None:
    same = await busy.paint("same", MADE_UP, is_plain=True)
    for number in range(20):
        await busy.ask(f"board {number}", FOLLOWS)
    pressed = await busy.start(
        busy.pool.draw([Picture("same.png", "", partial(tasks.painted, "same"))]), ASKED
    )
    pressed.add_done_callback(lambda _: busy.done.append("same"))
    done = await busy.let_go()
    assert same.is_drawn
    assert done.index("same") < 6, "a thread may be some steps ahead"


async def test_different_pictures_are_never_taken_for_the_same(render_pool: RenderPool) -> None:
    pictures = [Picture("hand.png", "", partial(tasks.painted, name)) for name in ("red", "blue")]
    await render_pool.draw(pictures)
    assert [picture.data for picture in pictures] == [b"red", b"blue"]


async def test_what_is_kept_has_a_bound(
    render_pool: RenderPool, tmp_path: Path, drawn: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawings, "MOST_REMEMBERED", 6)
    for name in ("aaa", "bbb", "ccc", "ccc", "bbb", "aaa"):
        await render_pool.draw([Picture("x.png", "", partial(tasks.counted, str(tmp_path), name))])
    assert drawn() == ["aaa", "aaa", "bbb", "ccc"]


async def test_a_picture_is_not_begun_when_nobody_waits_for_it_any_more(busy: Busy) -> None:
    await busy.paint("gone", ASKED)
    busy.tasks[-1].cancel()
    await busy.paint("board")
    assert await busy.let_go() == ["board"]


async def test_one_who_goes_away_leaves_the_picture_to_the_other(busy: Busy) -> None:
    await busy.paint("same", is_plain=True)
    busy.tasks[-1].cancel()
    same = await busy.paint("same", is_plain=True)
    await busy.paint("other", is_plain=True)
    busy.tasks[-1].cancel()
    await busy.let_go()
    assert same.is_drawn


async def test_an_error_reaches_all_who_asked_and_the_next_one_tries_again(busy: Busy) -> None:
    for _ in range(2):
        await busy.start(busy.pool.draw([Picture("x.png", "", partial(tasks.fail, "red+7"))]))
    await busy.let_go()
    assert [type(task.exception()) for task in busy.tasks[-2:]] == [KeyError, KeyError]
    with pytest.raises(KeyError):
        await busy.pool.draw([Picture("x.png", "", partial(tasks.fail, "red+7"))])


# ------------------------------------------------------------------------------------- the newest state wins


class Table:
    """A table whose board is shown, and whatever else there is to be said about that."""

    def __init__(self, busy: Busy) -> None:
        self._busy = busy
        self.state = 0
        self.shown: list[int] = []

    async def show(self) -> None:
        state = self.state
        picture = Picture("board.png", "", lambda: self._busy._draw(f"board {state}"))
        await self._busy.pool.draw([picture])
        self.shown.append(state)


async def test_a_board_that_is_overtaken_while_it_waits_is_never_drawn(busy: Busy) -> None:
    table = Table(busy)
    await busy.start(busy.pool.newest("ABC", table.show))
    for table.state in (1, 2, 3):
        busy.pool.overtake("ABC")
        await asyncio.sleep(0)
    assert await busy.let_go() == ["board 3"]
    assert table.shown == [3]


async def test_it_keeps_its_place_in_the_queue(busy: Busy) -> None:
    table = Table(busy)
    await busy.start(busy.pool.newest("ABC", table.show))
    for number in range(6):
        await busy.paint(f"other {number}")
    table.state = 1
    busy.pool.overtake("ABC")
    assert (await busy.let_go()).index("board 1") < 2


async def test_other_tables_and_what_shows_no_newest_state_are_not_overtaken(busy: Busy) -> None:
    table = Table(busy)
    await busy.start(busy.pool.newest("ABC", table.show))
    await busy.paint("replay")
    table.state = 1
    busy.pool.overtake("XYZ")
    assert sorted(await busy.let_go()) == ["board 0", "replay"]


async def test_what_is_begun_is_finished(busy: Busy) -> None:
    table = Table(busy)
    await busy.start(busy.pool.newest("ABC", table.show))
    await busy.let_go()
    busy.pool.overtake("ABC")
    assert table.shown == [0]


# ---------------------------------------------------------------------------------------------- by processes


@pytest.mark.asyncio(loop_scope="module")
async def test_painters_draw_off_this_process(painting_pool: RenderPool) -> None:
    picture = Picture("x.png", "", partial(tasks.painted_by_number))
    await painting_pool.draw([picture])
    assert [int(picture.data)] == list(painting_pool.painter_pids)


@pytest.mark.asyncio(loop_scope="module")
async def test_what_a_painter_cannot_be_handed_a_thread_draws(
    painting_pool: RenderPool, caplog: pytest.LogCaptureFixture
) -> None:
    picture = Picture("x.png", "", lambda: tasks.painted("here"))
    await painting_pool.draw([picture])
    assert picture.data == b"here"
    assert "x.png cannot be handed to a painter" in caplog.text


async def test_a_painter_starts_before_anybody_asks_for_a_picture(caplog: pytest.LogCaptureFixture) -> None:
    pool = RenderPool(painters=1)
    Profiles(Mock(), Mock(), pool).warm_up()
    assert pool._warming is not None
    await pool._warming
    assert len(pool.painter_pids) == 1
    assert not caplog.text
    await pool.close()


@pytest.mark.parametrize("picture", [Picture, LongPicture])
async def test_where_no_painter_can_be_started_a_thread_draws_until_one_can(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, picture: type[Picture]
) -> None:
    async def no_memory(*_: object, **__: object) -> None:
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    pool = RenderPool(painters=1)
    drawing: Any = tasks.numbered_in_parts if picture is LongPicture else tasks.painted_by_number
    with monkeypatch.context() as short:
        short.setattr(painter_module.asyncio, "create_subprocess_exec", no_memory)
        here = picture("x.png", "", partial(drawing))
        await pool.draw([here])
    assert int(here.data) == os.getpid()
    assert "a thread draws x.png: no painter can be started: Cannot allocate memory" in caplog.text

    there = picture("y.png", "", partial(drawing, 2))
    await pool.draw([there])
    assert [int(there.data)] == list(pool.painter_pids)
    await pool.close()


@pytest.mark.asyncio(loop_scope="module")
async def test_an_error_of_a_painter_is_that_of_the_picture_and_names_nothing_private(
    painting_pool: RenderPool,
) -> None:
    with pytest.raises(PainterError) as raised:
        await painting_pool.draw([Picture("x.png", "", partial(tasks.fail, "red+7"))])
    assert "red+7" not in str(raised.value)


async def test_after_the_end_nobody_waits_for_ever(render_pool: RenderPool) -> None:
    busy = Busy(render_pool)
    await asyncio.sleep(0)
    await busy.paint("board")
    await render_pool.close()
    await asyncio.gather(*busy.tasks[THREADS:], return_exceptions=True)
    assert all(task.cancelled() for task in busy.tasks[THREADS:])
    await busy.let_go()


async def test_whoever_asks_just_when_it_ends_does_not_wait_for_ever(render_pool: RenderPool) -> None:
    asking = asyncio.create_task(render_pool.draw([Picture("a.png", "", partial(Drawn, b"", 1, 1))]))
    closing = asyncio.create_task(render_pool.close())
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(asking, closing, return_exceptions=True)
    assert asking.cancelled()
