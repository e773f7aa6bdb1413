"""Tables as this process read or left them last: it only saves time. What counts is the version in the database.

What is remembered is used where the version is still the same, which is asked in the transaction that uses it: so a
change that another process made is never missed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, select

from bot.db.locks import note_tables
from bot.db.schema import tables
from bot.remembered import Remembered
from bot.servers import ServerSettings, read_settings
from bot.tables import deadlines
from bot.tables.loading import load
from bot.tables.refusals import Refusal, Refused
from bot.tables.table import Table

REMEMBERED = 4096
"""Tables that are remembered, those used last."""


_VERSION = (
    select(tables.c.version).where(tables.c.table_id == bindparam("table")).with_for_update(key_share=True)
)


class Known(NamedTuple):
    """A table at one version."""

    table: Table
    clocks: Mapping[str, int]
    """When each of its clocks runs out, in milliseconds since 1970 UTC, by kind."""
    settings: ServerSettings
    """What its server has set."""


class KnownTables:
    """The open tables used last; those that are over are read whenever they are needed."""

    def __init__(self) -> None:
        self._remembered = Remembered[str, Known](REMEMBERED)

    def read(self, db: Connection, table_id: str, version: int | None = None) -> Known:
        """Read a table as it is in this transaction, which has changed nothing of it yet.

        In a writing transaction its row is locked; one that only reads may know its `version` already. Refuses an id
        that names none.
        """
        if version is None:
            version = db.scalar(_VERSION, {"table": table_id})
        if version is None:
            self.forget(table_id)
            raise Refused(Refusal.NO_SUCH_TABLE, table=table_id)
        known = self._remembered.get(table_id)
        if known is None or known.table.version != version:
            known = read_whole(db, table_id)
        else:
            note_tables(db, [(known.table.created_at, table_id)])
        self.remember(known)
        return known

    def table(self, db: Connection, table_id: str) -> Table:
        """Read no more than the table itself, which may be over, and is refused as `load` refuses it."""
        known = self._remembered.get(table_id)
        if known and known.table.version == db.scalar(_VERSION, {"table": table_id}):
            return known.table
        return load(db, table_id)

    def remember(self, known: Known) -> None:
        """Remember a table; only what is committed."""
        table_id = known.table.table_id
        if not known.table.status.is_open:
            self.forget(table_id)
            return
        self._remembered[table_id] = known

    def remembered(self, table_id: str) -> Known | None:
        """Return a table as it was read or left last, whatever it is by now; None: it is not remembered."""
        return self._remembered.get(table_id)

    def has(self, known: Known) -> bool:
        """Whether this is what is remembered of a table: nobody has left or read it another way since."""
        return self._remembered.get(known.table.table_id) is known

    def forget(self, table_id: str) -> None:
        """Forget a table, which is read anew when it is needed."""
        self._remembered.pop(table_id, None)


def read_whole(db: Connection, table_id: str) -> Known:
    """Read a table as it is in this transaction, whatever is remembered of it."""
    table = load(db, table_id)
    clocks = deadlines.of_table(db, table_id)
    return Known(table, clocks, read_settings(db, table.guild_id))
