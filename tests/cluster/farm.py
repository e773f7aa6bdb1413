"""Processes that share a database, its time and its locks, and die when they are told to."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import update

from bot.cluster.heartbeat import AWAY, BEAT, Clock, Heartbeat
from bot.cluster.ownership import Ownership
from bot.db.errors import DatabaseBusy
from bot.db.schema import tables as stored
from bot.db.session_locks import Holders, SessionLocks
from bot.shards import Shards
from tests.databases import writing
from tests.tables.playing import TableRig

OF = 3
GUILDS = [number << 22 for number in range(1, OF + 1)]
"""A server on shard 1, one on shard 2, and one on shard 0."""


def guild_on(shard: int) -> int:
    """Name a server that a shard serves."""
    return next(guild for guild in GUILDS if (guild >> 22) % OF == shard)


class Locks(SessionLocks):
    """The session of one process, on a server that keeps its locks in a dictionary."""

    def __init__(self, held: dict[int, int], number: int) -> None:
        self._held = held
        self.number = number
        self.is_reachable = True

    def break_off(self) -> None:
        """End the session: its locks are gone."""
        for each in [each for each, holder in self._held.items() if holder == self.number]:
            del self._held[each]

    async def take(self, number: int) -> bool:
        """Take a lock."""
        self._require_reachable()
        return self._held.setdefault(number, self.number) == self.number

    async def release(self, number: int) -> None:
        """Release a lock."""
        self._held.pop(number, None)

    async def release_all(self) -> None:
        """Release every lock of this session."""
        self.break_off()

    async def holders(self) -> Holders:
        """Read who holds which lock."""
        self._require_reachable()
        return Holders(self.number, dict(self._held))

    async def close(self) -> None:
        """End the session."""
        self.break_off()

    def _require_reachable(self) -> None:
        if not self.is_reachable:
            self.break_off()
            raise DatabaseBusy("the session broke")


class Process:
    """One of several processes."""

    def __init__(self, farm: Farm, serves: Shards | None, wall: Callable[[], int]) -> None:
        self.locks = Locks(farm.held, len(farm.processes))
        self.clock = Clock(wall)
        self.ownership = Ownership(farm.rig.database, serves, self.locks)
        self.heart = Heartbeat(farm.rig.database, self.ownership, self.clock, farm.shown.append)
        self.taken: list[Shards] = []
        """The shards that it took up from others."""
        self.ownership.gained = self._take

    async def _take(self, shards: Shards) -> None:
        self.taken.append(shards)

    async def beat(self) -> None:
        """Do what a process does every few seconds."""
        await self.ownership.look()
        await self.heart.beat()

    def keeps(self) -> set[int]:
        """Name the shards that it looks after."""
        return {number for number in range(OF) if self.ownership.keeps(guild_on(number))}


class Farm:
    """Processes that share the database of a rig, and its time."""

    def __init__(self, rig: TableRig) -> None:
        self.rig = rig
        self.server_ahead = 0
        """By how many milliseconds somebody has set the clock of the database's server."""
        self.held: dict[int, int] = {}
        self.processes: list[Process] = []
        self.live: list[Process] = []
        self.shown: list[str] = []
        """Matches at which a shift was to be shown."""

    def process(self, serves: Shards | None, wall: Callable[[], int] | None = None) -> Process:
        """Make a process that has not started."""
        made = Process(self, serves, wall or (lambda: self.rig.time))
        self.processes.append(made)
        return made

    async def started(self, *numbers: int) -> Process:
        """Start the process of some shards."""
        return await self.joined(self.process(Shards(frozenset(numbers), OF)))

    async def joined(self, made: Process) -> Process:
        """Have a process take its shards and begin to be alive."""
        await made.ownership.join()
        await made.heart.start(OF)
        self.live.append(made)
        return made

    async def beat(self, times: int = 1) -> None:
        """Let every living process beat, so many times."""
        for _ in range(times):
            self.rig.time += int(BEAT * 1000)
            for process in tuple(self.live):
                await process.beat()

    async def killed(self, process: Process) -> None:
        """End a process as a power cut would, and let the others find out that its people cannot act."""
        self.live.remove(process)
        process.locks.break_off()
        await self.beat(int(AWAY / 1000 / BEAT) + 1)

    async def pass_minutes(self, minutes: float) -> None:
        """Let time go by while the living processes beat, rarely enough for a test and often enough for them."""
        until = self.rig.time + int(minutes * 60_000)
        while self.rig.time < until:
            self.rig.time = min(until, self.rig.time + AWAY)
            for process in tuple(self.live):
                await process.beat()

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
