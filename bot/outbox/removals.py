"""Messages that have made room for newer ones and could not be removed at once, so that the next run removes them.

A message that goes at once is never written down here. Whose it was is not kept: it is removed, whatever it said.
"""

from __future__ import annotations

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.outbox.post import Posted
from bot.store.schema import outbox, processes, removals

_FORGET = delete(removals).where(removals.c.message_id == bindparam("message"))
_WRITE_DOWN = insert(removals)


async def write_down(db: AsyncConnection, message: Posted, process_id: str) -> None:
    """Write down a message that a process has to remove; twice does no harm."""
    await forget(db, message)
    await db.execute(_WRITE_DOWN, {**message._asdict(), "process": process_id})


async def forget(db: AsyncConnection, message: Posted) -> None:
    """Forget a message that is removed, or that never can be."""
    await db.execute(_FORGET, {"message": message.message_id})


async def claim(db: AsyncConnection, process_id: str) -> list[Posted]:
    """Have a process remove what no other one does that lives; return all it has to remove, the oldest first.

    A message that is still the one of a post stays: who was killed before the newer message was noted has left it so.
    It is forgotten, and makes room again for what comes next.
    """
    others = select(processes.c.process_id).where(processes.c.process_id != process_id)
    left = removals.c.process.not_in(others) & (removals.c.process != process_id)
    live = select(outbox.c.message_id).where(outbox.c.message_id.in_(select(removals.c.message_id)))
    await db.execute(delete(removals).where(left, removals.c.message_id.in_(live)))
    await db.execute(update(removals).where(left).values(process=process_id))
    place = [removals.c[name] for name in Posted._fields]
    mine = select(*place).where(removals.c.process == process_id).order_by(removals.c.message_id)
    return [Posted(*row) for row in await db.execute(mine)]
