"""What is due at race nights by itself: the reminder, each round, the end. Discord is told afterwards, from rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import Connection

from bot.db import Database
from bot.nights import rounds, rows
from bot.nights.commands import REMIND
from bot.nights.night import MINUTE, Cancelled, Form, Night, NightStatus, NightTable, Options, TableState
from bot.nights.tables import Evening, leave_to_hosts, look_after, open_table
from bot.tables import Tables

TOO_LATE = 120 * MINUTE
"""How long after its time a night still begins, where the bot was away."""

STALLED = 10 * MINUTE
"""After so much rest of a table the night goes on without it."""

LOBBY_WAITS = 2 * MINUTE
"""For so long the host of a table can press Start before it starts by itself."""


class Nights:
    """The race nights of all servers. What people do at them is in `bot.nights.commands`."""

    def __init__(
        self,
        database: Database,
        tables: Tables,
        now: Callable[[], int],
        options: Options,
        computer_names: Sequence[str],
        lobby_waits: int = LOBBY_WAITS,
    ) -> None:
        """`computer_names` are what computer players are called, in the order in which they sit down."""
        self._database = database
        self._evening = Evening(database, tables, now, options, computer_names, lobby_waits, STALLED)
        self.now = now

    async def advance(self, night_id: int, *, may_begin: bool = True) -> int | None:
        """Do all that is due; return when to look again, None: once something changes.

        Without `may_begin` a night whose time has come stays as it is. Raises `DatabaseUnusable`; what was done stays
        done, and a next call does the rest.
        """
        night = await self._database.read(rows.find, night_id)
        if night is None:
            return None
        await leave_to_hosts(self._evening, night)
        if not night.is_open:
            return None
        if night.status is NightStatus.PLANNED:
            if min(night.starts_at, _reminds_at(night)) > self.now():
                return min(night.starts_at, _reminds_at(night))
            if night.starts_at <= self.now() and not may_begin:
                return self.now()
            await self._database.write(begin_or_remind, night, self._evening.options, self.now())
            return self.now()
        waits = [await self._look_after(night, table) for table in night.now_at]
        if await self._database.write(end_round, night, self._evening.options, self.now()):
            return self.now()
        return min((at for at in waits if at is not None), default=None)

    async def _look_after(self, night: Night, table: NightTable) -> int | None:
        """See to one table of this round; return when to look again."""
        if table.state is TableState.OWED:
            return await open_table(self._evening, night, table)
        return None if table.state.is_done else await look_after(self._evening, night, table)


def begin_or_remind(db: Connection, known: Night, options: Options, now: int) -> None:
    """Deal the first round, call the night off, or remind those who are in: what is due of a planned night."""
    night = rows.held(db, known.guild_id, known.night_id)
    if night.status is not NightStatus.PLANNED:
        return
    least = 2 if night.form is Form.KNOCKOUT else 1
    if night.starts_at > now:
        rows.change(db, night, owed=["soon"] if night.players else (), reminded=True)
    elif now - night.starts_at > TOO_LATE:
        rounds.call_off(db, night, Cancelled.MISSED, now)
    elif len(night.players) < least or not rounds.begin(db, night, 1, options, now):
        rounds.call_off(db, night, Cancelled.NOBODY, now)


def end_round(db: Connection, night: Night, options: Options, now: int) -> bool:
    """Begin the next round once all tables of this one are done, or end the night; return whether anything changed."""
    fresh = rows.held(db, night.guild_id, night.night_id)
    if fresh.status is not NightStatus.RUNNING or not all(each.state.is_done for each in fresh.now_at):
        return False
    rounds.finish(db, fresh, options, now)
    return True


def _reminds_at(night: Night) -> int:
    return night.starts_at if night.reminded else night.starts_at - REMIND
