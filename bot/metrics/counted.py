"""The metrics of a process, in one registry; docs/operations.md explains each.

Labels have few values, known beforehand: no id, no name, nothing of what is played is in any.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from time import perf_counter
from types import TracebackType
from typing import Literal, Self, get_args

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector

Access = Literal["reading", "writing"]
Work = Literal["layout", "picture", "thought"]
"""What is done off the event loop: compose a message, draw, or think in a computer player's place."""

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
_counter = partial(Counter, registry=REGISTRY)
_gauge = partial(Gauge, registry=REGISTRY)
_histogram = partial(Histogram, registry=REGISTRY)

SHORT = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5)
"""Seconds: what the machine itself does."""

ANSWERS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10)
"""Seconds: what a user waits for; Discord waits for three."""

LONG = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
"""Seconds: what is drawn and sent."""

BUILD = Info("paddock_build", "The program that runs.", registry=REGISTRY)
PENDING = _gauge("paddock_pending", "Steps of the start and shards that are not taken up.")
BOOKS = _gauge("paddock_books_problems", "What was not in order in the books at the start.")
LINES = _counter("paddock_log_lines", "Warnings and errors in the log.", ("level", "logger"))

PRESSES = _counter("paddock_presses", "Presses and commands.", ("kind",))
UNDER_WAY = _gauge("paddock_presses_under_way", "Presses and commands not yet answered.")
ANSWERED = _histogram(
    "paddock_press_answered_seconds",
    "From the arrival of a press to the end of its answer.",
    ("way",),
    buckets=ANSWERS,
)
ACKNOWLEDGED = _histogram(
    "paddock_press_acknowledged_seconds",
    "From the arrival of a press until Discord has taken the first answer.",
    ("way",),
    buckets=ANSWERS,
)
REFUSALS = _counter("paddock_refusals", "What was refused.", ("reason",))

MOVES = _counter("paddock_moves", "Decisions taken.", ("game", "by"))
BOARD_DELAY = _histogram(
    "paddock_board_delay_seconds", "From a decision until the board of its table shows it.", buckets=LONG
)
MADE_UP = _counter(
    "paddock_time_made_up_seconds",
    "By how much all clocks were set because nobody could act.",
    ("direction",),
)

POSTS_MADE = _counter("paddock_posts_made", "Posts that stand.", ("kind",))
POSTS_FAILED = _counter("paddock_posts_failed", "Tries of a post that failed.", ("kind", "error"))
POSTING = _histogram(
    "paddock_post_seconds", "What a post takes: reading, drawing and sending.", ("kind",), buckets=LONG
)
WORK_FAILURES = _counter("paddock_work_failures", "Work that failed and is tried again.", ("queue",))

RENDER_WORKERS = _gauge("paddock_painters", "Processes that draw.")
DRAWING_QUEUE = _gauge("paddock_drawing_queue_length", "Work that waits to be begun.", ("work",))
DRAWING_WAIT = _histogram(
    "paddock_drawing_wait_seconds", "How long work waited until it was begun.", ("work",), buckets=LONG
)
DRAWING = _histogram("paddock_drawing_seconds", "How long work took once begun.", ("work",), buckets=LONG)

STATEMENTS = _counter(
    "paddock_database_statements",
    "Statements, without those that begin and end a transaction.",
    ("access",),
)
TRANSACTIONS = _histogram(
    "paddock_database_transaction_seconds",
    "From the begin of a transaction to its end.",
    ("access",),
    buckets=SHORT,
)
DATABASE_WAIT = _histogram(
    "paddock_database_wait_seconds",
    "From asking for a transaction to its begin.",
    ("access",),
    buckets=SHORT,
)
BUSY = _counter("paddock_database_busy", "Tries to begin while another process had the database.")
WRITABLE = _gauge("paddock_database_writable", "1 if the last attempt to write found it ready.")

CONNECTED = _gauge("paddock_gateway_connected", "1 while a shard is connected.", ("shard",))
CONNECTS = _counter(
    "paddock_gateway_connects",
    "Connections of a shard, by new sessions and by resumed ones.",
    ("shard", "session"),
)

# Alerts have to see the first increase of these.
for access in get_args(Access):
    STATEMENTS.labels(access)
for work in get_args(Work):
    DRAWING_QUEUE.labels(work)
for direction in ("later", "earlier"):
    MADE_UP.labels(direction)


class Timed:
    """A context that times a wait, then what follows it; where that never begins, only the wait."""

    def __init__(
        self, wait: Histogram, lasts: Histogram, begins: Callable[[], object] = lambda: None
    ) -> None:
        self._wait, self._lasts, self._begins = wait, lasts, begins
        self._since = perf_counter()
        self._has_begun = False

    def begun(self) -> None:
        """Note that the wait is over."""
        now = perf_counter()
        self._wait.observe(now - self._since)
        self._since, self._has_begun = now, True
        self._begins()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._has_begun:
            self._lasts.observe(perf_counter() - self._since)
        else:
            self.begun()


def transaction(access: Access) -> Timed:
    """Time a transaction from the moment it is asked for."""
    return Timed(DATABASE_WAIT.labels(access), TRANSACTIONS.labels(access))


def drawing(work: Work) -> Timed:
    """Time work off the event loop, and count it while it waits."""
    queue = DRAWING_QUEUE.labels(work)
    queue.inc()
    return Timed(DRAWING_WAIT.labels(work), DRAWING.labels(work), queue.dec)


def press_began(task: asyncio.Task[object], kind: Callable[[], str], way: str) -> None:
    """Count a press or a command, by what `kind` names once `task` ends, and so the press is answered.

    `way` is how it came: component, form, command or autocomplete.
    """
    began = perf_counter()
    UNDER_WAY.inc()

    def ended(_task: object) -> None:
        UNDER_WAY.dec()
        PRESSES.labels(kind()).inc()
        ANSWERED.labels(way).observe(perf_counter() - began)

    task.add_done_callback(ended)


def work_failed(queue: str) -> None:
    """Count work that is tried again, by the name of its queue."""
    WORK_FAILURES.labels(re.sub(r"\W+", "_", queue).strip("_")).inc()


class Boards:
    """Times the boards that follow decisions."""

    MOST = 10_000
    """Tables that are known to wait for a board; others may have been posted by another process."""

    def __init__(self) -> None:
        self._moved_at: dict[str, float] = {}

    def moved(self, table_id: str) -> None:
        """Begin to time the board of a table, unless an earlier decision waits for it."""
        if len(self._moved_at) >= self.MOST:
            self._moved_at.clear()
        self._moved_at.setdefault(table_id, perf_counter())

    def posted(self, table_id: str) -> None:
        """End that: the board stands."""
        if moved_at := self._moved_at.pop(table_id, None):
            BOARD_DELAY.observe(perf_counter() - moved_at)

    def left_to_another(self, table_id: str) -> None:
        """End that: another process posts the board."""
        self._moved_at.pop(table_id, None)


BOARDS = Boards()


@contextmanager
def posting(kind: str, is_made: Callable[[], bool], named: Callable[[Exception], str]) -> Iterator[None]:
    """Time a post, and count it by how it ends.

    `is_made` says afterwards whether it stands: it may have to wait for something else. `named` names an error.
    """
    began = perf_counter()
    try:
        yield
    except Exception as error:
        POSTS_FAILED.labels(kind, named(error)).inc()
        raise
    if is_made():
        POSTS_MADE.labels(kind).inc()
        POSTING.labels(kind).observe(perf_counter() - began)
