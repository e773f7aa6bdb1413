"""This process among those that serve the same tables: what it keeps, and what becomes of the work of others.

Any process takes any press. What must not be done twice (posts, clocks, computer players' moves) is done by one: the
**keeper** of the shard of the table's server, which is the process that serves the shard as long as that lives. Who
keeps what are rows; memory follows them at every beat. Were two processes to think themselves the keeper for a while,
nothing would be lost or done twice: a step minds how long the log is, a post has a name and counts its requests.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection

from bot.db import Database
from bot.db.errors import DatabaseUnusable
from bot.remembered import Remembered
from bot.shards import Shards, shard_of
from bot.tables import keepers, lost_time, queries
from bot.tables.beats import Beats, until_next
from bot.tables.counted_time import CountedTime
from bot.tables.joining import ShardsTaken, gone, rivals, take_place, turn
from bot.tables.keepers import DIRECT_MESSAGES, Beat, ShardRow
from bot.tables.left_shards import LeftShards

log = logging.getLogger(__name__)

LEASE = 15.0
"""Seconds after its last beat for which a process keeps what it kept: less than the others need to take it for dead."""

SWEEP = 5
"""Beats between looks for work of which another process told us in vain."""

REMEMBERED = 10_000
"""Of how many tables it is known to which server they belong, which never changes."""

LONGEST_ID = 20
"""Digits of the longest id that Discord gives."""

SHARDS = "paddock_shards"
"""The channel on which processes tell each other that somebody else looks after a shard now."""

TABLES = "paddock_tables"
"""The channel on which the keeper hears of a step of another process: a server and a table."""


class _Joined(NamedTuple):
    """What came of taking one's place among the others."""

    lag: int
    """Milliseconds by which the clock has to catch up."""
    away: int
    """For how many milliseconds nobody was heard."""
    rows: Sequence[ShardRow]


