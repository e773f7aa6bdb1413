"""Clocks are rows: what happens by itself, and when. Set and cleared in the transaction that decides it."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, delete, func, insert, not_, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import deadlines, tables

MINUTE = 60_000
DAY = 24 * 60 * MINUTE
LOBBY_CLOSES_AFTER = 30 * MINUTE
HOMELESS_CLOSES_AFTER = 7 * DAY
DESERTED_CLOSES_AFTER = DAY
PAUSED_CLOSES_AFTER = 7 * DAY
WANTED_CLOSES_AFTER = 60 * MINUTE
STOPPING_CLOSES_AFTER = DAY


class Clock(StrEnum):
    """What a deadline is about; the clock of one seat has the seat's number behind a colon."""

    LOBBY = "lobby"
    """A lobby that nobody started closes."""
    HOMELESS = "homeless"
    """The bot was removed from the server and nobody asked it back: the table closes."""
    TURN = "turn"
    """A seat's time for a decision is over: something sensible is done in its place."""
    HALF = "half"
    """Half of that time is over: its owner is reminded, once and in private."""
    GAME = "game"
    """The time is over for which a game goes on."""
    DESERTED = "deserted"
    """Nobody has been there for a day: the table closes."""
    PAUSED = "paused"
    """A table has rested for so long that it closes."""
    WANTED = "wanted"
    """A table that rests was asked to make room in a full server, and has not gone on: it closes."""
    STOPPING = "stopping"
    """All who are there would stop, and who is away has not said anything for a day: the table closes."""

    @classmethod
    def of(cls, kind: str) -> Clock:
        """Tell what a stored clock is about."""
        return cls(kind.partition(":")[0])

    def seat(self, number: int) -> str:
        """Name the clock of one seat."""
        return f"{self}:{number}"


class Deadline(NamedTuple):
    """One clock of one table; `due_at` in milliseconds since 1970 UTC."""

    table_id: str
    kind: str
    due_at: int

    @property
    def clock(self) -> Clock:
        """What it is about."""
        return Clock.of(self.kind)

    @property
    def seat(self) -> int:
        """Whose clock it is; only of a seat's."""
        return int(self.kind.partition(":")[2])


_RESTING = {Clock.TURN, Clock.HALF, Clock.GAME}
"""What stands still while a table is paused."""


async def put(db: AsyncConnection, table_id: str, kind: str, due_at: int) -> None:
    """Start a clock, or start it again."""
    await clear(db, table_id, kind)
    await db.execute(insert(deadlines).values(table_id=table_id, kind=kind, due_at=due_at))


async def clear(db: AsyncConnection, table_id: str, kind: str | None = None) -> None:
    """Stop one clock of a table, or all of them."""
    rows = delete(deadlines).where(deadlines.c.table_id == table_id)
    await db.execute(rows if kind is None else rows.where(deadlines.c.kind == kind))


async def clear_if(db: AsyncConnection, deadline: Deadline) -> None:
    """Stop one clock, unless it was set anew since."""
    await db.execute(
        delete(deadlines).where(
            deadlines.c.table_id == deadline.table_id,
            deadlines.c.kind == deadline.kind,
            deadlines.c.due_at == deadline.due_at,
        )
    )


async def find(db: AsyncConnection, table_id: str, kind: str) -> int | None:
    """When this clock runs out, None if it is not running."""
    due: int | None = await db.scalar(
        select(deadlines.c.due_at).where(deadlines.c.table_id == table_id, deadlines.c.kind == kind)
    )
    return due


async def of_table(db: AsyncConnection, table_id: str) -> dict[str, int]:
    """When each clock of a table runs out, by kind."""
    rows = await db.execute(
        select(deadlines.c.kind, deadlines.c.due_at).where(deadlines.c.table_id == table_id)
    )
    return {row.kind: row.due_at for row in rows}


async def shift(db: AsyncConnection, by: int, table_id: str | None = None) -> None:
    """Set clocks later by so many milliseconds: all that go on, or those of one table that stood still."""
    later = update(deadlines).values(due_at=deadlines.c.due_at + by)
    await db.execute(later.where(_goes_on() if table_id is None else deadlines.c.table_id == table_id))


async def grant(db: AsyncConnection, until: int) -> set[str]:
    """Let no clock that goes on run out before `until`; return the tables whose clocks were set later.

    The reminder at half of a seat's time moves with the end of that time: else both could come at once.
    """
    is_half = deadlines.c.kind.startswith(f"{Clock.HALF}:")
    found = await db.execute(_running(*deadlines.c).where(deadlines.c.due_at < until, not_(is_half)))
    early = [Deadline(*row) for row in found]
    for clock in early:
        kinds = [clock.kind, Clock.HALF.seat(clock.seat)] if clock.clock is Clock.TURN else [clock.kind]
        await db.execute(
            update(deadlines)
            .where(deadlines.c.table_id == clock.table_id, deadlines.c.kind.in_(kinds))
            .values(due_at=deadlines.c.due_at + until - clock.due_at)
        )
    return {clock.table_id for clock in early}


async def going_on(db: AsyncConnection) -> set[str]:
    """Return the tables that have a clock which goes on."""
    return set((await db.execute(_running(deadlines.c.table_id).distinct())).scalars())


async def due(db: AsyncConnection, now: int) -> list[Deadline]:
    """Every clock that has run out, reminders first and then the oldest; a paused table's do not run out."""
    rows = await db.execute(
        _running(deadlines.c.table_id, deadlines.c.kind, deadlines.c.due_at)
        .where(deadlines.c.due_at <= now)
        .order_by(deadlines.c.due_at)
    )
    return sorted((Deadline(*row) for row in rows), key=lambda clock: clock.clock is not Clock.HALF)


async def earliest(db: AsyncConnection) -> int | None:
    """When the next clock runs out, None while none is running."""
    soonest: int | None = await db.scalar(_running(func.min(deadlines.c.due_at)))
    return soonest


def _running(*columns: Any) -> Select[Any]:
    """Select of the clocks that go on."""
    return select(*columns).where(_goes_on())


def _goes_on() -> ColumnElement[bool]:
    """Tell clocks that go on from those of tables that rest, which stand still."""
    paused = select(tables.c.table_id).where(tables.c.paused_at.is_not(None))
    rests = or_(*(deadlines.c.kind.startswith(kind) for kind in _RESTING))
    return not_(and_(rests, deadlines.c.table_id.in_(paused)))
