"""Where pictures are drawn: never on the event loop, what somebody waits for first, and nothing twice or in vain."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from itertools import count
from time import monotonic
from typing import ParamSpec, TypeVar

from bot.metrics import counted
from bot.metrics.counted import Work
from bot.outbox import urgency
from bot.outbox.urgency import Urgency
from bot.painters.errors import NoPainter
from bot.painters.painters import Painters
from bot.ui.drawings import Drawing, FinishedPictures, Overtaken
from bot.ui.render_queue import Place, RenderQueue
from render.picture import Drawn, Parts, Picture

P = ParamSpec("P")
T = TypeVar("T")

THREADS = 2

SLICE = 0.05
"""Seconds for which a thread draws on at a long picture before whoever waits has a turn."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Showing:
    """What is being shown of a table, and since when it waits for its pictures."""

    table_id: str
    number: int


_showing: ContextVar[_Showing | None] = ContextVar("showing", default=None)


class RenderPool:
    """Threads for work that takes more than a moment, and painters, which are processes, for pictures.

    What somebody asked for goes first, what follows from a move next, what an absence left behind last, and none of
    it waits for ever. A picture is drawn once for all who ask for the same, and not at all once nobody waits for it.
    Replays are long: they take no turn of the others', which are drawn between their parts.
    """

    def __init__(self, painters: int = 0) -> None:
        """Draw with so many painters; with none, in the threads."""
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="render")
        self._queue = RenderQueue(THREADS)
        self._painters = Painters(painters) if painters else None
        self._drawing_queue = RenderQueue(painters) if painters else self._queue
        self._long_queue = RenderQueue(max(1, painters - 1))
        self._numbers = count()
        self._drawings: dict[Hashable, Drawing] = {}
        self._finished = FinishedPictures()
        self._warming: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """How many wait for a thread or a painter."""
        queues = {self._queue, self._drawing_queue, self._long_queue}
        return sum(queue.waiting for queue in queues)

    @property
    def painter_pids(self) -> Sequence[int]:
        """The numbers of the painters' processes; none where threads draw."""
        return self._painters.pids if self._painters else ()

    async def work(self, task: Callable[P, T], *args: P.args, **facts: P.kwargs) -> T:
        """Run `task` in a thread, as urgently as whoever asks is in a hurry, and return what it returns."""
        return await self._run("layout", lambda: task(*args, **facts))

    async def think(self, task: Callable[[], T]) -> T:
        """Have a computer player think: whoever pressed before its turn waits for nothing that it decides."""
        with urgency.at(max(Urgency.FOLLOWS, urgency.current())):
            return await self._run("thought", task)

    async def _run(self, what: Work, task: Callable[[], T]) -> T:
        with counted.drawing(what) as wait:
            async with self._queue.turn(Place(urgency.current(), next(self._numbers))):
                wait.begun()
                return await self._in_thread(task)

    async def draw(self, pictures: Sequence[Picture]) -> None:
        """Have pictures drawn that are not drawn yet; in vain, with `Overtaken`, if what they show is out of date.

        Where no painter can be started a thread draws. Raises whatever drawing raises: `PainterError` where painters
        do.
        """
        asked = [(picture, *self._ask(picture)) for picture in pictures if not picture.is_drawn]
        try:
            for picture, _, answer in asked:
                picture.finish(await answer)
        finally:
            for _, drawing, answer in asked:
                drawing.leave(answer)
                if drawing.is_in_vain and self._drawings.get(drawing.key) is drawing:
                    del self._drawings[drawing.key]
                    drawing.stop()

    def warm_up(self, picture: Picture) -> None:
        """Have a painter started by drawing this behind everything else: it takes seconds, and nobody waits yet."""
        if self._painters and self._warming is None:
            with urgency.at(Urgency.MADE_UP):
                self._warming = asyncio.create_task(self._warm_up(picture), name="a painter starts")

    async def _warm_up(self, picture: Picture) -> None:
        try:
            await self.draw([picture])
        except Exception:
            log.exception("no painter could be started ahead of its first picture")

    async def newest(self, table_id: str, show: Callable[[], Awaitable[T]]) -> T:
        """Have something of a table shown as it is then: `show` begins anew if the table changes before it is drawn.

        However often it does, `show` keeps the place in the queue that it had first.
        """
        token = _showing.set(_Showing(table_id, next(self._numbers)))
        try:
            while True:
                try:
                    return await show()
                except Overtaken:
                    pass
        finally:
            _showing.reset(token)

    def overtake(self, table_id: str) -> None:
        """Draw nothing any more of how a table was until now, unless it is begun already."""
        for drawing in list(self._drawings.values()):
            drawing.overtake(table_id)

    async def close(self) -> None:
        """Let the threads finish what is under way, end the painters, and take no more."""
        for drawing in list(self._drawings.values()):
            drawing.stop()
        if self._warming:
            self._warming.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)
        if self._painters:
            await self._painters.close()

    # --------------------------------------------------------------------------------------------- drawing

    def _ask(self, picture: Picture) -> tuple[Drawing, asyncio.Future[Drawn]]:
        recipe = picture.recipe
        key = hashlib.sha256(recipe).digest() if recipe else object()
        drawing = self._drawings.get(key)
        showing = _showing.get()
        number = showing.number if showing else next(self._numbers)
        if drawing is None:
            drawing = Drawing(key, Place(urgency.current(), number))
            if (drawn := self._finished.get(key)) is not None:
                return drawing, drawing.finished(drawn)
            drawing.begin(self._carry_out(drawing, picture, showing.table_id if showing else None))
            self._drawings[key] = drawing
        drawing.place.move_up(urgency.current(), number)
        return drawing, drawing.join(showing.table_id if showing else None)

    async def _carry_out(self, drawing: Drawing, picture: Picture, table_id: str | None) -> None:
        try:
            with counted.drawing("picture") as wait:
                queue = self._long_queue if picture.is_long else self._drawing_queue
                async with queue.turn(drawing.place):
                    drawing.is_begun = True
                    wait.begun()
                    drawn = await self._drawn(picture, table_id)
        except asyncio.CancelledError:
            drawing.drop()
            raise
        except Exception as error:  # noqa: BLE001 - it is raised where somebody waits
            drawing.fail(error)
        else:
            self._finished.remember(drawing.key, drawn)
            drawing.answer(drawn)
        finally:
            if self._drawings.get(drawing.key) is drawing:
                del self._drawings[drawing.key]

    async def _drawn(self, picture: Picture, table_id: str | None) -> Drawn:
        if self._painters is not None:
            try:
                if picture.recipe is not None:
                    return await self._painted(self._painters, picture, picture.recipe, table_id)
                log.warning("%s cannot be handed to a painter; a thread draws it", picture.filename)
            except NoPainter as why:
                log.warning("a thread draws %s: %s", picture.filename, why)
        return await (self._in_slices(picture) if picture.is_long else self._in_thread(picture.drawing))

    @staticmethod
    async def _painted(painters: Painters, picture: Picture, recipe: bytes, table_id: str | None) -> Drawn:
        drawing = painters.draw_in_parts(recipe) if picture.is_long else painters.draw(recipe, table_id)
        drawn: Drawn = await drawing
        return drawn

    async def _in_slices(self, picture: Picture) -> Drawn:
        """Have threads draw a long picture, for a moment at a time, whenever nobody else is in more of a hurry."""
        parts = picture.parts()
        while True:
            async with self._queue.turn(Place(Urgency.MADE_UP, next(self._numbers))):
                if drawn := await self._in_thread(partial(_drawn_on, parts)):
                    return drawn

    async def _in_thread(self, task: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, task)


def _drawn_on(parts: Parts) -> Drawn | None:
    """Draw on for a moment; return the picture once it is done."""
    until = monotonic() + SLICE
    try:
        while monotonic() < until:
            next(parts)
    except StopIteration as end:
        drawn: Drawn = end.value
        return drawn
    return None
