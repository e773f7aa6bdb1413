"""What is kept of tables that are over, for how long, and who lets go of the rest.

Results and coins stay, and of a table with either what it was: its server, game, times and stakes. For the books have
to add up in a hundred years, and leaderboards to count. What goes, goes in stages, which `tables.swept` counts:

- 0: all is kept.
- 1: slips that were being filled in, clocks, and posts that stand are gone. Notices that a seat was handed over
  stay, for they say whose decisions an export may tell.
- 2: nothing of it is shown any more: its row has lost secret, salt, edition, options and people, and its other rows go.
- 3: they are gone. A table without coins and without a result has no row any more either.

Tokens that ran out are forgotten beside that, of presses and of opened desks, and lessons that nobody goes on with.
Sums of days, weeks and months that are over are deleted: no leaderboard shows them.
Race nights are forgotten as a whole once logs of their day are, and a league with the last of its nights.

Every step is a transaction of a bounded number of rows that locks its tables first, says itself what it applies to,
and changes nothing if it was done before; so it may be broken off anywhere, and two processes may sweep at once. Tables
that run, or wait in a lobby, are never touched. Nor is anything while the clock is far ahead of what Discord's messages
tell of the time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Table,
    and_,
    delete,
    exists,
    func,
    or_,
    select,
    update,
)

from bot.bank.tote import RaceStatus
from bot.db import Database
from bot.db.errors import DatabaseUnusable
from bot.db.locks import Lock, hold, hold_table, hold_tables
from bot.db.schema import (
    deadlines,
    drafts,
    leagues,
    lessons,
    log,
    movements,
    night_names,
    night_seats,
    night_tables,
    nights,
    offers,
    outbox,
    presses,
    results,
    seats,
    sent_away,
    stood_in,
    tables,
    tote_bets,
    tote_races,
    tote_sums,
)
from bot.outbox import Notice
from bot.outbox.opened import leaving
from bot.outbox.which import is_unhindered
from bot.shards import made_at
from bot.tables.deadlines import DAY, MINUTE
from bot.tables.queries import OPEN
from bot.tables.table import Status
from bot.work_queue import WorkQueue

logger = logging.getLogger(__name__)

Key = TypeVar("Key")

WHOLE, WITHOUT_TRACES, TO_BE_EMPTIED, EMPTIED = range(4)
"""The stages."""

TABLES_AT_ONCE = 20
ROWS_AT_ONCE = 500
"""What one transaction takes at most, so that nobody waits long for it."""

LESSON_WAITS = 30 * MINUTE
"""Milliseconds for which a lesson waits at least for its learner's next press."""

BREATH = 0.05
"""Seconds between two transactions, for everybody else."""

AFTER_A_START = 600.0
"""Seconds until the first round: a machine whose clock is wrong when it starts has mostly set it by then."""

ROUND = 3600.0
"""Seconds between two rounds."""

AHEAD = DAY + int(ROUND * 1000)
"""Milliseconds by which the clock may be ahead of the newest message; one that is further ahead is not believed."""

GRACE = 2.0
"""Seconds that a transaction under way gets when the bot stops."""

OLD = "over"
"""The key of the work: all of it is one piece."""


class Retention(NamedTuple):
    """For how many days something is kept after its table was over; None: for ever."""

    logs: int | None = 365
    """Log, luck and people of a race that was finished: until then it can be shown and checked."""
    cancelled: int | None = 30
    """The same of a table that was cancelled, or that nobody started."""
    traces: int | None = 7
    """Slips, clocks and posts that stand."""


USUAL_RETENTION = Retention()
"""What holds where nothing was set."""


