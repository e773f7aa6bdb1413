"""One step at a table: it is loaded, changed and committed in one transaction, and then whoever watches is told."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import Store
from bot.tables import outdated
from bot.tables.loading import load
from bot.tables.refusals import Outdated, Refusal, Refused
from bot.tables.standing import Standing
from bot.tables.standing_cache import StandingCache
from bot.tables.table import Table
from bot.tables.watchers import Watchers


@dataclass(slots=True)
class Step:
    """A table in the transaction that changes it."""

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
        """Return where the table stands before the step; None where its race never started. Raises `Outdated`."""
        return await self.standings.standing(self.db, self.table) if self.table.length else None


class Steps:
    """Makes steps. A step that raises has changed nothing, and nobody is told of it."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self.store = store
        self.now = now
        self.standings = StandingCache()
        self.watchers = Watchers()

    @asynccontextmanager
    async def at(self, table_id: str) -> AsyncIterator[Step]:
        """Change one table. Refuses with `OUTDATED` where its rules are gone, and ends it."""
        async with self.by_its_rules(table_id), self.store.writing() as db:
            step = Step(db, await load(db, table_id), self.now(), self.standings)
            yield step
        if step.reached:
            self.standings.keep(table_id, step.reached)
        self.watchers.tell(table_id)

    @asynccontextmanager
    async def by_its_rules(self, table_id: str) -> AsyncIterator[None]:
        """End a table of which something is wanted and whose rules are gone; then refuse what was wanted."""
        try:
            yield
        except Outdated:
            await self.end_if_outdated(table_id)
            async with self.store.reading() as db:
                table = await load(db, table_id)
            raise Refused(Refusal.STALE if table.status.is_open else Refusal.OUTDATED) from None

    async def end_if_outdated(self, table_id: str) -> bool:
        """End a table that proved to be outdated; False if it was not, or is over already."""
        self.standings.forget(table_id)
        async with self.store.writing() as db:
            table = await load(db, table_id)
            is_ended = table.status.is_open and await outdated.end_if_outdated(db, table, self.now())
        self.watchers.tell(table_id)
        return is_ended


class Commands:
    """Commands of one kind: each is one step. They raise `Refused`, and then nothing has changed."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
