"""Draws pictures beside the event loop: the most urgent first, and none twice at a time."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import multiprocessing
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count

from cachetools import LRUCache
from pebble import ProcessExpired, ProcessPool

from bot.metrics import counted
from bot.metrics.counted import Timed
from bot.outbox.urgency import Urgency
from bot.pictures import worker
from render.picture import Drawn, Picture

THREADS = 2
"""How many threads draw where no processes do."""

LONGEST, LONGEST_REPLAY = 30.0, 300.0
"""Seconds after which a drawing is given up, and its process killed."""

TRIES = 2
"""How often a picture is drawn that ends its process."""

LIFETIME = 200
"""Pictures after which a process makes room for a new one, so that its memory does not grow for ever."""

MOST_KEPT = 8 * 2**20
"""Bytes of finished pictures that are kept for the next one who asks for the same."""

AHEAD = 100
"""How many pictures asked for earlier are overtaken by one that is a step more urgent: none waits for ever."""

log = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class _Drawing:
    """A picture that is not drawn yet, for all who ask for it."""

    key: bytes
    recipe: bytes
    is_long: bool
    answer: asyncio.Future[Drawn]
    wait: Timed
    asking: int = 0
    """How many wait for it."""
    is_begun: bool = False


@dataclass(eq=False, slots=True)
class _Queue:
    """Drawings that wait, and how many of them may begin."""

    free: int
    waiting: list[tuple[int, int, _Drawing]] = field(default_factory=list)
    """The lowest rank is next. A drawing for which somebody more urgent asks stands in it a second time."""

    def next(self) -> _Drawing | None:
        """Take the drawing that may begin now."""
        while self.free and self.waiting:
            *_, drawing = heappop(self.waiting)
            if drawing.asking and not drawing.is_begun:
                self.free -= 1
                drawing.is_begun = True
                return drawing
        return None


class Pictures:
    """Draws pictures, and keeps those that were drawn last.

    Long ones, such as replays, never occupy all that draws: one process remains for what somebody waits for.
    """

    def __init__(self, workers: int = 0) -> None:
        """Draw in so many processes, at least two; with none, in threads of this one."""
        self._workers = max(2, workers) if workers else 0
        self._threads = None if workers else ThreadPoolExecutor(THREADS, thread_name_prefix="picture")
        self._pool: ProcessPool | None = None
        self._starting = asyncio.Lock()
        at_once = self._workers or THREADS
        self._short, self._long = _Queue(at_once), _Queue(max(1, at_once - 1))
        self._numbers = count()
        self._drawings: dict[bytes, _Drawing] = {}
        self._finished: LRUCache[bytes, Drawn] = LRUCache(MOST_KEPT, lambda drawn: len(drawn.data))
        self._tasks = set[asyncio.Task[None]]()
        self._is_closed = False

    @property
    def pids(self) -> Sequence[int]:
        """The numbers of the processes that draw."""
        return [each.pid for each in multiprocessing.active_children() if each.pid] if self._pool else []

    async def warm_up(self) -> None:
        """Start the processes ahead of the first picture; does nothing where threads draw."""
        if self._workers and not self._is_closed:
            await self._processes()

    async def draw(self, pictures: Sequence[Picture], what: str, urgency: Urgency = Urgency.FOLLOWS) -> bool:
        """Draw pictures that are not drawn yet; return False, having logged why, where one cannot be.

        `what` is what the log calls them. It is cancelled once this is closed.
        """
        try:
            await asyncio.gather(*(self._finish(each, urgency) for each in pictures if not each.is_drawn))
        except Exception:
            log.exception("the picture of %s could not be drawn", what)
            return False
        return True

    async def close(self) -> None:
        """End all processes and draw nothing more; who waits for a picture is cancelled."""
        self._is_closed = True
        for drawing in self._drawings.values():
            drawing.answer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._threads:
            self._threads.shutdown(wait=False, cancel_futures=True)
        async with self._starting:
            await self._end_processes()

    # ------------------------------------------------------------------------------------------- the queue

    async def _finish(self, picture: Picture, urgency: Urgency) -> None:
        """Wait for a picture, which others may wait for as well; one that nobody waits for is not begun."""
        key = hashlib.sha256(picture.recipe).digest()
        drawn = self._finished.get(key)
        if drawn is None:
            drawing = self._asked(key, picture, urgency)
            try:
                drawn = await asyncio.shield(drawing.answer)
            finally:
                drawing.asking -= 1
                if not drawing.asking and not drawing.is_begun:
                    self._give_up(drawing)
        picture.finish(drawn)

    def _asked(self, key: bytes, picture: Picture, urgency: Urgency) -> _Drawing:
        if self._is_closed:
            raise asyncio.CancelledError
        drawing = self._drawings.get(key)
        if drawing is None:
            answer: asyncio.Future[Drawn] = asyncio.get_running_loop().create_future()
            drawing = _Drawing(key, picture.recipe, picture.is_long, answer, counted.drawing("picture"))
            self._drawings[key] = drawing
        drawing.asking += 1
        queue, number = self._long if picture.is_long else self._short, next(self._numbers)
        heappush(queue.waiting, (number + AHEAD * urgency, number, drawing))
        self._begin(queue)
        return drawing

    def _give_up(self, drawing: _Drawing) -> None:
        self._drawings.pop(drawing.key, None)
        with drawing.wait:
            drawing.answer.cancel()

    def _begin(self, queue: _Queue) -> None:
        while drawing := queue.next():
            task = asyncio.create_task(self._carry_out(queue, drawing), name="drawing")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _carry_out(self, queue: _Queue, drawing: _Drawing) -> None:
        try:
            with drawing.wait as wait:
                wait.begun()
                drawn = await self._drawn(drawing)
            with suppress(ValueError):  # it is larger than all that is kept
                self._finished[drawing.key] = drawn
            if not drawing.answer.done():
                drawing.answer.set_result(drawn)
        except Exception as error:  # noqa: BLE001 - it is raised where somebody waits
            if drawing.asking and not drawing.answer.done():
                drawing.answer.set_exception(error)
        finally:
            self._drawings.pop(drawing.key, None)
            queue.free += 1
            if not self._is_closed:
                self._begin(queue)

    # ----------------------------------------------------------------------------------------- the drawing

    async def _drawn(self, drawing: _Drawing) -> Drawn:
        if self._threads:
            run = asyncio.get_running_loop().run_in_executor
            return await run(self._threads, worker.draw, drawing.recipe)
        longest = LONGEST_REPLAY if drawing.is_long else LONGEST
        tries = 0
        while True:
            try:
                async with asyncio.timeout(longest):  # which has the pool kill the process, by cancelling
                    pool = await self._processes()
                    return await asyncio.wrap_future(pool.schedule(worker.draw, [drawing.recipe]))
            except (ProcessExpired, BrokenProcessPool, RuntimeError) as trouble:
                log.warning("a process that draws has ended: %s", trouble)
                tries += 1
                if tries == TRIES:
                    raise

    async def _processes(self) -> ProcessPool:
        """Return a pool that runs; one that is started imports and forks, so it is started in a thread."""
        async with self._starting:
            if self._pool and self._pool.active:
                return self._pool
            await self._end_processes()
            self._pool = pool = ProcessPool(
                self._workers, max_tasks=LIFETIME, initializer=worker.start, context=_context()
            )
            await asyncio.to_thread(pool.schedule, worker.ready)
            return pool

    async def _end_processes(self) -> None:
        pool, self._pool = self._pool, None
        if pool:
            await asyncio.to_thread(_end, pool)


def _end(pool: ProcessPool) -> None:
    pool.stop()  # type: ignore[no-untyped-call]
    pool.join()


def _context() -> multiprocessing.context.BaseContext:
    """Have processes forked from one that has imported what draws; where that cannot be, each imports it."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([worker.__name__])
    return context
