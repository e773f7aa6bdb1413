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
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import outbox
from bot.shards import Shards, shard_of
from bot.store import Store
from bot.store.errors import StoreError
from bot.store.schema import processes as stored
from bot.store.schema import tables
from bot.tables import deadlines, processes
from bot.tables.counted_time import CountedTime
from bot.tables.processes import DIRECT_MESSAGES, TOLD_FROM, Beat, ShardRow
from bot.tables.table import Table

log = logging.getLogger(__name__)

BEAT = 2.0
"""Seconds between beats, where there may be other processes."""

BEAT_ALONE = 20.0
"""Seconds between beats of the only process: so much of an absence may count against somebody."""

LATE_AFTER = 3
"""Beats of ours in which another process makes none, after which it may be dead."""

DEAD_AFTER = 9
"""Beats of ours in which another process makes none, after which it is taken for dead.

They are counted, not timed: whatever holds us up as well makes nobody dead.
"""

IN_TIME = 0.75
"""The part of `BEAT` that has to go by for a beat of ours to count."""

LEASE = 15.0
"""Seconds after its last beat for which a process keeps what it kept: less than the others need to take it for dead."""

SWEEP = 5
"""Beats between looks for work of which another process told us in vain."""

LOOKS = 5
"""How often, a beat apart, a process that starts looks whether another one that has its shards is alive."""

REMEMBERED = 10_000
"""Of how many tables it is known to which server they belong, which never changes."""

GRACE = 2.0
"""Seconds for giving back what this process keeps when it stops."""

SHARDS = "paddock_shards"
"""The channel on which processes tell each other that somebody else looks after a shard now."""

TABLES = "paddock_tables"
"""The channel on which the keeper hears of a step of another process: a server and a table."""

pause = asyncio.sleep

Taken = Callable[[Shards], Awaitable[None]]
"""Told which shards this process has begun to keep: takes up what their keeper before has left."""


class ShardsTaken(Exception):
    """Another process serves the same shards; the message is one sentence for the operator."""


