"""The end of a table that cannot be finished: its log was written by rules that the program no longer has.

Rules are corrected with a new version (`Game.rules`). A table is finished by the version it began with while
`engines.catalog` has it. Else, or where its log is not what the rules give now, going on would silently be another
game: the table ends as if it were cancelled, and everybody is told.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from sqlalchemy import Connection

from bot.db import Database, DatabaseUnusable
from bot.outbox import Notice
from bot.tables import ending, queries, resting
from bot.tables.games import Games
from bot.tables.loading import load
from bot.tables.reading import looked_through
from bot.tables.refusals import Absent, Outdated, Refusal, Refused
from bot.tables.standing import Standing, read_log, standing_of
from bot.tables.step import Step, begin, finish
from bot.tables.table import Status

log = logging.getLogger(__name__)


class OutdatedTables:
    """Ends tables whose rules are gone, as soon as something is wanted of them, and at the start of the bot."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], int],
        games: Games,
        tell: Callable[[str], object],
        announce: Callable[[Connection, int, str], object],
    ) -> None:
        """`tell` and `announce` are of `bot.tables.tables.Tables`."""
        self._database = database
        self._now = now
        self._games = games
        self._tell = tell
        self._announce = announce

    @asynccontextmanager
    async def refused(self, table_id: str) -> AsyncIterator[None]:
        """End the table if the block raises `Outdated`, and raise `Refused` instead: nothing else came of it."""
        try:
            yield
        except Outdated:
            await self.end(table_id)
            table = await self._database.read(load, table_id)
            raise Refused(Refusal.STALE if table.status.is_open else Refusal.OUTDATED) from None

    async def end(self, table_id: str) -> bool:
        """End a table that proved to be outdated; False if it was not, or is over already."""
        is_ended = await self._database.write(self._end, table_id)
        self._tell(table_id)
        return is_ended

    def _end(self, db: Connection, table_id: str) -> bool:
        step = begin(db, self._games, table_id, self._now())
        is_ended = step.table.status.is_open and end_if_outdated(db, step)
        if is_ended:
            finish(db, step)
            self._announce(db, step.table.guild_id, table_id)
        return is_ended

    async def end_all(self) -> None:
        """End every running table that cannot be finished by the rules it began with; one without rules rests.

        A step of the start-up.
        Safe to do again if it is broken off: what is ended stays ended, and what goes on is not touched.
        """
        going_on = await self._database.read(queries.running_tables)
        async for table, standing in looked_through(self._database, self._games, going_on):
            if standing is None:
                await self._see_to(table.table_id)

    async def _see_to(self, table_id: str) -> None:
        """Read a table by itself of which it cannot be told where it stands, and do what has to be done about it."""
        try:
            await self._database.read(_require_readable, self._games, table_id)
        except Absent as absent:
            await self._database.write(self._wait_for_the_game, table_id, absent.why)
            self._tell(table_id)
        except Outdated:
            await self.end(table_id)
        except DatabaseUnusable:
            raise
        except Exception:
            log.exception("table %s cannot be read", table_id)

    def _wait_for_the_game(self, db: Connection, table_id: str, why: str) -> None:
        step = begin(db, self._games, table_id, self._now())
        if resting.wait_for_the_game(db, step, why):
            finish(db, step)
            self._announce(db, step.table.guild_id, table_id)


def _require_readable(db: Connection, games: Games, table_id: str) -> None:
    standing_of(db, games, load(db, table_id))


def end_if_outdated(db: Connection, step: Step) -> bool:
    """End an open table whose log, read anew, the rules do not lead through; tell whether it was so."""
    try:
        _fold(db, step)
    except Outdated as why:
        log.error("table %s ends and every stake returns: %s", step.table.table_id, why)
    else:
        return False
    if step.table.status is Status.RUNNING:
        step.give_notice(db, Notice.OUTDATED)
    ending.stop(db, step, None, Status.CANCELLED)
    return True


def _fold(db: Connection, step: Step) -> None:
    """Replay all that happened at a table; in a lobby that is the set-up to come. Raises Outdated."""
    step.require_here()
    if step.table.length:
        Standing.of_log(step.table, read_log(db, step.table))
    elif step.table.status is Status.LOBBY:
        Standing.begin(step.table)
