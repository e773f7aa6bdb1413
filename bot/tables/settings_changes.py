"""A server changes its settings: written, and seen in every lobby of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.servers import ServerSettings, read_settings, write_settings
from bot.store.schema import tables
from bot.tables import lobby
from bot.tables.table import Status, load_all

Change = Callable[[ServerSettings], ServerSettings]
"""What is to hold, from what holds; so that of two changes at once neither undoes the other."""


class ChangedSettings(NamedTuple):
    """What holds now, and the lobbies that have to show it."""

    settings: ServerSettings
    lobbies: Sequence[str]


async def change_settings(db: AsyncConnection, guild_id: int, change: Change) -> ChangedSettings:
    """Change a server's settings and have its lobbies drawn again; races that run keep what they started with."""
    before = await read_settings(db, guild_id)
    settings = change(before)
    if settings == before:
        return ChangedSettings(before, ())
    await write_settings(db, guild_id, settings)
    is_lobby = (tables.c.guild_id == guild_id) & (tables.c.status == Status.LOBBY)
    lobbies = list((await db.execute(select(tables.c.table_id).where(is_lobby))).scalars())
    for table in await load_all(db, lobbies):
        await lobby.changed(db, table)
    return ChangedSettings(settings, lobbies)
