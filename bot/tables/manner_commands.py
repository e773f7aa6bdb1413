"""How a table is played, whatever its game: when, at what pace, with hints or without. Its host says so in lobbies."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, select

from bot.db.schema import tables
from bot.servers import Pace
from bot.tables.playing_hours import UTC_NAME, PlayingHours
from bot.tables.step import Step
from bot.tables.steps import Commands
from bot.tables.zones import zones_meant


class Manner(NamedTuple):
    """How a table is played."""

    hours: PlayingHours | None
    """None: at any time."""
    pace: Pace | None
    """None: as the server has set it."""
    hints: bool | None
    """None: nothing is said about hints."""


class MannerCommands(Commands):
    """Commands about how a table is played."""

    async def settle(self, table_id: str, user_id: int, manner: Manner) -> None:
        """Change how a table is played, as the host decides."""

        def change(step: Step) -> None:
            table = step.table
            table.require_lobby()
            table.require_host(user_id)
            table.require_own_host()
            if manner == (table.hours, table.pace, table.hints):
                step.is_quiet = True
                return
            self._settle(step, user_id, **manner._asdict())

        await self._steps.at(table_id, change)

    async def usual_zone(self, guild_id: int, user_id: int) -> str:
        """Return the time zone that a host named last, or else anybody in the server; UTC where nobody did.

        An unclear name, such as `EST` from an older version, is not offered: the form would refuse it.
        """
        return await self._steps.database.read(_usual_zone, guild_id, user_id)


def _usual_zone(db: Connection, guild_id: int, user_id: int) -> str:
    named = select(tables.c.hours).where(tables.c.hours.is_not(None))
    newest = named.order_by(tables.c.created_at.desc()).limit(1)
    for these in (tables.c.host_id == user_id, tables.c.guild_id == guild_id):
        hours = db.scalar(newest.where(these))
        zone = PlayingHours.read(hours).zone if hours else ""
        if len(zones_meant(zone)) == 1:
            return zone
    return UTC_NAME