class Process:
    """What this process keeps. `run` has to run as long as it serves."""

    def __init__(
        self,
        database: Database,
        clock: CountedTime,
        serves: Shards | None = None,
        *,
        is_alone: bool = True,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        """`serves` None: all shards there are. `is_alone`: the database lets no other process in."""
        self._database = database
        self._clock = clock
        self.serves = serves
        self.is_alone = is_alone
        self._steady = steady
        self.id = secrets.token_hex(8)
        self.rows: Sequence[ShardRow] = ()
        """Who looks after which shard, as it was read last."""
        self._kept_until = 0.0
        self._has_joined = False
        self._others = Beats()
        self.left = LeftShards()
        """What the keepers before have left of the shards it keeps."""
        self._beats = 0
        self._is_wanted = asyncio.Event()
        self._guilds = Remembered[str, int](REMEMBERED)
        self.lost: Callable[[], object] = lambda: None
        """Hears that another process keeps from now on what this one kept."""
        self.sweep: Callable[[Shards | None], Awaitable[None]] | None = None

    # ------------------------------------------------------------------------------------- what it keeps

    @property
    def kept(self) -> Shards | None:
        """The shards it keeps; None: all there are."""
        if self.is_alone:
            return None
        if self._steady() >= self._kept_until:
            return Shards(frozenset(), 1)
        rows = self.rows  # a transaction asks, while the event loop may follow others
        mine = self._kept_of(rows)
        return None if len(mine) == len(rows) else Shards(mine, len(rows))

    @property
    def _mine(self) -> frozenset[int]:
        """The shards it keeps by what was read last, however long that is ago."""
        return self._kept_of(self.rows)

    def _kept_of(self, rows: Sequence[ShardRow]) -> frozenset[int]:
        return frozenset(row.number for row in rows if row.kept_by == self.id)

    def keeps(self, guild_id: int) -> bool:
        """Whether it does the posts, clocks and computer players' moves of a server."""
        kept = self.kept
        return kept is None or kept.serve(guild_id)

    async def keeps_table(self, table_id: str) -> bool:
        """Whether it does those of a table."""
        if self.is_alone:
            return True
        guild_id = self._guilds.get(table_id)
        if guild_id is None:
            guild_id = await self._database.read(queries.guild_of, table_id)
            if guild_id is None:
                return True  # there is nothing to do for it
            self._guilds[table_id] = guild_id
        return self.keeps(guild_id)

    def announce(self, db: Connection, guild_id: int, table_id: str) -> None:
        """Have the keeper of a table hear of a change once it is committed."""
        if self.is_alone:
            return
        self._guilds[table_id] = guild_id
        if not self.keeps(guild_id):
            self._database.notify(db, TABLES, f"{guild_id} {table_id}")

    def listen(self, tell: Callable[[str], object]) -> None:
        """Have `tell` called for every table that this process keeps and another one has changed.

        Whoever may connect can tell such words: nothing is remembered of one, and one that is none is passed over.
        """

        def heard(payload: str) -> None:
            guild_id, table_id, *_ = [*payload.split(" ", 2), ""]
            if guild_id.isdecimal() and len(guild_id) <= LONGEST_ID and self.keeps(int(guild_id)):
                tell(table_id)

        self._database.listen(TABLES, heard, self.beat_soon)
        self._database.listen(SHARDS, lambda _: self.beat_soon(), self.beat_soon)

    def beat_soon(self) -> None:
        """Make a beat soon: see who keeps which shard, and whether anything was left undone."""
        self._beats = 0
        self._is_wanted.set()

    # -------------------------------------------------------------------------------- those who hear nobody

    @property
    def still(self) -> frozenset[int]:
        """The shards whose servers' clocks stand still."""
        if self._may_be_deaf():
            return frozenset(row.number for row in self.rows)
        return frozenset(row.number for row in self.rows if row.still_since is not None)

    def still_since(self, guild_id: int) -> int | None:
        """Return since when the clocks of a server stand still, None if they do not."""
        rows = self.rows
        return rows[shard_of(guild_id, len(rows))].still_since if rows else None

    def _may_be_deaf(self) -> bool:
        """Whether the process that hears direct messages makes no beats, and so may be dead."""
        rows = self.rows
        return bool(rows) and self._others.is_late(rows[DIRECT_MESSAGES].heard_by)

    @property
    def numbers(self) -> frozenset[int]:
        """The shards at which it has to hear people."""
        return frozenset(row.number for row in self.rows) if self.serves is None else self.serves.numbers

    @property
    def concerned(self) -> Shards | None:
        """The shards whose clocks stand still while this process is away; None: all."""
        if self.is_alone or DIRECT_MESSAGES in self.numbers or not self.rows:
            return None
        return Shards(self.numbers, len(self.rows))

    def follow(self, rows: Sequence[ShardRow]) -> None:
        """Follow what was committed."""
        before, self.rows = self._mine, rows
        self.left.keep_only(self._mine)
        if before - self._mine:
            self.lost()

    # ------------------------------------------------------------------------------------ joining the others

    async def join(self) -> int:
        """Take one's place among the others, and set clocks later by the time nobody was heard at one's shards.

        Returns for how many milliseconds nobody was. Raises `ShardsTaken` if a process that lives has one of them.
        """
        while (away := await self._join_after(await self._gone())) is None:
            pass
        if not self._has_joined:
            self.left.are_done_by_start(self._mine)
        self._has_joined = True
        return away

    async def turn(self) -> float:
        """Return the seconds until it may connect to Discord, once it has joined."""
        return 0.0 if self.is_alone else await turn(self._database, self.id)

    async def _gone(self) -> Sequence[Beat]:
        return () if self.is_alone else await gone(self._database, self.id, self.serves)

    async def _join_after(self, dead: Sequence[Beat]) -> int | None:
        """Join if nobody but the dead has one of our shards; None where somebody has, who came in between."""
        began = self._steady()

        def follow(joined: _Joined | None) -> None:
            if joined is not None:
                self._clock.catch_up(joined.lag)  # before anybody else sets a clock
                self._kept_until = began + LEASE
                self.follow(joined.rows)

        joined = await self._database.write_alone(partial(self._take_place, dead=dead), follow)
        return None if joined is None else joined.away

    def _take_place(self, db: Connection, dead: Sequence[Beat]) -> _Joined | None:
        keepers.locked(db)
        if not self.is_alone and set(rivals(db, self.id, self.serves)) - set(dead):
            return None
        self._agree_on_the_time(db)
        lag = self._clock.lag
        now = self._clock.now() + lag
        if self.is_alone:
            dead = keepers.others(db, self.id)
            by = lost_time.set_back(db, dead, now)
            dead = [beat._replace(beat_at=beat.beat_at + by) for beat in dead]
        away = take_place(db, self.id, self.serves, dead, now)
        rows = keepers.read(db)
        self._database.notify(db, SHARDS)
        return _Joined(lag, away, rows)

    # -------------------------------------------------------------------------------------------- beating

    async def run(self) -> None:
        """Beat, see who lives, and take over what nobody keeps; raise `ShardsTaken` if that has become another's."""
        while True:
            self._is_wanted.clear()
            began = self._steady()
            try:
                await self.beat()
            except DatabaseUnusable as error:
                log.error("this process cannot say that it lives, or take up what others left: %s", error)
            except ShardsTaken:
                raise
            except Exception:  # a fault of ours; who fell silent for it would be taken for dead
                log.exception("this process cannot say that it lives, or take up what others left")
            try:
                async with asyncio.timeout(until_next(self._steady() - began, is_alone=self.is_alone)):
                    await self._is_wanted.wait()
            except TimeoutError:
                pass

    async def beat(self) -> None:
        """Say that this process lives, and look after what others have left."""
        began = self._steady()

        def change(db: Connection) -> tuple[bool, Sequence[Beat], Sequence[ShardRow]]:
            lives = keepers.beat(db, self.id, self._clock.now())
            beats = [] if self.is_alone else keepers.others(db, self.id)
            rows = keepers.read(db)
            self._agree_on_the_time(db)
            return lives, beats, rows

        lives, beats, rows = await self._database.write(change)
        if not lives and self._has_joined:
            await self._join_again()
            return
        if not self.is_alone and self._steady() >= self._kept_until:
            # Whoever looked meanwhile took its tables for another's, and let go of them.
            self.left.keep_only(frozenset())
        self._kept_until = began + LEASE
        self._others.count(beats, began)
        self.follow(rows)
        if not self.is_alone:
            await self._take_over(self._others.dead)
            await self.left.see_to(self._mine, len(self.rows))
            if self.sweep and self._beats % SWEEP == 0:
                # Also where there is no other process: an answer to COMMIT may have been lost.
                await self.sweep(self.kept)
        self._beats += 1

    async def _take_over(self, dead: Sequence[Beat]) -> None:
        """Keep what nobody keeps who lives."""
        if not dead and all(row.kept_by for row in self.rows):
            return

        def change(db: Connection) -> tuple[Sequence[Beat], Sequence[int], Sequence[ShardRow]]:
            keepers.locked(db)
            known = {beat.process_id: beat for beat in keepers.others(db, self.id)}
            gone = [beat for beat in dead if known.get(beat.process_id) == beat]  # or somebody else was first
            keepers.bury(db, gone, self._clock.now())
            free = [row.number for row in keepers.read(db) if row.kept_by is None]
            keepers.keep(db, self.id, free, is_free=True)
            rows = keepers.read(db)
            self._database.notify(db, SHARDS)
            return gone, free, rows

        dead, free, rows = await self._database.write(change)
        self.follow(rows)
        if not free:
            return
        # At a start nobody does it yet: only what another process let go is worth a warning.
        level = logging.WARNING if dead else logging.INFO
        taken = Shards(frozenset(free), len(rows))
        log.log(level, "this process looks after shards %s, which nobody did", str(taken))

    async def _join_again(self) -> None:
        """Begin anew under another name: this process was taken for dead, and the others have what it kept."""
        log.warning(
            "this process was held up for so long that the others took it for dead: it joins them anew"
        )
        self._kept_until = 0.0
        self.id = secrets.token_hex(8)
        self.lost()
        self.left.keep_only(frozenset())
        await self.join()
        await self.left.see_to(self._mine, len(self.rows))

    async def leave(self) -> None:
        """Give everything back: others look after it at once, or the next start does."""
        self._kept_until = 0.0

        def change(db: Connection) -> None:
            keepers.locked(db)
            now = self._clock.now()
            keepers.let_go(db, self.id, now, since=now)
            self._database.notify(db, SHARDS)

        await self._database.write(change)

    # -------------------------------------------------------------------------------- the time that counts

    def _agree_on_the_time(self, db: Connection) -> None:
        """Follow the database's clock, as the others do: one process sets a deadline, another has it run out."""
        asked_at = self._clock.steady
        moment = None if self.is_alone else self._database.now(db)
        if moment is not None:
            self._clock.agree(moment, asked_at)

    def make_up(self, db: Connection, lag: int, still: frozenset[int]) -> set[str]:
        """Set clocks by the time for which this process was held up; see `bot.tables.lost_time.make_up`."""
        return lost_time.make_up(db, self.id, self.concerned, now=self._clock.now(), lag=lag, still=still)
