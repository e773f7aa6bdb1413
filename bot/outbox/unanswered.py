"""Answers that somebody waits for, so that the next run can give them if this one is killed before it does.

A token is good for one press and for fifteen minutes; until the press is answered it is kept here, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import delete, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import unanswered

LIFETIME = 15 * 60_000
"""Milliseconds for which a token is good. Source: Discord, "Receiving and Responding": followup messages."""


class Unanswered(NamedTuple):
    """One press or command: what its answer is given with, in which language, and since when it is waited for."""

    interaction_id: int
    token: str
    locale: str
    at: int

    def __repr__(self) -> str:
        """Leave the token out: whoever knows it can speak in the bot's place."""
        return f"Unanswered({self.interaction_id}, at={self.at})"

    def is_awaited(self, now: int) -> bool:
        """Whether it can still be given."""
        return now - self.at < LIFETIME


async def write_down(
    db: AsyncConnection, fresh: Collection[Unanswered], over: Collection[int], now: int
) -> None:
    """Write down what is unanswered, and forget what is `over` or too old; twice does no harm."""
    anew = [each.interaction_id for each in fresh]
    is_over = or_(unanswered.c.interaction_id.in_([*anew, *over]), unanswered.c.at <= now - LIFETIME)
    await db.execute(delete(unanswered).where(is_over))
    if fresh:
        await db.execute(insert(unanswered), [each._asdict() for each in fresh])


async def every(db: AsyncConnection) -> list[Unanswered]:
    """Return all that is unanswered, the oldest first."""
    rows = await db.execute(select(unanswered).order_by(unanswered.c.at))
    return [Unanswered(*row) for row in rows]
