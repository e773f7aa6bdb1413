"""Messages that have made room for newer ones and could not be removed at once, so that the next run removes them.

A message that goes at once is never written down here. Whose it was is not kept: it is removed, whatever it said.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from bot.db.schema import outbox, removals
from bot.outbox.post import Posted

_FORGET = delete(removals).where(removals.c.message_id == bindparam("message"))
_WRITE_DOWN = insert(removals)


def write_down(db: Connection, message: Posted, process_id: str) -> None:
    """Write down a message that a process has to remove; twice does no harm."""
    forget(db, message)
    db.execute(_WRITE_DOWN, {**message._asdict(), "process": process_id})


def forget(db: Connection, message: Posted) -> None:
    """Forget a message that is removed, or that never can be."""
    db.execute(_FORGET, {"message": message.message_id})


def claim(db: Connection, process_id: str, others: Collection[str]) -> list[Posted]:
    """Have a process remove what none of the `others` that live does; return all it has to remove, the oldest first.

    A message that is still the one of a post stays: who was killed before the newer message was noted has left it so.
    It is forgotten, and makes room again for what comes next.
    """
    left = removals.c.process.not_in(others)
    live = select(outbox.c.message_id).where(outbox.c.message_id.in_(select(removals.c.message_id)))
    db.execute(delete(removals).where(left, removals.c.message_id.in_(live)))
    db.execute(update(removals).where(left).values(process=process_id))
    place = [removals.c[name] for name in Posted._fields]
    mine = select(*place).where(removals.c.process == process_id).order_by(removals.c.message_id)
    return [Posted(*row) for row in db.execute(mine)]
