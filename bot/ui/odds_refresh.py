"""Has the odds in lobbies and boards brought up to date after bets, at most every ten seconds a table.

It follows bets alone, never what a player does. When it was done last is a fact of the table: so of several processes
that take bets on a race none does it too soon again, and all show the same. What is lost with a killed process is
an edit: the next post of the table shows how the odds stand by then.
"""

from __future__ import annotations

from bot.db.errors import DatabaseUnusable
from bot.remembered import Remembered
from bot.tables import Refused, Tables, tote_commands
from bot.work_queue import WorkQueue

PAUSE = 10_000
"""Milliseconds between two edits of a table's odds, at least."""

GRACE = 2.0
"""Seconds that an edit under way gets to be asked for when the bot stops."""


class OddsRefresh:
    """Asks for the posts that show odds."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._at = Remembered[str, int](1024)
        """When the odds of tables were refreshed last, for all that is known: so most bets ask for nothing."""
        self._queue = WorkQueue(self._run, "odds of", (DatabaseUnusable,))

    def ask(self, table_id: str) -> None:
        """Have the odds of a table shown as they are once they were not for ten seconds."""
        self._queue.ask(table_id)

    async def close(self) -> None:
        """Ask for no more."""
        await self._queue.close(GRACE)

    async def _run(self, table_id: str) -> None:
        now = self._tables.now()
        since = now - self._at.get(table_id, now - PAUSE)
        try:
            wait = (
                PAUSE - since
                if 0 <= since < PAUSE
                else await self._tables.step(tote_commands.show_odds, table_id, PAUSE)
            )
        except Refused:
            return  # it is over, or its game is not here
        self._at[table_id] = now - PAUSE + wait if wait else now
        if wait:
            self._queue.ask_in(wait / 1000, table_id)
