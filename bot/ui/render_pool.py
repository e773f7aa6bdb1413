"""Where pictures are drawn: never on the event loop, what somebody waits for first, and nothing twice or in vain."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context, ContextVar
from dataclasses import dataclass
from functools import partial
from itertools import count
from time import monotonic
from typing import Any, ParamSpec, TypeVar

from bot.observing import Work, observer
from bot.outbox import urgency
from bot.outbox.urgency import Urgency
from bot.painters.painters import Painters
from bot.ui.render_queue import Place, RenderQueue
from render.picture import Drawn, Parts, Picture

P = ParamSpec("P")
T = TypeVar("T")

THREADS = 2

SLICE = 0.05
"""Seconds for which a thread draws on at a long picture before whoever waits has a turn."""

MOST_KEPT = 8 * 2**20
"""Bytes of the pictures that are kept for whoever asks for the same one again."""

log = logging.getLogger(__name__)


class Overtaken(Exception):
    """What was to be drawn is not wanted any more: the table it shows has changed."""


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
        self._observer = observer()
        self._drawings: dict[Hashable, _Drawing] = {}
        self._finished = _Finished()

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
        with self._observer.work(what) as wait:
            async with self._queue.turn(Place(urgency.current(), next(self._numbers))):
                wait.begun()
                return await self._in_thread(task)

    async def draw(self, pictures: Sequence[Picture]) -> None:
        """Have pictures drawn that are not drawn yet; in vain, with `Overtaken`, if what they show is out of date.

        Raises whatever drawing raises: `PainterError` where painters draw.
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
        self._threads.shutdown(wait=False, cancel_futures=True)
        if self._painters:
            await self._painters.close()

    # --------------------------------------------------------------------------------------------- drawing

    def _ask(self, picture: Picture) -> tuple[_Drawing, asyncio.Future[Drawn]]:
        recipe = picture.recipe
        key = hashlib.sha256(recipe).digest() if recipe else object()
        drawing = self._drawings.get(key)
        showing = _showing.get()
        number = showing.number if showing else next(self._numbers)
        if drawing is None:
            drawing = _Drawing(key, Place(urgency.current(), number))
            if (drawn := self._finished.get(key)) is not None:
                return drawing, drawing.finished(drawn)
            drawing.begin(self._carry_out(drawing, picture, showing.table_id if showing else None))
            self._drawings[key] = drawing
        drawing.place.move_up(urgency.current(), number)
        return drawing, drawing.join(showing.table_id if showing else None)

    async def _carry_out(self, drawing: _Drawing, picture: Picture, table_id: str | None) -> None:
        try:
            with self._observer.work("picture") as wait:
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
            self._finished.keep(drawing.key, drawn)
            drawing.answer(drawn)
        finally:
            if self._drawings.get(drawing.key) is drawing:
                del self._drawings[drawing.key]

    async def _drawn(self, picture: Picture, table_id: str | None) -> Drawn:
        if self._painters is not None:
            if picture.recipe is not None:
                return await self._painted(self._painters, picture, picture.recipe, table_id)
            log.warning("%s cannot be handed to a painter; a thread draws it", picture.filename)
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


class _Drawing:
    """A picture that is to be drawn, for all who ask for it."""

    def __init__(self, key: Hashable, place: Place) -> None:
        self.key = key
        self.place = place
        self.is_begun = False
        self._task: asyncio.Task[None] | None = None
        self._asked: dict[asyncio.Future[Drawn], str | None] = {}
        """Whoever waits for it, and of which table it shows the newest state to them."""

    def join(self, table_id: str | None) -> asyncio.Future[Drawn]:
        """Return what will be the picture."""
        answer: asyncio.Future[Drawn] = asyncio.get_running_loop().create_future()
        self._asked[answer] = table_id
        return answer

    def finished(self, drawn: Drawn) -> asyncio.Future[Drawn]:
        """Return what is the picture already."""
        answer = self.join(None)
        answer.set_result(drawn)
        return answer

    def leave(self, answer: asyncio.Future[Drawn]) -> None:
        """Wait for it no more; what nobody waits for is not begun."""
        self._asked.pop(answer, None)
        if answer.done() and not answer.cancelled():
            answer.exception()  # seen: somebody else's was raised

    @property
    def is_in_vain(self) -> bool:
        """Whether nobody waits for it, and it is not begun."""
        return not self._asked and not self.is_begun

    def begin(self, drawing: Coroutine[Any, Any, None]) -> None:
        """Have it drawn when its turn comes."""
        self._task = asyncio.get_running_loop().create_task(
            drawing,
            name="drawing",
            context=Context(),  # it is for all who ask, and part of nothing that one of them holds
        )

    def stop(self) -> None:
        """Have it not drawn."""
        if self._task:
            self._task.cancel()
        self.drop()  # a task that has not begun yet would tell nobody

    def overtake(self, table_id: str) -> None:
        """Send those away who wait for it to show the newest state of a table."""
        if self.is_begun:
            return
        for answer, showing in self._asked.items():
            if showing == table_id and not answer.done():
                answer.set_exception(Overtaken())

    def answer(self, drawn: Drawn) -> None:
        """Give everybody the picture."""
        for answer in self._waiting():
            answer.set_result(drawn)

    def fail(self, error: Exception) -> None:
        """Tell everybody what went wrong."""
        for answer in self._waiting():
            answer.set_exception(error)

    def drop(self) -> None:
        """Have nobody wait for it any more."""
        for answer in self._waiting():
            answer.cancel()

    def _waiting(self) -> list[asyncio.Future[Drawn]]:
        return [answer for answer in self._asked if not answer.done()]


class _Finished:
    """The pictures that were asked for last, within a bound."""

    def __init__(self) -> None:
        self._pictures: OrderedDict[Hashable, Drawn] = OrderedDict()
        self._size = 0

    def get(self, key: Hashable) -> Drawn | None:
        """Return what shows that, if it is kept."""
        drawn = self._pictures.get(key)
        if drawn is not None:
            self._pictures.move_to_end(key)
        return drawn

    def keep(self, key: Hashable, drawn: Drawn) -> None:
        """Keep a picture, and let go of those for which nobody has asked for longest."""
        if not isinstance(key, bytes):
            return  # it is nobody else's
        before = self._pictures.pop(key, None)
        self._size += len(drawn.data) - (len(before.data) if before else 0)
        self._pictures[key] = drawn
        while self._size > MOST_KEPT:
            _, old = self._pictures.popitem(last=False)
            self._size -= len(old.data)
