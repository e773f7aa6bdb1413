"""What only the database knows: how many tables there are, which posts wait, and whether a clock is late.

It is read now and then in one short transaction, by a task of its own: neither a press nor whoever asks for the metrics
waits for it. Of several processes on one database each tells the same, but for its own clocks.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from functools import partial
from time import time
from typing import NamedTuple

from prometheus_client import Gauge
from sqlalchemy import Connection, case, func, literal_column, select

from bot.db import Database
from bot.db.errors import DatabaseUnusable
from bot.db.schema import outbox, tables
from bot.metrics.counted import REGISTRY
from bot.outbox.which import is_unhindered
from bot.shards import Shards
from bot.tables import deadlines
from bot.tables.queries import OPEN, counted

log = logging.getLogger(__name__)

APART = 15.0
"""Seconds between two looks."""

MOST_FOLLOWED = 10_000
"""Due posts that are looked at: where there are more, there is more to mend than a count."""


class Clocks(NamedTuple):
    """What the clocks of a process go by."""

    now: Callable[[], int]
    running: Callable[[], Shards | None]
    """The shards whose servers' clocks go on and are looked after by this process; None: all."""
    present: Callable[[], Collection[str]]
    """The games that can be played here."""


class Due(NamedTuple):
    """A request for a post that is to be fulfilled: it is the same until another one has been fulfilled."""

    post_id: int
    fulfilled: int
    kind: str


_gauge = partial(Gauge, registry=REGISTRY)
TABLES = _gauge("paddock_tables", "Open tables.", ("game", "status"))
WAITING = _gauge("paddock_posts_waiting", "Posts that are due.", ("kind",))
LONGEST = _gauge(
    "paddock_post_waiting_longest_seconds",
    "How long a post has been due that is due longest, as far as this process has seen.",
    ("kind",),
)
OVERDUE = _gauge("paddock_clock_overdue_seconds", "By how much the clock is late that ran out first.")
READ_AT = _gauge("paddock_stored_read_timestamp_seconds", "When the database was looked at last.")

Since = dict[Due, float]
"""Since when each post is known to be due."""


async def follow(database: Database, clocks: Clocks) -> None:
    """Look again and again, until it is cancelled; what fails is tried again the next time."""
    since = Since()
    while True:
        try:
            since = await look(database, clocks, since)
        except DatabaseUnusable:
            pass  # others tell of it; when it was read last is told as well
        except Exception:
            log.exception("what the database knows is not told")
        await asyncio.sleep(APART)


async def look(database: Database, clocks: Clocks, since: Since) -> Since:
    """Read everything once; return since when what is due now is known to be. Raises `DatabaseUnusable`."""
    running, present = clocks.running(), clocks.present()

    def stored(db: Connection) -> tuple[dict[tuple[str, str], int], list[Due], int | None]:
        return _open_tables(db), _due_posts(db, present), deadlines.earliest(db, 0, running)

    counts, due, first = await database.read(stored)
    TABLES.clear()
    for (game, status), count in counts.items():
        TABLES.labels(game, status).set(count)
    now = time()
    since = {each: since.get(each, now) for each in due}
    _tell_of_posts(since, now)
    OVERDUE.set(0 if first is None else max(0, clocks.now() - first) / 1000)
    READ_AT.set(now)
    return since


def _tell_of_posts(since: Since, now: float) -> None:
    WAITING.clear()
    LONGEST.clear()
    for kind in {each.kind for each in since}:
        of_kind = [at for each, at in since.items() if each.kind == kind]
        WAITING.labels(kind).set(len(of_kind))
        LONGEST.labels(kind).set(now - min(of_kind))


def _open_tables(db: Connection) -> dict[tuple[str, str], int]:
    """Count the open tables by game and status; those that rest apart."""
    rests = tables.c.paused_at.is_not(None)
    status = case((rests, literal_column("'resting'")), else_=tables.c.status)
    open_ones = tables.c.status.in_(OPEN)
    counting = select(tables.c.game, status, func.count()).where(open_ones).group_by(tables.c.game, status)
    return {(game, of): count for game, of, count in db.execute(counting)}


def _due_posts(db: Connection, present: Collection[str]) -> list[Due]:
    """Name the posts that are due; those of games that are not here wait until they are, and are none."""
    rows = db.execute(
        select(outbox.c.post_id, outbox.c.fulfilled, outbox.c.kind)
        .join(tables, tables.c.table_id == outbox.c.table_id)
        .where(is_unhindered(), counted(present))
        .limit(MOST_FOLLOWED)
    )
    return [Due(*row) for row in rows]
