"""A table in the transaction that changes it."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.absent import is_here
from bot.tables.standing import Standing
from bot.tables.standing_cache import StandingCache
from bot.tables.table import Table


@dataclass(slots=True)
class Step:
    """What a command works with until its transaction ends."""

    db: AsyncConnection
    table: Table
    now: int
    """When the step is made, in milliseconds since 1970 UTC."""
    standings: StandingCache
    reached: Standing | None = None
    """Where the table stands after it, to be remembered once it is committed; None: nothing was played."""

    async def standing(self) -> Standing:
        """Return where the table stands before the step; refuse unless its race runs. Raises `Outdated`."""
        self.table.require_running()
        return await self.standings.standing(self.db, self.table)

    async def standing_if_started(self) -> Standing | None:
        """Return where the table stands before the step; None before its start, and of a game that is not here.

        Raises `Outdated`.
        """
        can_be_told = self.table.length and is_here(self.table.game)
        return await self.standings.standing(self.db, self.table) if can_be_told else None
