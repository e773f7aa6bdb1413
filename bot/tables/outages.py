"""Shards that Discord does not reach: while nobody's press can arrive, the clocks of their servers stand still."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence, Set
from typing import NamedTuple

from sqlalchemy import Connection

from bot.db import Database
from bot.db.errors import DatabaseUnusable
from bot.shards import Shards, shard_of
from bot.tables import keepers, marking
from bot.tables.keepers import DIRECT_MESSAGES, ShardRow
from bot.tables.this_process import SHARDS, Process
from bot.work_queue import WorkQueue

log = logging.getLogger(__name__)

OUT = "shards"
"""The key of writing down which are out: it is done for all shards at once."""

GRACE = 2.0
"""Seconds that a note under way gets to be written when the bot stops."""


class _Written(NamedTuple):
    """What was written down of outages."""

    now: int
    back: Set[int]
    """The shards that hear people again."""
    moved: set[str]
    """The tables at which it is shown that clocks go on."""
    rows: Sequence[ShardRow]


class Outages:
    """Which shards hear nobody, and since when.

    Clocks of their servers stand still from the disconnect until the shift that makes up for it is committed; a
    database that cannot be used then is tried again until it can. What other processes hear is read from their rows.
    """

    def __init__(
        self,
        database: Database,
        process: Process,
        now: Callable[[], int],
        restarted: Callable[[set[str]], object],
    ) -> None:
        """`restarted` is told, when clocks run again, the tables at which that is shown."""
        self._database = database
        self._process = process
        self._now = now
        self._restarted = restarted
        self._count = 1
        self._out: set[int] = set()
        """Shards of this process that are disconnected."""
        self._since: dict[int, int] = {}
        """Since when they, and those that are back, were: until what makes up for it is committed."""
        self._work = WorkQueue(self._write, "outages of", (DatabaseUnusable,))

    def begin(self, shard: int, count: int) -> None:
        """Let clocks stand still: one of `count` shards is disconnected. While it is, saying so again does nothing."""
        self._count = count
        self._out.add(shard)
        self._since.setdefault(shard, self._now())
        self._work.ask(OUT)

    def end(self, shard: int) -> None:
        """Let clocks go on where they stood still: a shard is connected. Saying so again does nothing."""
        if shard in self._out:
            self._out.discard(shard)
            self._work.ask(OUT)

    def learn(self, count: int) -> None:
        """Take into account how many shards there are."""
        if count != len(self._process.rows):
            self._count = count
            self._work.ask(OUT)

    @property
    def still(self) -> Shards | None:
        """The shards whose servers' clocks stand still; None if there is none."""
        of = len(self._process.rows) or 1
        still = self._process.still
        if self._since:
            of = max(of, self._count)
            still |= frozenset(range(of) if DIRECT_MESSAGES in self._since else self._since)
        return Shards(still, of) if still else None

    @property
    def running(self) -> Shards | None:
        """The shards whose servers' clocks go on and are looked after here; None: all."""
        still, kept = self.still, self._process.kept
        if still is None:
            return kept
        return Shards(
            (frozenset(range(still.of)) if kept is None else kept.numbers) - still.numbers, still.of
        )

    def since(self, guild_id: int) -> int | None:
        """Return since when the clocks of a server stand still; None if they do not."""
        still = self.still
        if still is None or not still.serve(guild_id):
            return None
        number = shard_of(guild_id, still.of)
        noted = self._process.still_since(guild_id)
        since = (self._since.get(DIRECT_MESSAGES), self._since.get(number), noted)
        return min((moment for moment in since if moment is not None), default=None)

    def set_back(self, by: int) -> None:
        """Take into account that every deadline, and the time that counts, was set by so many milliseconds."""
        self._since = {number: at + by for number, at in self._since.items()}

    async def close(self) -> None:
        """Note what is still out: the next process makes up for it."""
        await self._work.close(GRACE)

    async def _write(self, _key: str) -> None:
        """Write down which of our shards are out, and set the clocks of those that are back later."""

        def change(db: Connection) -> _Written:
            keepers.locked(db)
            now, out, since = self._now(), set(self._out), dict(self._since)
            of = self._process.serves.of if self._process.serves else self._count
            keepers.lay_out(db, of, now)
            mine = self._process.serves.numbers if self._process.serves else frozenset(range(of))
            keepers.keep(db, self._process.id, mine, is_free=True)
            keepers.hear(db, self._process.id, mine, since)
            everywhere = since.get(DIRECT_MESSAGES, now)
            keepers.settle(db, now, {number: min(everywhere, since.get(number, now)) for number in range(of)})
            keepers.hear(db, self._process.id, mine, out)
            moved = keepers.settle(db, now)
            rows = keepers.read(db)
            marking.show_moved(db, moved)
            self._database.notify(db, SHARDS)
            return _Written(now, since.keys() - out, moved, rows)

        await self._database.write_alone(change, self._follow)

    def _follow(self, written: _Written) -> None:
        """Follow what was written down, before anybody sets a clock by what was before."""
        self._process.follow(written.rows)
        for number in written.back:
            del self._since[number]
            if number in self._out:  # again, while this was written
                self._since[number] = written.now
                self._work.ask(OUT)
        if back := len(written.back):
            log.info("clocks go on where %d of %d shards were out", back, len(written.rows))
            self._restarted(written.moved)
