"""Processes that share a database and its time, and die when they are told to: for tests of who keeps what."""

from __future__ import annotations

from sqlalchemy import update

from bot.db.schema import tables as stored
from bot.shards import Shards
from bot.tables.beats import BEAT, DEAD_AFTER
from bot.tables.counted_time import CountedTime
from bot.tables.this_process import Process
from tests.databases import writing
from tests.tables.playing import TableRig

OF = 3
GUILDS = [number << 22 for number in range(1, OF + 1)]
"""A server on shard 1, one on shard 2, and one on shard 0."""


def guild_on(shard: int) -> int:
    """Name a server that a shard serves."""
    return next(guild for guild in GUILDS if (guild >> 22) % OF == shard)


class Farm:
    """Processes that share the database of a rig, and its time; each runs as long as its lease is kept going."""

    def __init__(self, rig: TableRig) -> None:
        self.rig = rig
        self.steady = 0.0
        self.server_ahead = 0
        """By how many milliseconds somebody has set the clock of the database's server."""
        self.taken: dict[str, list[Shards]] = {}
        self.live: list[Process] = []

    def process(self, serves: Shards | None, clock: CountedTime | None = None) -> Process:
        """Make a process that has not joined the others yet; its machine's clock is right, unless one is handed in."""
        clock = clock or CountedTime(
            wall=lambda: self.rig.time, steady=lambda: self.rig.time, longest_step=10**15
        )
        made = Process(self.rig.database, clock, serves, is_alone=False, steady=lambda: self.steady)
        taken = self.taken[made.id] = []

        async def take(shards: Shards) -> None:
            taken.append(shards)

        made.left.take_up = take
        return made

    async def started(self, *numbers: int) -> Process:
        """Start the process of some shards."""
        return await self.joined(self.process(Shards(frozenset(numbers), OF)))

    async def joined(self, made: Process) -> Process:
        """Have a process join the others; from then on it lives."""
        await made.join()
        self.live.append(made)
        return made

    async def beat(self, times: int = 1) -> None:
        """Let everybody who lives beat, so many times."""
        for _ in range(times):
            self.steady += BEAT
            self.rig.time += int(BEAT * 1000)
            for process in tuple(self.live):
                await process.beat()

    async def killed(self, process: Process) -> None:
        """End a process as a power cut would, and let the others find out."""
        self.live.remove(process)
        await self.beat(DEAD_AFTER + 1)

    async def race_on(self, shard: int) -> str:
        """Start a race in a server of a shard."""
        table_id = await self.rig.race(people=6)
        with writing(self.rig.database) as db:
            here = stored.c.table_id == table_id
            db.execute(update(stored).where(here).values(guild_id=guild_on(shard)))
        return table_id

    async def left(self, table_id: str) -> dict[str, int]:
        """Read how many milliseconds are left on the clocks of a table."""
        rows = (await self.rig.everything())["deadlines"]
        return {row.kind: row.due_at - self.rig.time for row in rows if row.table_id == table_id}

    async def turns(self, table_id: str) -> dict[str, int]:
        """Read how many milliseconds everybody has left who is asked."""
        return {kind: left for kind, left in (await self.left(table_id)).items() if kind.startswith("turn")}

    async def keepers(self) -> dict[int, str | None]:
        """Read who keeps which shard."""
        return {row.number: row.kept_by for row in (await self.rig.everything())["shards"]}

    async def still(self) -> set[int]:
        """Read the clocks of which shards' servers stand still."""
        rows = (await self.rig.everything())["shards"]
        return {row.number for row in rows if row.still_since is not None}
