"""All metrics of one process, and the observer that moves them."""

from __future__ import annotations

import asyncio
import logging
import platform
import re
from collections.abc import AsyncIterator, Callable, Iterator, Sized
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from importlib.metadata import version
from time import perf_counter
from types import TracebackType
from typing import Any, get_args

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector
from sqlalchemy import event

from bot.client import Paddock
from bot.logs import OURS, level_of
from bot.metrics.event_loop import EventLoopDelay
from bot.metrics.gateway import Gateway
from bot.metrics.requests import Requests
from bot.metrics.stored import Clocks, Stored
from bot.observing import Access, Observer, Wait, Work
from bot.outbox import PostError, PostKind
from bot.store.errors import StoreError

SHORT = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5)
"""Seconds: what the machine itself does."""

ANSWERS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10)
"""Seconds: what somebody waits for; Discord waits for three."""

LONG = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
"""Seconds: what is drawn and sent."""

MOST_WAITING_BOARDS = 10_000
"""Tables of which is known since when they wait for a board; others may have been posted by another process."""


class Metrics(Observer):
    """Hears what happens, and counts it. Made in the process's own event loop."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self._requests = Requests(registry)
        self.http_trace = self._requests.trace
        self._gateway = Gateway(registry)
        self._delay = EventLoopDelay(registry)
        self._stored = Stored(registry)
        self._moved_at: dict[str, float] = {}
        ProcessCollector(registry=registry)
        Info("paddock_build", "The program that runs.", registry=registry).info(
            {"version": version("paddock"), "python": platform.python_version()}
        )
        self._pending = Gauge(
            "paddock_pending", "Steps of the start and shards that are not taken up.", registry=registry
        )
        self._books = Gauge(
            "paddock_books_problems", "What was not in order in the books at the start.", registry=registry
        )
        self._lines = Counter(
            "paddock_log_lines", "Warnings and errors in the log.", ("level", "logger"), registry=registry
        )
        # ------------------------------------------------------------------------------------- presses
        self._presses = Counter("paddock_presses", "Presses and commands.", ("kind",), registry=registry)
        self._under_way = Gauge(
            "paddock_presses_under_way", "Presses and commands not yet answered.", registry=registry
        )
        self._answered = Histogram(
            "paddock_press_answered_seconds",
            "From the arrival of a press to the end of its answer.",
            ("way",),
            registry=registry,
            buckets=ANSWERS,
        )
        self._acknowledged = Histogram(
            "paddock_press_acknowledged_seconds",
            "From the arrival of a press until Discord has taken the first answer.",
            ("way",),
            registry=registry,
            buckets=ANSWERS,
        )
        self._refusals = Counter("paddock_refusals", "What was refused.", ("reason",), registry=registry)
        # -------------------------------------------------------------------------------------- tables
        self._moves = Counter("paddock_moves", "Decisions taken.", ("game", "by"), registry=registry)
        self._board_delay = Histogram(
            "paddock_board_delay_seconds",
            "From a decision until the board of its table shows it.",
            registry=registry,
            buckets=LONG,
        )
        self._made_up = Counter(
            "paddock_time_made_up_seconds",
            "By how much all clocks were set because nobody could act.",
            ("direction",),
            registry=registry,
        )
        # --------------------------------------------------------------------------------------- posts
        self._posts_made = Counter("paddock_posts_made", "Posts that stand.", ("kind",), registry=registry)
        self._posts_failed = Counter(
            "paddock_posts_failed", "Tries of a post that failed.", ("kind", "error"), registry=registry
        )
        self._posting = Histogram(
            "paddock_post_seconds",
            "What a post takes: reading, drawing and sending.",
            ("kind",),
            registry=registry,
            buckets=LONG,
        )
        self._work_failures = Counter(
            "paddock_work_failures", "Work that failed and is tried again.", ("queue",), registry=registry
        )
        # ------------------------------------------------------------------------------------- drawing
        self._painters = Gauge("paddock_painters", "Processes that draw.", registry=registry)
        self._drawing_queue = Gauge(
            "paddock_drawing_queue_length", "Work that waits to be begun.", ("work",), registry=registry
        )
        self._drawing_wait = Histogram(
            "paddock_drawing_wait_seconds",
            "How long work waited until it was begun.",
            ("work",),
            registry=registry,
            buckets=LONG,
        )
        self._drawing = Histogram(
            "paddock_drawing_seconds",
            "How long work took once begun.",
            ("work",),
            registry=registry,
            buckets=LONG,
        )
        # ------------------------------------------------------------------------------------ database
        self._statements = Counter(
            "paddock_database_statements",
            "Statements, without those that begin and end a transaction.",
            ("access",),
            registry=registry,
        )
        self._transactions = Histogram(
            "paddock_database_transaction_seconds",
            "From the begin of a transaction to its end.",
            ("access",),
            registry=registry,
            buckets=SHORT,
        )
        self._database_wait = Histogram(
            "paddock_database_wait_seconds",
            "From asking for a transaction to its begin.",
            ("access",),
            registry=registry,
            buckets=SHORT,
        )
        self._busy = Counter(
            "paddock_database_busy",
            "Tries to begin while another process had the database.",
            registry=registry,
        )
        self._writable = Gauge(
            "paddock_database_writable", "1 if the last attempt to write found it ready.", registry=registry
        )
        self._start_at_nothing()

    def _start_at_nothing(self) -> None:
        """Have those series there from the start of which an alert wants to see the first increase."""
        for access in get_args(Access):
            self._statements.labels(access)
        for work in get_args(Work):
            self._drawing_queue.labels(work)
        for kind in PostKind:
            self._posts_made.labels(kind)
        for direction in ("later", "earlier"):
            self._made_up.labels(direction)

    # ------------------------------------------------------------------------------- for as long as it runs

    @asynccontextmanager
    async def running(self, pending: Callable[[], Sized]) -> AsyncIterator[None]:
        """Watch the event loop, the log, and what is pending while the block runs."""
        self._pending.set_function(lambda: len(pending()))
        counting = _LineCounter(self._lines)
        logging.getLogger().addHandler(counting)
        self._delay.start()
        try:
            yield
        finally:
            self._delay.stop()
            logging.getLogger().removeHandler(counting)

    @asynccontextmanager
    async def watching(self, bot: Paddock) -> AsyncIterator[None]:
        """Look at a client's shards, and at what its database says, while the block runs."""
        self._gateway.shards = lambda: bot.shards
        self._painters.set_function(lambda: len(bot.render_pool.painter_pids))
        self._writable.set_function(lambda: bot.store.is_writable)
        clocks = Clocks(bot.time.now, lambda: bot.clockwork.outages.running)
        following = asyncio.create_task(self._stored.follow(bot.store, clocks), name="metrics")
        try:
            yield
        finally:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)

    # ------------------------------------------------------------------------------------------- what is heard

    def press_began(self, task: asyncio.Task[object], kind: Callable[[], str], way: str) -> None:
        """Count it, and time its acknowledgement and its answer."""
        began = perf_counter()
        self._presses.labels(kind()).inc()
        self._under_way.inc()
        acknowledged = self._acknowledged.labels(way)
        self._requests.follow(lambda: acknowledged.observe(perf_counter() - began))

        def ended(_task: object) -> None:
            self._under_way.dec()
            self._answered.labels(way).observe(perf_counter() - began)

        task.add_done_callback(ended)

    def refused(self, reason: str) -> None:
        """Count it by its reason."""
        self._refusals.labels(reason).inc()

    def moved(self, table_id: str, game: str, by: str) -> None:
        """Count it, and time the board that follows."""
        self._moves.labels(game, by).inc()
        if len(self._moved_at) >= MOST_WAITING_BOARDS:
            self._moved_at.clear()
        self._moved_at.setdefault(table_id, perf_counter())

    def clocks_set(self, by: int) -> None:
        """Add it up."""
        self._made_up.labels("later" if by > 0 else "earlier").inc(abs(by) / 1000)

    @contextmanager
    def _posting_timed(self, table_id: str, kind: str) -> Iterator[None]:
        began = perf_counter()
        try:
            yield
        except Exception as error:
            self._posts_failed.labels(kind, _name(error)).inc()
            raise
        now = perf_counter()
        self._posts_made.labels(kind).inc()
        self._posting.labels(kind).observe(now - began)
        if kind == PostKind.BOARD and (moved_at := self._moved_at.pop(table_id, None)):
            self._board_delay.observe(now - moved_at)

    def posting(self, table_id: str, kind: str) -> AbstractContextManager[object]:
        """Time it, and count it by how it ends."""
        return self._posting_timed(table_id, kind)

    def work_failed(self, queue: str) -> None:
        """Count it."""
        self._work_failures.labels(re.sub(r"\W+", "_", queue).strip("_")).inc()

    def work(self, what: Work) -> Wait:
        """Time it, and count it while it waits."""
        queue = self._drawing_queue.labels(what)
        queue.inc()
        return _Timed(self._drawing_wait.labels(what), self._drawing.labels(what), queue.dec)

    def store_opened(self, access: Access, engine: Any) -> None:
        """Count its statements."""
        counted = self._statements.labels(access)

        def executed(*facts: Any) -> None:
            statement: str = facts[2]
            if not statement.startswith("BEGIN"):
                counted.inc()

        event.listen(engine, "after_cursor_execute", executed)

    def transaction(self, access: Access) -> Wait:
        """Time it."""
        return _Timed(self._database_wait.labels(access), self._transactions.labels(access))

    def database_is_busy(self) -> None:
        """Count it."""
        self._busy.inc()

    def books_checked(self, problems: int) -> None:
        """Note it."""
        self._books.set(problems)

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
    return "store" if isinstance(error, StoreError) else "fault"
