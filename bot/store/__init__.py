"""The database: its schema, its migrations, and transactions on it.

>>> store = await Store.open("sqlite+aiosqlite:///paddock.db")
>>> async with store.writing() as db:
...     await db.execute(insert(tables).values(...))
"""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection as Transaction

from bot.store.errors import StoreError
from bot.store.moving import Moved, move_data
from bot.store.store import Store, backup

__all__ = ["Moved", "Store", "StoreError", "Transaction", "backup", "move_data"]