class Sweeper:
    """Lets go, once an hour and in small steps, of what is kept no longer."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], int],
        retention: Retention,
    ) -> None:
        self._database = database
        self._now = now
        self._retention = retention
        self._work = WorkQueue(self._round, "let go of tables that are", (DatabaseUnusable,))

    async def resume(self) -> None:
        """Begin: a step of the start, which does not wait for the work."""
        self._work.ask_in(AFTER_A_START, OLD)

    async def close(self) -> None:
        """Stop after the transaction under way; the rest is done by the next run."""
        await self._work.close(GRACE)

    async def _round(self, key: str) -> None:
        now = self._now()
        if await self._database.read(_is_believed, now) and (swept := await self.sweep(now)):
            logger.info("let go of what is kept no longer: %d steps", swept)
        self._work.ask_in(ROUND, key)

    async def sweep(self, now: int) -> int:
        """Take every step that is due `now`; return how many did something. Raises `DatabaseUnusable`."""
        steps = 0
        lasting = (self._forget_tokens, self._forget_lessons, self._forget_nights)
        for step in (*lasting, self._let_traces_go, self._mark, self._empty):
            while await step(now):
                steps += 1
                await asyncio.sleep(BREATH)
        return steps

    # ---------------------------------------------------------------------------------------------- steps

    async def _forget_tokens(self, now: int) -> bool:
        """Forget the tokens of opened desks that have run out."""
        ran_out = outbox.c.opened_until <= now

        def look(db: Connection) -> Sequence[str]:
            return list(db.scalars(select(outbox.c.table_id).where(ran_out).limit(TABLES_AT_ONCE)))

        opened = await self._database.read(look)
        if opened:
            await self._database.write(_leave, opened, ran_out)
        return len(opened) == TABLES_AT_ONCE

    async def _forget_lessons(self, now: int) -> bool:
        """Forget some lessons whose learners have gone; whether there were any. A press meanwhile keeps its own."""
        too_old = lessons.c.touched_at < now - LESSON_WAITS
        some = select(lessons.c.user_id).where(too_old).limit(ROWS_AT_ONCE)
        gone = await self._database.read(_named, some)
        if gone:
            await self._database.write(_delete, lessons, lessons.c.user_id.in_(gone), too_old)
        return bool(gone)

    async def _let_traces_go(self, now: int) -> bool:
        """Let go of slips, clocks and posts of some tables; whether there were any."""
        found = await self._over(now, self._retention.traces, WHOLE)
        if found:
            await self._database.write(_let_traces_go, found)
        return bool(found)

    async def _mark(self, now: int) -> bool:
        """Have some tables shown no more whose time is over; whether there were any."""
        retention = self._retention
        found = [
            *await self._over(now, retention.logs, WHOLE, Status.FINISHED),
            *await self._over(now, retention.logs, WITHOUT_TRACES, Status.FINISHED),
            *await self._over(now, retention.cancelled, WHOLE, Status.CANCELLED, Status.EXPIRED),
            *await self._over(now, retention.cancelled, WITHOUT_TRACES, Status.CANCELLED, Status.EXPIRED),
        ][:TABLES_AT_ONCE]
        if found:
            await self._database.write(_mark, found)
        return bool(found)

    async def _empty(self, _now: int) -> bool:
        """Delete rows of a table that is shown no more; whether there was one."""
        marked = select(tables.c.table_id).where(tables.c.swept == TO_BE_EMPTIED).limit(1)
        found = await self._database.read(_named, marked)
        for table_id in found:
            await self._database.write(_empty, table_id)
        return bool(found)

    async def _forget_nights(self, now: int) -> bool:
        """Forget some race nights that have been over for as long as logs are kept; whether there were any.

        One that never ends, for the bot is not in its server any more, counts from when it was to go on.
        """
        if self._retention.logs is None:
            return False
        is_past = _is_past(now - self._retention.logs * DAY)
        some = select(nights.c.night_id, nights.c.guild_id).where(is_past).limit(TABLES_AT_ONCE)

        def look(db: Connection) -> Mapping[int, int]:
            return {row.night_id: row.guild_id for row in db.execute(some)}

        old = await self._database.read(look)
        if old:
            await self._database.write(_forget_nights, old, is_past)
        return bool(old)

    async def _over(self, now: int, days: int | None, stage: int, *statuses: Status) -> Sequence[str]:
        """Name some tables of a stage that have been over for so many days, of these statuses or any.

        While posts are due of one, all of it is kept, but for no longer than its log.
        """
        if days is None:
            return ()
        wanted = select(tables.c.table_id).where(
            tables.c.swept == stage, tables.c.ended_at < now - days * DAY
        )
        if not statuses:
            wanted = wanted.where(~exists().where(outbox.c.table_id == tables.c.table_id, is_unhindered()))
            statuses = Status.FINISHED, Status.CANCELLED, Status.EXPIRED

        def look(db: Connection) -> Sequence[str]:
            found: list[str] = []
            for status in statuses:  # one after the other, for so the index leads to them
                some = wanted.where(tables.c.status == status).limit(TABLES_AT_ONCE - len(found))
                found += db.scalars(some)
            return found

        return await self._database.read(look)


def _is_believed(db: Connection, now: int) -> bool:
    """Whether it can be `now`: Discord made a message not long ago. A wrong clock alone must delete nothing."""
    newest = db.scalar(select(func.max(outbox.c.message_id)))
    return newest is not None and now <= made_at(newest) + AHEAD


def _named(db: Connection, wanted: Select[tuple[Key]]) -> Sequence[Key]:
    """Read one column."""
    return list(db.scalars(wanted))


def _delete(db: Connection, table: Table, *these: ColumnElement[bool]) -> None:
    """Delete rows of one of the database's tables."""
    db.execute(delete(table).where(*these))


def _leave(db: Connection, table_ids: Sequence[str], ran_out: ColumnElement[bool]) -> None:
    """Forget what opened desks of some tables cannot be edited with any more."""
    hold_tables(db, tables.c.table_id.in_(table_ids))
    db.execute(leaving(outbox.c.table_id.in_(table_ids), ran_out))


