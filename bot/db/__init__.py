"""The database: transactions, locks, schema and migrations.

>>> database = await Database.open("sqlite+aiosqlite:///paddock.db")
>>> await database.write(open_table, game)  # open_table is a plain function: (connection, game)
"""

from __future__ import annotations

from bot.db.database import Database, backup
from bot.db.errors import DatabaseUnusable

__all__ = ["Database", "DatabaseUnusable", "backup"]
