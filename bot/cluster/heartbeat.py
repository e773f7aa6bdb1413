"""The one rule of time: time away from people counts against nobody.

Every shard has a row with the moment at which its people could last act: its process ran, Discord reached that
process, and the database took what it wrote. The row is written every few seconds. If it is older than `AWAY` by
then, or Discord was out of reach in between, the deadlines of the shard's servers are set later by that time. So a
killed process, a suspended machine, a locked database, a clock that was set forward and an outage of Discord are all
the same. While shard 0 is away, at which presses in direct messages arrive, every shard is.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Mapping

from sqlalchemy import Connection, delete, insert, select, update

from bot import outbox
from bot.cluster.ownership import DIRECT_MESSAGES, Ownership, ShardsTaken
from bot.db import Database
from bot.db.errors import DatabaseUnusable
from bot.db.locks import Lock, hold, hold_clocks
from bot.db.schema import shards
from bot.metrics import counted
from bot.shards import Shards, shard_of
from bot.tables import deadlines, marking
from bot.tables.deadlines import MINUTE

log = logging.getLogger(__name__)

BEAT = 3.0
"""Seconds between two heartbeats."""

SWEEP = 3
"""Heartbeats between two looks for work that another process left here and whose word was lost."""

AWAY = 10_000
"""Milliseconds since the last write from which on a shard was away."""

LONG = MINUTE
"""Milliseconds from which on time away is shown, and `LEAST_LEFT` is left after it."""

LEAST_LEFT = 5 * MINUTE
"""Milliseconds that are left at least on every clock after a start, and after a long time away."""


def wall_clock() -> int:
    """Milliseconds since 1970 UTC, as this machine believes."""
    return time.time_ns() // 1_000_000


class Clock:
    """A wall clock that several processes share: one process sets a deadline, another one has it run out."""

    def __init__(self, wall: Callable[[], int] = wall_clock) -> None:
        self._wall = wall
        self._ahead = 0
        """By how many milliseconds the clock of the database's server is ahead of this machine's."""

    def now(self) -> int:
        """Milliseconds since 1970 UTC."""
        return self._wall() + self._ahead

    def follow(self, server: int | None) -> None:
        """Follow the clock of the database's server, which was just read; None: there is no server."""
        if server is not None:
            self._ahead = server - self._wall()


