"""When the bot was last known to be alive, and since when shards have been out: rows that outlive the process."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.locks import Lock, hold
from bot.store.schema import heartbeats

PROCESS = "bot"
_SHARD = "shard "


class Shards(NamedTuple):
    """Some of the shards over which Discord spreads the servers, and how many there are in all.

    Source: Discord's documentation, "Gateway", "Sharding".
    """

    numbers: frozenset[int]
    of: int

    def serve(self, guild_id: int) -> bool:
        """Whether one of them serves a server."""
        return (guild_id >> 22) % self.of in self.numbers


async def beat(db: AsyncConnection, now: int) -> None:
    """Note that the bot is alive."""
    await _note(db, PROCESS, now)


async def last_beat(db: AsyncConnection) -> int | None:
    """Return when the bot was last known to be alive; None if it never ran before."""
    last: int | None = await db.scalar(select(heartbeats.c.at).where(heartbeats.c.process == PROCESS))
    return last


async def note_outages(db: AsyncConnection, since: Mapping[int, int], count: int) -> None:
    """Note which of `count` shards hear nobody, by number, and since when: these and no others."""
    await hold(db, Lock.HEARTBEATS)
    await db.execute(delete(heartbeats).where(heartbeats.c.process.startswith(_SHARD)))
    for number, at in since.items():
        await _note(db, f"{_SHARD}{number}/{count}", at)


async def read_outages(db: AsyncConnection) -> list[tuple[Shards, int]]:
    """Read which shards heard nobody when an earlier process ended, and since when."""
    rows = await db.execute(
        select(heartbeats.c.process, heartbeats.c.at).where(heartbeats.c.process.startswith(_SHARD))
    )
    return [(_shard(row.process), row.at) for row in rows]


def _shard(process: str) -> Shards:
    number, _, count = process.removeprefix(_SHARD).partition("/")
    return Shards(frozenset({int(number)}), int(count))


async def _note(db: AsyncConnection, process: str, at: int) -> None:
    await hold(db, Lock.HEARTBEATS)
    changed = await db.execute(update(heartbeats).where(heartbeats.c.process == process).values(at=at))
    if changed.rowcount == 0:
        await db.execute(insert(heartbeats).values(process=process, at=at))
