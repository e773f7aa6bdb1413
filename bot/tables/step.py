"""A table in the transaction that changes it."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from bot import outbox
from bot.outbox import Notice
from bot.tables import deadlines
from bot.tables.loading import load
from bot.tables.refusals import Absent
from bot.tables.standing import Standing
from bot.tables.standing_cache import StandingCache
from bot.tables.table import Table


@dataclass(slots=True)
class Step:
    """What a command works with until its transaction ends."""

    db: AsyncConnection
    table: Table
    """As it was read last."""
    now: int
    """When the step is made, in milliseconds since 1970 UTC."""
    standings: StandingCache
    reached: Standing | None = None
    """Where the table stands after it, to be remembered once it is committed; None: nothing was played."""
    decided_by: str | None = None
    """Who decided, as `Decision.by` tells it; None: nobody did."""

    async def standing(self) -> Standing:
        """Return where the table stands before the step; refuse unless its race runs. Raises `Outdated`."""
        self.table.require_running()
        return await self.standings.standing(self.db, self.table)

    async def standing_if_started(self) -> Standing | None:
        """Do the same where the race need not run; None before its start, and of a game that is not here."""
        try:
            return await self.standings.standing(self.db, self.table) if self.table.length else None
        except Absent:
            return None

    async def read_again(self) -> None:
        """Read the table as it is now."""
        self.table = await load(self.db, self.table.table_id)

    async def clock(self, kind: str) -> int | None:
        """Return when a clock of the table runs out, None if it is not running."""
        return await deadlines.find(self.db, self.table.table_id, kind)

    async def start_clock(self, kind: str, length: int) -> None:
        """Start a clock of the table, or start it again, that runs out in so many milliseconds."""
        await deadlines.put(self.db, self.table.table_id, kind, self.now + length, now=self.now)

    async def stop_clock(self, kind: str | None = None) -> None:
        """Stop one clock of the table, or all of them."""
        await deadlines.clear(self.db, self.table.table_id, kind)

    async def give_notice(self, notice: Notice, seat: int | None = None) -> None:
        """Ask for a public line about a seat, or without one about the table."""
        await outbox.give_notice(self.db, self.table.table_id, notice, self.now, seat)
