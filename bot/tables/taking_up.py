"""Running tables looked at one after another, as a start does, and many read at a time: few statements each."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection

from bot.db import Database
from bot.tables.loading import load_all
from bot.tables.standing import Standing, Stored
from bot.tables.standing_cache import StandingCache
from bot.tables.table import Table

log = logging.getLogger(__name__)

AT_A_TIME = 20
"""Tables that are read in one transaction."""


class Found(NamedTuple):
    """A table and where it stands."""

    table: Table
    standing: Standing | None
    """None: it cannot be told; why not is found out where the table is read by itself."""


async def looked_through(
    database: Database, standings: StandingCache, table_ids: Sequence[str]
) -> AsyncIterator[Found]:
    """Yield these tables, but for those of which too little is kept; others have a turn between any two of them."""
    for begin in range(0, len(table_ids), AT_A_TIME):
        found, logs = await database.read(_read, standings, table_ids[begin : begin + AT_A_TIME])
        for table in found:
            await asyncio.sleep(0)
            try:
                standing = standings.from_ahead(table, logs.get(table.table_id, ()))
            except Exception as error:  # noqa: BLE001 - rules may fail in any way over a log; whoever asks next is told
                log.debug("table %s has to be read by itself: %s", table.table_id, type(error).__name__)
                yield Found(table, None)
            else:
                yield Found(table, standing)


def _read(
    db: Connection, standings: StandingCache, table_ids: Sequence[str]
) -> tuple[Sequence[Table], Mapping[str, Sequence[Stored]]]:
    """Read tables, and the logs of those whose standing is not remembered."""
    found = load_all(db, table_ids)
    return found, standings.read_ahead(db, found)
