"""Shows a desk as it is after a click, wherever it is by then."""

from __future__ import annotations

import logging

from bot.db.errors import DatabaseUnusable
from bot.outbox import NotFound, PostError
from bot.tables import Refused, Tables, race_commands
from bot.ui.clicks.click import TableClick
from bot.ui.screens import Screens
from bot.work_queue import WorkQueue

log = logging.getLogger(__name__)

GRACE = 1.0
"""Seconds that marking a desk gets when the bot stops."""


class DeskRefresh:
    """Shows desks to those who clicked. What a click decided stands, whatever becomes of the desk."""

    def __init__(self, tables: Tables, screens: Screens) -> None:
        self._tables = tables
        self._screens = screens
        self._stale = WorkQueue(self._mark, "bring up to date desk", (DatabaseUnusable,))

    async def close(self) -> None:
        """Have desks marked that are not up to date; one that cannot be still works."""
        await self._stale.close(GRACE)

    async def show(self, click: TableClick) -> None:
        """Show a desk in the message that was clicked on; where that fails the newest desk is brought up to date later.

        Raises `Refused`, and where the desk was to be the private answer to a public click whatever prevented that.
        """
        try:
            await self._screens.show_desk(click.table_id, click.user_id, through=click.interaction)
        except Refused:
            raise
        except Exception as error:
            if not click.is_private:
                raise
            if not isinstance(error, NotFound):
                known = isinstance(error, PostError | DatabaseUnusable)
                log.warning(
                    "a pressed desk of table %s was not shown: %r", click.table_id, error, exc_info=not known
                )
            desk = f"{click.table_id} {click.user_id}"
            try:
                await self._mark(desk)
            except DatabaseUnusable:
                self._stale.ask(desk)

    async def _mark(self, desk: str) -> None:
        """Have a desk brought up to date that could not be shown where it was pressed."""
        table_id, user_id = desk.split()
        await self._tables.step(race_commands.show_desks, table_id, [int(user_id)])
