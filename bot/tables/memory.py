"""Where tables stand, kept in memory: it only saves time. What counts is the log, read on from where memory ends."""

from __future__ import annotations

from collections import OrderedDict
from typing import TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.records import Table
from bot.tables.standing import Standing, read_log

KEPT = 512

K = TypeVar("K")


class Memory:
    """The tables used last, where they stand, and where they stood a little earlier."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Standing] = OrderedDict()
        self._earlier: OrderedDict[tuple[str, int], Standing] = OrderedDict()

    async def standing(self, db: AsyncConnection, table: Table) -> Standing:
        """Return where a started table stands in this transaction."""
        standing = self._kept.get(table.table_id)
        if standing is None or standing.length > table.length:
            standing, _ = Standing.begin(table)
        if standing.length < table.length:
            standing = standing.folded(await read_log(db, table.table_id, standing.length))
        self.keep(table.table_id, standing)
        return standing

    def keep(self, table_id: str, standing: Standing) -> None:
        """Remember where a table stands; only what is committed."""
        _keep(self._kept, table_id, standing)
        _keep(self._earlier, (table_id, standing.length), standing)

    async def earlier(self, db: AsyncConnection, table: Table, length: int) -> Standing:
        """Return where a table stood when its log had `length` rows; what is forgotten is read again."""
        standing = self._earlier.get((table.table_id, length))
        if standing is None:
            begun, _ = Standing.begin(table)
            standing = begun.folded(await read_log(db, table.table_id, until=length))
        _keep(self._earlier, (table.table_id, length), standing)
        return standing

    def forget(self, table_id: str) -> None:
        """Forget a table that nobody needs any more."""
        self._kept.pop(table_id, None)


def _keep(kept: OrderedDict[K, Standing], key: K, standing: Standing) -> None:
    kept[key] = standing
    kept.move_to_end(key)
    if len(kept) > KEPT:
        kept.popitem(last=False)
