"""The observer of a process that counts: it moves the metrics as it hears what happens."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sized
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from time import perf_counter
from types import TracebackType
from typing import Any, NamedTuple

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector
from sqlalchemy import event

from bot.db import Database
from bot.db.errors import DatabaseUnusable
from bot.logs import OURS, level_of
from bot.metrics.declared import Declared
from bot.metrics.event_loop import EventLoopDelay
from bot.metrics.gateway import Gateway, Shard
from bot.metrics.requests import Requests
from bot.metrics.stored import Clocks, Stored
from bot.observing import Access, Observer, Wait, Work
from bot.outbox import PostError, PostKind

MOST_WAITING_BOARDS = 10_000
"""Tables of which is known since when they wait for a board; others may have been posted by another process."""


class Watched(NamedTuple):
    """What nobody tells of a client, so that it is looked at whenever somebody asks for the metrics."""

    shards: Callable[[], Mapping[int, Shard]]
    """Those of this process, as they are connected."""
    painters: Callable[[], int]
    """How many there are."""
    database: Database
    clocks: Clocks


class Metrics(Observer):
    """Hears what happens, and counts it. Made in the process's own event loop."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self._told = Declared(registry)
        self.http_trace = Requests(registry).trace
        self._gateway = Gateway(registry)
        self._delay = EventLoopDelay(registry)
        self._stored = Stored(registry)
        self._moved_at: dict[str, float] = {}
        ProcessCollector(registry=registry)

    # ------------------------------------------------------------------------------- for as long as it runs

    @asynccontextmanager
    async def running(self, pending: Callable[[], Sized]) -> AsyncIterator[None]:
        """Watch the event loop, the log, and what is pending while the block runs."""
        self._told.pending.set_function(lambda: len(pending()))
        counting = _LineCounter(self._told.lines)
        logging.getLogger().addHandler(counting)
        self._delay.start()
        try:
            yield
        finally:
            self._delay.stop()
            logging.getLogger().removeHandler(counting)

    @asynccontextmanager
    async def watching(self, watched: Watched) -> AsyncIterator[None]:
        """Look at a client's shards and painters, and at what its database says, while the block runs."""
        self._gateway.shards = watched.shards
        self._told.painters.set_function(watched.painters)
        self._told.writable.set_function(lambda: watched.database.is_writable)
        following = asyncio.create_task(self._stored.follow(watched.database, watched.clocks), name="metrics")
        try:
            yield
        finally:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)

    # ------------------------------------------------------------------------------------------- what is heard

    def press_began(self, task: asyncio.Task[object], kind: Callable[[], str], way: str) -> None:
        """Count it, and time its answer."""
        began = perf_counter()
        self._told.presses.labels(kind()).inc()
        self._told.under_way.inc()

        def ended(_task: object) -> None:
            self._told.under_way.dec()
            self._told.answered.labels(way).observe(perf_counter() - began)

        task.add_done_callback(ended)

    def acknowledged(self, way: str, seconds: float) -> None:
        """Note it."""
        self._told.acknowledged.labels(way).observe(seconds)

    def refused(self, reason: str) -> None:
        """Count it by its reason."""
        self._told.refusals.labels(reason).inc()

    def moved(self, table_id: str, game: str, by: str) -> None:
        """Count it, and time the board that follows."""
        self._told.moves.labels(game, by).inc()
        if len(self._moved_at) >= MOST_WAITING_BOARDS:
            self._moved_at.clear()
        self._moved_at.setdefault(table_id, perf_counter())

    def clocks_set(self, by: int) -> None:
        """Add it up."""
        self._told.made_up.labels("later" if by > 0 else "earlier").inc(abs(by) / 1000)

    @contextmanager
    def _posting_timed(self, table_id: str, kind: str, is_made: Callable[[], bool]) -> Iterator[None]:
        began = perf_counter()
        try:
            yield
        except Exception as error:
            self._told.posts_failed.labels(kind, _name(error)).inc()
            raise
        if not is_made():
            return
        now = perf_counter()
        self._told.posts_made.labels(kind).inc()
        self._told.posting.labels(kind).observe(now - began)
        if kind == PostKind.BOARD and (moved_at := self._moved_at.pop(table_id, None)):
            self._told.board_delay.observe(now - moved_at)

    def posting(
        self, table_id: str, kind: str, is_made: Callable[[], bool]
    ) -> AbstractContextManager[object]:
        """Time it, and count it by how it ends."""
        return self._posting_timed(table_id, kind, is_made)

    def left_to_another(self, table_id: str) -> None:
        """Time its board no more."""
        self._moved_at.pop(table_id, None)

    def work_failed(self, queue: str) -> None:
        """Count it."""
        self._told.work_failures.labels(re.sub(r"\W+", "_", queue).strip("_")).inc()

    def work(self, what: Work) -> Wait:
        """Time it, and count it while it waits."""
        queue = self._told.drawing_queue.labels(what)
        queue.inc()
        return _Timed(self._told.drawing_wait.labels(what), self._told.drawing.labels(what), queue.dec)

    def database_opened(self, access: Access, engine: Any) -> None:
        """Count its statements."""
        counted = self._told.statements.labels(access)

        def executed(*facts: Any) -> None:
            statement: str = facts[2]
            if not statement.startswith("BEGIN"):
                counted.inc()

        event.listen(engine, "after_cursor_execute", executed)

    def transaction(self, access: Access) -> Wait:
        """Time it."""
        return _Timed(self._told.database_wait.labels(access), self._told.transactions.labels(access))

    def database_is_busy(self) -> None:
        """Count it."""
        self._told.busy.inc()

    def books_checked(self, problems: int) -> None:
        """Note it."""
        self._told.books.set(problems)

    def shard_connected(self, shard: int, *, resumed: bool) -> None:
        """Count it."""
        self._gateway.connected(shard, resumed=resumed)

    def shard_disconnected(self, shard: int) -> None:
        """Note it."""
        self._gateway.disconnected(shard)


class _Timed(Wait):
    """Times a wait and what follows it; of what never began only the wait."""

    def __init__(
        self, wait: Histogram, lasts: Histogram, begins: Callable[[], object] = lambda: None
    ) -> None:
        self._wait, self._lasts, self._begins = wait, lasts, begins
        self._since = perf_counter()
        self._has_begun = False

    def begun(self) -> None:
        now = perf_counter()
        self._wait.observe(now - self._since)
        self._since, self._has_begun = now, True
        self._begins()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._has_begun:
            self._lasts.observe(perf_counter() - self._since)
        else:
            self.begun()


class _LineCounter(logging.Handler):
    """Counts warnings and errors by who logs them: modules of ours, libraries as a whole."""

    def __init__(self, lines: Counter) -> None:
        super().__init__(logging.WARNING)
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        package = record.name.partition(".")[0]
        logger = record.name if package in OURS else package
        self._lines.labels(level_of(record), logger).inc()


def _name(error: Exception) -> str:
    """Name an error by its type if it is a foreseen one; any other is a fault."""
    if isinstance(error, PostError):
        return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(error).__name__).lower()
    return "store" if isinstance(error, DatabaseUnusable) else "fault"
