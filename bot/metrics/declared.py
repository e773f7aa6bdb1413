"""The metrics that the observer moves, as Prometheus is told of them; docs/operations.md explains each."""

from __future__ import annotations

import platform
from functools import partial
from importlib.metadata import version
from typing import get_args

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info

from bot.observing import Access, Work
from bot.outbox import PostKind

SHORT = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5)
"""Seconds: what the machine itself does."""

ANSWERS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10)
"""Seconds: what somebody waits for; Discord waits for three."""

LONG = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
"""Seconds: what is drawn and sent."""

OF_OURS = ("rejected", "fault")
"""Why a post fails for a fault of Paddock, as the label `error` has it."""


class Declared:
    """What is counted of presses, tables, posts, drawing and the database, in one registry."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._counter = partial(Counter, registry=registry)
        self._gauge = partial(Gauge, registry=registry)
        self._histogram = partial(Histogram, registry=registry)
        Info("paddock_build", "The program that runs.", registry=registry).info(
            {"version": version("paddock"), "python": platform.python_version()}
        )
        self.pending = self._gauge("paddock_pending", "Steps of the start and shards that are not taken up.")
        self.books = self._gauge("paddock_books_problems", "What was not in order in the books at the start.")
        self.lines = self._counter(
            "paddock_log_lines", "Warnings and errors in the log.", ("level", "logger")
        )
        self._declare_presses()
        self._declare_tables()
        self._declare_posts()
        self._declare_drawing()
        self._declare_database()
        self._start_at_nothing()

    def _declare_presses(self) -> None:
        """Declare what is counted of presses and commands."""
        self.presses = self._counter("paddock_presses", "Presses and commands.", ("kind",))
        self.under_way = self._gauge("paddock_presses_under_way", "Presses and commands not yet answered.")
        self.answered = self._histogram(
            "paddock_press_answered_seconds",
            "From the arrival of a press to the end of its answer.",
            ("way",),
            buckets=ANSWERS,
        )
        self.acknowledged = self._histogram(
            "paddock_press_acknowledged_seconds",
            "From the arrival of a press until Discord has taken the first answer.",
            ("way",),
            buckets=ANSWERS,
        )
        self.refusals = self._counter("paddock_refusals", "What was refused.", ("reason",))

    def _declare_tables(self) -> None:
        """Declare what is counted of tables."""
        self.moves = self._counter("paddock_moves", "Decisions taken.", ("game", "by"))
        self.board_delay = self._histogram(
            "paddock_board_delay_seconds",
            "From a decision until the board of its table shows it.",
            buckets=LONG,
        )
        self.made_up = self._counter(
            "paddock_time_made_up_seconds",
            "By how much all clocks were set because nobody could act.",
            ("direction",),
        )

    def _declare_posts(self) -> None:
        """Declare what is counted of posts, and of other work that is done until it succeeds."""
        self.posts_made = self._counter("paddock_posts_made", "Posts that stand.", ("kind",))
        self.posts_failed = self._counter(
            "paddock_posts_failed", "Tries of a post that failed.", ("kind", "error")
        )
        self.posting = self._histogram(
            "paddock_post_seconds",
            "What a post takes: reading, drawing and sending.",
            ("kind",),
            buckets=LONG,
        )
        self.work_failures = self._counter(
            "paddock_work_failures", "Work that failed and is tried again.", ("queue",)
        )

    def _declare_drawing(self) -> None:
        """Declare what is counted of drawing."""
        self.painters = self._gauge("paddock_painters", "Processes that draw.")
        self.drawing_queue = self._gauge(
            "paddock_drawing_queue_length", "Work that waits to be begun.", ("work",)
        )
        self.drawing_wait = self._histogram(
            "paddock_drawing_wait_seconds",
            "How long work waited until it was begun.",
            ("work",),
            buckets=LONG,
        )
        self.drawing = self._histogram(
            "paddock_drawing_seconds", "How long work took once begun.", ("work",), buckets=LONG
        )

    def _declare_database(self) -> None:
        """Declare what is counted of the database."""
        self.statements = self._counter(
            "paddock_database_statements",
            "Statements, without those that begin and end a transaction.",
            ("access",),
        )
        self.transactions = self._histogram(
            "paddock_database_transaction_seconds",
            "From the begin of a transaction to its end.",
            ("access",),
            buckets=SHORT,
        )
        self.database_wait = self._histogram(
            "paddock_database_wait_seconds",
            "From asking for a transaction to its begin.",
            ("access",),
            buckets=SHORT,
        )
        self.busy = self._counter(
            "paddock_database_busy", "Tries to begin while another process had the database."
        )
        self.writable = self._gauge(
            "paddock_database_writable", "1 if the last attempt to write found it ready."
        )

    def _start_at_nothing(self) -> None:
        """Have those series there from the start of which an alert wants to see the first increase."""
        for access in get_args(Access):
            self.statements.labels(access)
        for work in get_args(Work):
            self.drawing_queue.labels(work)
        for kind in PostKind:
            self.posts_made.labels(kind)
            for error in OF_OURS:
                self.posts_failed.labels(kind, error)
        for direction in ("later", "earlier"):
            self.made_up.labels(direction)
