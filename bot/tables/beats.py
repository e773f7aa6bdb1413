"""When the bot was last known to be alive, so that the time it was away counts against nobody."""

from __future__ import annotations

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import beats

PROCESS = "bot"


async def beat(db: AsyncConnection, now: int) -> None:
    """Note that the bot is alive."""
    changed = await db.execute(update(beats).where(beats.c.process == PROCESS).values(at=now))
    if changed.rowcount == 0:
        await db.execute(insert(beats).values(process=PROCESS, at=now))


async def away(db: AsyncConnection, now: int) -> int:
    """Return for how many milliseconds the bot has been away; none if it never ran before."""
    last: int | None = await db.scalar(select(beats.c.at).where(beats.c.process == PROCESS))
    return 0 if last is None else max(0, now - last)