class Heartbeat:
    """Writes every few seconds that this process's shards are alive, and sets deadlines later after time away."""

    def __init__(
        self,
        database: Database,
        ownership: Ownership,
        clock: Clock,
        shown: Callable[[str], object] = lambda _: None,
        away: int = AWAY,
    ) -> None:
        """`shown` is called with every match at which the shift of a running process is to be shown."""
        self._database = database
        self._ownership = ownership
        self._clock = clock
        self._shown = shown
        self._away = away
        self._alive_at: Mapping[int, int] = {}
        """The rows as they were read last: when people could last act, by shard; empty before the start."""
        self._written_at = 0
        """When this process wrote last."""
        self._out: set[int] = set()
        """Shards of this process that Discord does not reach."""
        self._returned: set[int] = set()
        """Shards that Discord reaches again, until their deadlines are set later."""
        self._writing = asyncio.Lock()

    def disconnected(self, shard: int) -> None:
        """Note that Discord does not reach a shard of this process; saying so again does nothing."""
        self._out.add(shard)

    def connected(self, shard: int) -> None:
        """Note that Discord reaches a shard again; saying so again does nothing."""
        if shard in self._out:
            self._out.discard(shard)
            self._returned.add(shard)

    # ----------------------------------------------------------------------------------------- who is alive

    @property
    def is_current(self) -> bool:
        """Whether this process has not been held up since it wrote last."""
        return self._is_near(self._written_at)

    @property
    def running(self) -> Shards | None:
        """The shards whose deadlines run out here: alive, and looked after by this process; None: all there are."""
        kept, alive = self._ownership.kept, self._alive()
        numbers = alive if kept is None else alive & kept.numbers
        of = len(self._alive_at) or 1
        return None if len(numbers) == of else Shards(frozenset(numbers), of)

    @property
    def still(self) -> Shards | None:
        """The shards that are away, whose clocks stand still; None if there is none."""
        away = self._alive_at.keys() - self._alive()
        return Shards(frozenset(away), len(self._alive_at)) if away else None

    def still_since(self, guild_id: int) -> int | None:
        """Return since when the clocks of a server stand still; None if they do not."""
        still = self.still
        if still is None or not still.serve(guild_id):
            return None
        return min(self._alive_at[each] for each in (DIRECT_MESSAGES, shard_of(guild_id, still.of)))

    def _alive(self) -> set[int]:
        near = {number for number, moment in self._alive_at.items() if self._is_near(moment)}
        alive = near - self._out - self._returned
        return alive if DIRECT_MESSAGES in alive else set()

    def _is_near(self, moment: int) -> bool:
        return abs(self._clock.now() - moment) <= self._away

    # -------------------------------------------------------------------------------------------- writing

    async def start(self, of: int) -> None:
        """Begin to be alive, with so many shards in all: every clock has as much left as it had, and `LEAST_LEFT`."""

        def change(db: Connection) -> Mapping[int, int]:
            rows = self._laid_out(db, of)
            served = self._ownership.serves
            self._come_back(db, rows.keys() if served is None else served.numbers, is_start=True)
            return read(db)

        async with self._writing:
            self._follow(await self._database.write(change))

    async def run(self, sweep: Callable[[Shards | None], Awaitable[None]]) -> None:
        """Beat until cancelled; `sweep` looks for work that is due at the matches of shards, None: of all.

        Raises `ShardsTaken` if another process serves the shards of this one.
        """
        beats = 0
        while True:
            try:
                await self._ownership.look()
                await self.beat()
                if beats % SWEEP == 0 and not self._ownership.is_alone:
                    await sweep(self._ownership.kept)
            except DatabaseUnusable as error:
                log.error("this process cannot write that it lives: %s", error)
            except ShardsTaken:
                raise
            except Exception:
                log.exception("this process cannot write that it lives")
            beats += 1
            await asyncio.sleep(BEAT)

    async def beat(self) -> None:
        """Write that this process and its shards are alive. Before the start this does nothing.

        Raises `DatabaseUnusable`. Then the clocks stand still until a later call.
        """
        async with self._writing:
            if self._alive_at:
                await self._beat()

    async def _beat(self) -> None:
        served = self._ownership.serves
        heard = (set(self._alive_at) if served is None else set(served.numbers)) - self._out
        returned = heard if DIRECT_MESSAGES in self._returned else heard & self._returned
        is_deaf = not self._reaches_direct_messages()
        rows = await self._database.write(self._write, heard - returned, is_deaf=is_deaf)
        away = returned | {number for number in heard if not self._is_near(rows[number])}
        if away and not is_deaf:
            self._returned -= away
            try:
                rows, moved = await self._database.write(self._return, away)
            except BaseException:
                self._returned |= away
                raise
            for table_id in moved:
                self._shown(table_id)
        self._follow(rows)

    def _follow(self, rows: Mapping[int, int]) -> None:
        self._alive_at = rows
        self._written_at = self._clock.now()

    def _reaches_direct_messages(self) -> bool:
        if self._ownership.hears_direct_messages:
            return DIRECT_MESSAGES not in self._out
        return self._is_near(self._alive_at[DIRECT_MESSAGES])

    def _write(self, db: Connection, numbers: Collection[int], *, is_deaf: bool) -> Mapping[int, int]:
        """Write that shards are alive, as far as shard 0 is, except those that were away."""
        self._clock.follow(self._database.now(db))
        now, since = self._clock.now(), self._alive_at[DIRECT_MESSAGES]
        alive_at = shards.c.alive_at
        which = alive_at > since if is_deaf else alive_at.between(now - self._away, now + self._away)
        these = update(shards).where(shards.c.number.in_(sorted(numbers)), which)
        db.execute(these.values(alive_at=since if is_deaf else now))
        return read(db)

    def _return(self, db: Connection, away: Collection[int]) -> tuple[Mapping[int, int], set[str]]:
        hold_clocks(db)
        moved = self._come_back(db, away, is_start=False)
        return read(db), moved

    def _laid_out(self, db: Connection, of: int) -> Mapping[int, int]:
        """See to it that there is a row for each of so many shards; a new one begins to be alive now."""
        self._clock.follow(self._database.now(db))
        hold_clocks(db)
        hold(db, Lock.SHARDS)
        rows, now = read(db), self._clock.now()
        if len(rows) == of:
            return rows
        for number, since in rows.items():
            deadlines.stood_still(db, since, now, shards=Shards(frozenset({number}), len(rows)))
        db.execute(delete(shards))
        db.execute(insert(shards), [{"number": number, "of": of, "alive_at": now} for number in range(of)])
        return read(db)

    def _come_back(self, db: Connection, away: Collection[int], *, is_start: bool) -> set[str]:
        """Set the deadlines of shards later by the time away; return the matches at which that is shown."""
        rows, now, moved = read(db), self._clock.now(), set[str]()
        since = defaultdict[int, set[int]](set)
        for number in away:
            since[rows[number]].add(number)
        for moment, numbers in since.items():
            which = None if len(numbers) == len(rows) else Shards(frozenset(numbers), len(rows))
            moved |= self._set_later(db, which, moment, now, is_start=is_start)
        db.execute(update(shards).where(shards.c.number.in_(sorted(away))).values(alive_at=now))
        return moved

    def _set_later(
        self, db: Connection, which: Shards | None, since: int, now: int, *, is_start: bool
    ) -> set[str]:
        moved, made_up = set[str](), set[str]()
        if since <= now:
            deadlines.stood_still(db, since, now, shards=which)
        elif which is None:  # the clock was set back
            deadlines.shift(db, now - since, now=now)
            outbox.set_back(db, since - now)
        if is_start or now - since >= LONG:
            moved = deadlines.grant(db, now, LEAST_LEFT, which)
            marking.show_moved(db, moved)
        if now - since >= LONG:
            made_up = deadlines.going_on(db, which) - moved
            marking.show_moved(db, made_up, since, now)
        if abs(now - since) > self._away:
            log.warning(
                "shards %s were away: clocks are set by %+.0f s", which or "all", (now - since) / 1000
            )
            counted.MADE_UP.labels("later" if now > since else "earlier").inc(abs(now - since) / 1000)
        return moved | made_up


def read(db: Connection) -> dict[int, int]:
    """Read when the people of each shard could last act, in milliseconds since 1970 UTC."""
    return {row.number: row.alive_at for row in db.execute(select(shards).order_by(shards.c.number))}