def _let_traces_go(db: Connection, table_ids: Sequence[str]) -> None:
    """Let go of slips, clocks and posts of some tables; where there are many posts, only of some of them."""
    hold_tables(db, tables.c.table_id.in_(table_ids))
    if _delete_some(db, outbox, outbox.c.table_id.in_(table_ids), _is_passing()):
        return
    for table in (drafts, deadlines):
        db.execute(delete(table).where(table.c.table_id.in_(table_ids)))
    these = tables.c.table_id.in_(table_ids), tables.c.swept == WHOLE
    db.execute(update(tables).where(*these).values(swept=WITHOUT_TRACES))


def _mark(db: Connection, table_ids: Sequence[str]) -> None:
    """Have some tables shown no more."""
    hold_tables(db, tables.c.table_id.in_(table_ids))
    db.execute(
        update(tables)
        .where(tables.c.table_id.in_(table_ids), tables.c.swept < TO_BE_EMPTIED)
        .values(
            swept=TO_BE_EMPTIED,
            secret=b"",
            salt="[]",
            edition="{}",
            options="{}",
            host_id=0,
            opened_by=None,
            hours=None,
            night_id=None,
            honours="",
        )
    )


def _empty(db: Connection, table_id: str) -> None:
    """Delete rows of a table that is shown no more, and once there are none the table itself."""
    hold_table(db, table_id)
    for table in (
        log,
        offers,
        outbox,
        presses,
        seats,
        sent_away,
        stood_in,
        drafts,
        deadlines,
        *_OF_TOTE,
    ):
        if _delete_some(db, table, table.c.table_id == table_id, *_GOING.get(table, ())):
            return
    _forget(db, table_id)


def _forget_nights(db: Connection, old: Mapping[int, int], is_past: ColumnElement[bool]) -> None:
    """Forget race nights that are still past, of which `old` says the server, and leagues without any."""
    guilds = set(old.values())
    for guild_id in sorted(guilds):
        hold(db, Lock.NIGHT, guild_id)
    found = list(db.scalars(select(nights.c.night_id).where(nights.c.night_id.in_(old), is_past)))
    for table in (night_seats, night_tables, night_names, nights):
        db.execute(delete(table).where(table.c.night_id.in_(found)))
    theirs = (nights.c.guild_id == leagues.c.guild_id) & (nights.c.league == leagues.c.league)
    db.execute(delete(leagues).where(leagues.c.guild_id.in_(guilds), ~exists().where(theirs)))


def _is_passing() -> ColumnElement[bool]:
    """Tell posts from notices that a seat was handed over, which are needed for longer."""
    return or_(outbox.c.notice.is_(None), outbox.c.notice != Notice.HANDED)


def _is_past(moment: int) -> ColumnElement[bool]:
    """Tell race nights that were over at a moment, or should have gone on by then and have no table that could."""
    is_open = tables.c.status.in_(OPEN)
    here = (night_tables.c.night_id == nights.c.night_id) & (night_tables.c.table_id == tables.c.table_id)
    has_stopped = (
        nights.c.ended_at.is_(None),
        nights.c.starts_at < moment,
        nights.c.round_at < moment,
        ~exists().where(here, is_open),
    )
    return or_(nights.c.ended_at < moment, and_(*has_stopped))


def _delete_some(db: Connection, table: Table, *these: ColumnElement[bool]) -> bool:
    """Delete rows of one of the database's tables, `ROWS_AT_ONCE` at most; whether there may be more."""
    key = list(table.primary_key)[-1]
    some = select(key).where(*these).limit(ROWS_AT_ONCE)
    gone = db.execute(delete(table).where(*these, key.in_(some)))
    return gone.rowcount >= ROWS_AT_ONCE


def _forget(db: Connection, table_id: str) -> None:
    """Delete a table that moved no coins and has no result; of others the row stays, for the books name it.

    Coins of the tote are among them: which game brought them only that row tells.
    """
    is_named = or_(
        *(exists().where(table.c.table_id == table_id) for table in (movements, results, tote_races)),
        exists().where(_later.c.rematch_of == table_id),
    )
    this = tables.c.table_id == table_id, tables.c.swept == TO_BE_EMPTIED
    if db.scalar(select(is_named)):
        db.execute(update(tables).where(*this).values(swept=EMPTIED))
    else:
        db.execute(delete(tables).where(*this))


_OF_TOTE = (tote_sums, tote_bets, tote_races)
"""Bets go with the log of their race; the coins they moved stay in the ledger, and that the race was settled.

Sums go before the bets that they are held against: many bets go in several steps, and books are audited in between.
"""

_GOING = {tote_races: (tote_races.c.status != RaceStatus.SETTLED,)}
"""Which rows go, of what does not go as a whole."""

_later = tables.alias("later")
