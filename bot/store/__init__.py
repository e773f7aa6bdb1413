"""The database: transactions, locks, schema and migrations.

>>> store = await Store.open("sqlite+aiosqlite:///paddock.db")
>>> await store.write(open_table, game)  # open_table is a plain function: (connection, game)
"""

from __future__ import annotations

from bot.store.errors import StoreError
from bot.store.store import Store, backup

__all__ = ["Store", "StoreError", "backup"]
