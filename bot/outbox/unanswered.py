"""Answers that somebody waits for, so that the next run can give them if this one is killed before it does.

A token is good for one press and for fifteen minutes; until the press is answered it is kept here, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, or_, select, update

from bot.db.schema import processes, unanswered

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


def write_down(
    db: Connection, fresh: Collection[Unanswered], over: Collection[int], now: int, process_id: str
) -> None:
    """Write down what a process has to answer, and forget what is `over` or too old; twice does no harm."""
    anew = [each.interaction_id for each in fresh]
    is_over = or_(unanswered.c.interaction_id.in_([*anew, *over]), unanswered.c.at <= now - LIFETIME)
    db.execute(delete(unanswered).where(is_over))
    if fresh:
        db.execute(insert(unanswered), [{**each._asdict(), "process": process_id} for each in fresh])


def claim(db: Connection, process_id: str) -> list[Unanswered]:
    """Have a process answer what no other one does that lives; return all it has to answer, the oldest first."""
    others = select(processes.c.process_id).where(processes.c.process_id != process_id)
    is_mine = or_(unanswered.c.process.is_(None), unanswered.c.process.not_in(others))
    db.execute(update(unanswered).where(is_mine).values(process=process_id))
    facts = [unanswered.c[name] for name in Unanswered._fields]
    mine = select(*facts).where(unanswered.c.process == process_id).order_by(unanswered.c.at)
    return [Unanswered(*row) for row in db.execute(mine)]
