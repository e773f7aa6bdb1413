"""Settings as stored: a row a server, written the first time that something is set."""

from __future__ import annotations

import json
import logging

from pydantic import ValidationError
from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.servers.settings import ServerSettings
from bot.store.schema import servers

log = logging.getLogger(__name__)


async def read_settings(db: AsyncConnection, guild_id: int) -> ServerSettings:
    """Read a server's settings; whatever was never set has its default."""
    text = await db.scalar(select(servers.c.settings).where(servers.c.guild_id == guild_id))
    if text is None:
        return ServerSettings()
    try:
        return ServerSettings.model_validate_json(text)
    except ValidationError as error:
        wrong = ", ".join(f"{'.'.join(map(str, each['loc']))} {each['type']}" for each in error.errors())
        log.error("server %d: its settings cannot be read, so the defaults hold: %s", guild_id, wrong)
        return ServerSettings()


async def write_settings(db: AsyncConnection, guild_id: int, settings: ServerSettings) -> None:
    """Keep a server's settings in place of those before."""
    await _keep(db, guild_id, settings=json.dumps(settings.model_dump(mode="json", exclude_defaults=True)))


OWED = 0
"""In place of a time: the first steps have still to be shown."""


async def owe_greeting(db: AsyncConnection, guild_id: int) -> bool:
    """Note that a server has to be shown the first steps, unless it ever was; returns whether they are owed."""
    greeted = await db.scalar(select(servers.c.greeted_at).where(servers.c.guild_id == guild_id))
    if greeted is None:
        await _keep(db, guild_id, greeted_at=OWED)
    return greeted in {None, OWED}


async def owed_greetings(db: AsyncConnection) -> list[int]:
    """Name every server that has still to be shown the first steps."""
    found = await db.execute(select(servers.c.guild_id).where(servers.c.greeted_at == OWED))
    return list(found.scalars())


async def note_greeted(db: AsyncConnection, guild_id: int, now: int) -> None:
    """Note that a server was shown the first steps, or never can be."""
    await _keep(db, guild_id, greeted_at=now)


async def _keep(db: AsyncConnection, guild_id: int, **facts: object) -> None:
    changed = await db.execute(update(servers).where(servers.c.guild_id == guild_id).values(**facts))
    if changed.rowcount == 0:
        await db.execute(insert(servers).values(guild_id=guild_id, **{"settings": "{}", **facts}))