class Process:
    """What this process keeps. `run` has to run as long as it serves."""

    def __init__(
        self,
        store: Store,
        clock: CountedTime,
        serves: Shards | None = None,
        *,
        is_alone: bool = True,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        """`serves` None: all shards there are. `is_alone`: the database lets no other process in."""
        self._store = store
        self._clock = clock
        self.serves = serves
        self.is_alone = is_alone
        self._steady = steady
        self.id = secrets.token_hex(8)
        self.rows: Sequence[ShardRow] = ()
        """Who looks after which shard, as it was read last."""
        self._kept_until = 0.0
        self._has_joined = False
        self._unchanged: dict[Beat, int] = {}
        """How many beats of ours the last one of another process has stood."""
        self._counted_at = -BEAT
        """When beats were counted last, by the steady clock."""
        self._beats = 0
        self._look = asyncio.Event()
        self._guilds: OrderedDict[str, int] = OrderedDict()
        self.taken: Taken | None = None
        self.lost: Callable[[], object] = lambda: None
        """Hears that another process keeps from now on what this one kept."""
        self.sweep: Callable[[Shards | None], Awaitable[None]] | None = None
        self.away = 0
        """Milliseconds for which nobody was heard at the shards of this process before it joined."""

    # ------------------------------------------------------------------------------------- what it keeps

    @property
    def kept(self) -> Shards | None:
        """The shards it keeps; None: all there are."""
        if self.is_alone:
            return None
        if self._steady() >= self._kept_until:
            return Shards(frozenset(), 1)
        mine = frozenset(row.number for row in self.rows if row.kept_by == self.id)
        return None if len(mine) == len(self.rows) else Shards(mine, len(self.rows))

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
            async with self._store.reading() as db:
                wanted = select(tables.c.guild_id).where(tables.c.table_id == table_id)
                guild_id = await db.scalar(wanted)
            if guild_id is None:
                return True  # there is nothing to do for it
            self._remember(table_id, guild_id)
        return self.keeps(guild_id)

    async def announce(self, db: AsyncConnection, table: Table) -> None:
        """Have the keeper of a table hear of a step once it is committed, if that is another process."""
        if self.is_alone:
            return
        self._remember(table.table_id, table.guild_id)
        if not self.keeps(table.guild_id):
            await self._store.notify(db, TABLES, f"{table.guild_id} {table.table_id}")

    def listen(self, tell: Callable[[str], object]) -> None:
        """Have `tell` called for every table that this process keeps and another one has changed."""

        def heard(payload: str) -> None:
            guild_id, _, table_id = payload.partition(" ")
            self._remember(table_id, int(guild_id))
            if self.keeps(int(guild_id)):
                tell(table_id)

        self._store.listen(TABLES, heard, self.look)
        self._store.listen(SHARDS, lambda _: self.look(), self.look)

    def look(self) -> None:
        """See soon who looks after which shard, and whether anything was left undone."""
        self._beats = 0
        self._look.set()

    def _remember(self, table_id: str, guild_id: int) -> None:
        self._guilds[table_id] = guild_id
        self._guilds.move_to_end(table_id)
        if len(self._guilds) > REMEMBERED:
            self._guilds.popitem(last=False)

    # -------------------------------------------------------------------------------- those who hear nobody

    @property
    def still(self) -> frozenset[int]:
        """The shards whose servers' clocks stand still."""
        if self._may_be_deaf():
            return frozenset(row.number for row in self.rows)
        return frozenset(row.number for row in self.rows if row.still_since is not None)

    def still_since(self, guild_id: int) -> int | None:
        """Return since when the clocks of a server stand still, None if they do not."""
        return self.rows[shard_of(guild_id, len(self.rows))].still_since if self.rows else None

    def _may_be_deaf(self) -> bool:
        """Whether the process that hears direct messages makes no beats, and so may be dead."""
        hearer = self.rows[DIRECT_MESSAGES].heard_by if self.rows else None
        late = {beat.process_id for beat, beats in self._unchanged.items() if beats >= LATE_AFTER}
        return hearer in late

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
        before, self.rows = self.rows, rows
        if {row.number for row in before if row.kept_by == self.id and self._moved(row)}:
            self.lost()

    def _moved(self, row: ShardRow) -> bool:
        return row.number >= len(self.rows) or self.rows[row.number].kept_by != self.id

    # ------------------------------------------------------------------------------------ joining the others

    async def join(self) -> None:
        """Take one's place among the others, and set clocks later by the time nobody was heard at one's shards.

        Raises `ShardsTaken` if another process that lives has one of them.
        """
        dead = await self._gone()
        began = self._steady()
        async with self._store.writing() as db:
            await processes.locked(db)
            lag = self._clock.lag
            now = self._clock.now() + lag
            if self.is_alone:
                dead = await processes.others(db, self.id)
                by = await self._set_back(db, dead, now)
                dead = [beat._replace(beat_at=beat.beat_at + by) for beat in dead]
            await processes.bury(db, dead, now)
            rows = await processes.read(db)
            of = self.serves.of if self.serves else len(rows) or 1
            await processes.lay_out(db, of, now)
            rows = await processes.read(db)
            mine = self.serves.numbers if self.serves else {row.number for row in rows}
            self.away = max(
                [now - row.still_since for row in rows if row.still_since and row.number in mine] or [0]
            )
            await processes.register(db, self.id, self.serves, now)
            await processes.hear(db, self.id, mine, ())
            await processes.keep(db, self.id, mine, is_free=False)
            await processes.settle(db, now)
            rows = await processes.read(db)
            await self._store.notify(db, SHARDS)
        self._clock.catch_up(lag)
        self._kept_until = began + LEASE
        self._has_joined = True
        self.follow(rows)

    async def _gone(self) -> Sequence[Beat]:
        """Wait until no process that lives has one of our shards; return those that do not live any more."""
        if self.is_alone:
            return ()
        rivals = first = await self._rivals()
        if not rivals:
            return ()
        log.warning("another process has shards of this one: waiting until it is seen that it lives no more")
        for look in range(LOOKS):
            await pause(BEAT)
            rivals = await self._rivals()
            if not rivals or (look + 1 >= LATE_AFTER and not set(rivals) - set(first)):
                return rivals
        if set(rivals) - set(first):
            served = self.serves or "all shards"
            theirs = ", ".join(sorted({beat.shards or "all shards" for beat in rivals}))
            raise ShardsTaken(
                f"PADDOCK_SHARDS: another process with this database serves {theirs}, and this one would serve "
                f"{served}; give each process shards of its own, and all of them the same number after the slash."
            )
        return rivals

    async def _rivals(self) -> Sequence[Beat]:
        async with self._store.reading() as db:
            return [beat for beat in await processes.others(db, self.id) if beat.shares(self.serves)]

    async def _set_back(self, db: AsyncConnection, dead: Sequence[Beat], now: int) -> int:
        """Set everything earlier where the clock was set back while no process ran; return by how much."""
        moments = [beat.beat_at for beat in dead]
        moments += [row.still_since for row in await processes.read(db) if row.still_since is not None]
        by = min(0, now - max(moments, default=now))
        if by:
            await self._shift(db, by)
        return by

    # -------------------------------------------------------------------------------------------- beating

    async def run(self) -> None:
        """Beat, see who lives, and take over what nobody keeps; raise `ShardsTaken` if that has become another's."""
        while True:
            self._look.clear()
            try:
                await self.beat()
            except StoreError as error:
                log.error("this process cannot say that it lives: %s", error)
            try:
                async with asyncio.timeout(BEAT_ALONE if self.is_alone else BEAT):
                    await self._look.wait()
            except TimeoutError:
                pass

    async def beat(self) -> None:
        """Say that this process lives, and look after what others have left."""
        began = self._steady()
        async with self._store.writing() as db:
            lives = await processes.beat(db, self.id, self._clock.now())
            beats = [] if self.is_alone else await processes.others(db, self.id)
            rows = await processes.read(db)
        if not lives and self._has_joined:
            await self._join_again()
            return
        self._kept_until = began + LEASE
        self._count(beats, began)
        self.follow(rows)
        if not self.is_alone:
            await self._take_over([beat for beat, count in self._unchanged.items() if count >= DEAD_AFTER])
            if self.sweep and self._beats % SWEEP == 0:  # also alone: an answer to COMMIT may have been lost
                await self.sweep(self.kept)
        self._beats += 1

    def _count(self, beats: Sequence[Beat], now: float) -> None:
        """Count for how many beats of ours the others' have stood; one that was brought on by a word does not count."""
        is_in_time = now - self._counted_at >= BEAT * IN_TIME
        if is_in_time:
            self._counted_at = now
        self._unchanged = {
            beat: self._unchanged[beat] + is_in_time if beat in self._unchanged else 0 for beat in beats
        }

    async def _take_over(self, dead: Sequence[Beat]) -> None:
        """Keep what nobody keeps who lives."""
        if not dead and all(row.kept_by for row in self.rows):
            return
        async with self._store.writing() as db:
            await processes.locked(db)
            known = {beat.process_id: beat for beat in await processes.others(db, self.id)}
            dead = [beat for beat in dead if known.get(beat.process_id) == beat]  # or somebody else was first
            await processes.bury(db, dead, self._clock.now())
            free = [row.number for row in await processes.read(db) if row.kept_by is None]
            await processes.keep(db, self.id, free, is_free=True)
            rows = await processes.read(db)
            await self._store.notify(db, SHARDS)
        self.follow(rows)
        if not free:
            return
        taken = Shards(frozenset(free), len(rows))
        # At a start nobody does it yet: only what another process let go is worth a warning.
        level = logging.WARNING if dead else logging.INFO
        log.log(level, "this process looks after shards %s, which nobody did", str(taken))
        if self.taken:
            await self.taken(taken)

    async def _join_again(self) -> None:
        """Begin anew under another name: this process was taken for dead, and the others have what it kept."""
        log.warning(
            "this process was held up for so long that the others took it for dead: it joins them anew"
        )
        self._kept_until = 0.0
        self.id = secrets.token_hex(8)
        self.lost()
        await self.join()
        if self.taken and self.numbers:
            await self.taken(Shards(self.numbers, len(self.rows)))

    async def leave(self) -> None:
        """Give everything back: others look after it at once, or the next start does."""
        self._kept_until = 0.0
        async with self._store.writing() as db:
            await processes.locked(db)
            now = self._clock.now()
            await processes.let_go(db, self.id, now, since=now)
            await db.execute(delete(stored).where(stored.c.process_id == self.id))
            await self._store.notify(db, SHARDS)

    # -------------------------------------------------------------------------------- the time that counts

    async def make_up(self, db: AsyncConnection, lag: int, still: frozenset[int]) -> set[str]:
        """Set clocks by what the wall clock went on while this process was held up, or by which somebody set it.

        While others lived only the servers of this process waited. If none did, everybody did; then the first
        process sets the clocks of all later, and those that come after find that done. With several processes clocks
        are never set earlier: nobody could tell which of their machines was set. Shards that stand `still` anyway are
        made up for in one piece. Returns the tables at which it is shown.
        """
        rows = await processes.locked(db)
        others = await processes.others(db, self.id)
        now = self._clock.now()
        concerned = self.concerned
        if lag < 0:
            if not others:
                await self._shift(db, lag)
        else:
            await self._stood_still(db, concerned, rows, now, now + lag, still)
            last = max((beat.beat_at for beat in others), default=now)
            if concerned is not None and last < now + lag - LATE_AFTER * BEAT * 1000:
                await self._stood_still(db, None, rows, max(now, last), now + lag, still)
        await processes.beat(db, self.id, now + lag)
        return await deadlines.going_on(db, concerned) if abs(lag) >= TOLD_FROM else set()

    async def _stood_still(
        self,
        db: AsyncConnection,
        those: Shards | None,
        rows: Sequence[ShardRow],
        since: int,
        now: int,
        still: frozenset[int],
    ) -> None:
        """Make up for a time at some shards (None: all) but those that stand still."""
        but = still | {row.number for row in rows if row.still_since is not None}
        if but:
            of = len(rows)
            those = Shards((those.numbers if those else frozenset(range(of))) - but, of)
        await deadlines.stood_still(db, since, now, shards=those)

    async def _shift(self, db: AsyncConnection, by: int) -> None:
        """Follow a clock that was set back: everything that is set or waits for its time does so earlier."""
        await deadlines.shift(db, by)
        await processes.shift(db, by)
        await outbox.try_earlier(db, -by)
