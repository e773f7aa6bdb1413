"""How a process takes its place among the others: it waits for whoever has its shards, then has them itself."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from sqlalchemy import Connection, Row, select

from bot.db import Database
from bot.db.schema import processes
from bot.shards import Shards
from bot.tables import keepers
from bot.tables.beats import BEAT, LATE_AFTER
from bot.tables.keepers import Beat

log = logging.getLogger(__name__)

LOOKS = 5
"""How often, a beat apart, a process that starts looks whether another one that has its shards is alive."""

IDENTIFY_PAUSE = 5.0
"""Seconds between sessions of one token: Discord refuses an IDENTIFY that comes sooner.

Source: Discord's documentation, "Gateway", "Rate Limiting", `max_concurrency`.
"""

SLACK = 1.0
"""Seconds that a process may take longer than others to connect."""

pause = asyncio.sleep


class ShardsTaken(Exception):
    """Another process serves the same shards; the message is one sentence for the operator."""


async def gone(database: Database, process_id: str, serves: Shards | None) -> Sequence[Beat]:
    """Wait until no process that lives has one of our shards; return those that do not live any more.

    `serves` None: all shards. Raises `ShardsTaken` if one lives and has one of them.
    """
    found = first = await _rivals(database, process_id, serves)
    if not found:
        return ()
    log.warning("another process has shards of this one: waiting until it is seen that it lives no more")
    for look in range(LOOKS):
        await pause(BEAT)
        found = await _rivals(database, process_id, serves)
        if not found or (look + 1 >= LATE_AFTER and not set(found) - set(first)):
            return found
    if set(found) - set(first):
        served = serves or "all shards"
        theirs = ", ".join(sorted({beat.shards or "all shards" for beat in found}))
        raise ShardsTaken(
            f"PADDOCK_SHARDS: another process with this database serves {theirs}, and this one would serve "
            f"{served}; give each process shards of its own, and all of them the same number after the slash."
        )
    return found


async def _rivals(database: Database, process_id: str, serves: Shards | None) -> Sequence[Beat]:
    return await database.read(rivals, process_id, serves)


def rivals(db: Connection, process_id: str, serves: Shards | None) -> Sequence[Beat]:
    """Return the last beats of other processes that have one of our shards, whether they live or not.

    Who takes a place asks again once rows of shards are locked: of two that start together both find nobody before.
    """
    return [beat for beat in keepers.others(db, process_id) if beat.shares(serves)]


async def turn(database: Database, process_id: str) -> float:
    """Return the seconds until a process may connect: those that joined before it begin their sessions first.

    An IDENTIFY that meets another one all the same is refused, and discord.py sends it again until it is not.
    """
    columns = (processes.c.process_id, processes.c.shards, processes.c.started_at)

    def look(db: Connection) -> Sequence[Row[str, str, int]]:
        return db.execute(select(*columns).order_by(processes.c.started_at, processes.c.process_id)).all()

    joined = await database.read(look)
    is_free_at = 0.0
    for each_id, served, started_at in joined:
        begins_at = max(is_free_at, started_at / 1000)
        if each_id == process_id:
            return float(begins_at - started_at / 1000)
        number = len(Shards.parse(served).numbers) if served else 1
        is_free_at = begins_at + number * IDENTIFY_PAUSE + SLACK
    return 0.0


def take_place(db: Connection, process_id: str, serves: Shards | None, dead: Sequence[Beat], now: int) -> int:
    """Have a process hear and keep its shards, and set their clocks later by the time nobody was heard there.

    `serves` None: all shards there are; `dead` live no more. Returns how long that was, in milliseconds. Rows of shards
    are locked by the caller.
    """
    keepers.bury(db, dead, now)
    of = serves.of if serves else len(keepers.read(db)) or 1
    keepers.lay_out(db, of, now)
    rows = keepers.read(db)
    mine = serves.numbers if serves else {row.number for row in rows}
    away = [now - row.still_since for row in rows if row.still_since and row.number in mine]
    keepers.register(db, process_id, serves, now)
    keepers.hear(db, process_id, mine, ())
    keepers.keep(db, process_id, mine, is_free=False)
    keepers.settle(db, now)
    return max(away, default=0)
