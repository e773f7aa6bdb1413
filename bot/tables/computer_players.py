"""Computer players: they move, at the pace of their server, and in the place of whoever was too slow."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from secrets import token_bytes
from typing import Any

from structlog.contextvars import bound_contextvars

from bot.db.errors import DatabaseUnusable
from bot.servers import ServerSettings
from bot.tables.autoplay import following
from bot.tables.race_commands import act_for
from bot.tables.refusals import Refused
from bot.tables.standing import Standing
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.work_queue import WorkQueue
from engines.agents import agent
from engines.core import Chance, IllegalAction, SharedRefusal

log = logging.getLogger(__name__)

GRACE = 2.0
"""Seconds that a computer player's move gets to finish when the bot stops."""

Work = Callable[[Callable[[], Any]], Awaitable[Any]]
"""Runs a function off the event loop."""


class ComputerPlayers:
    """Moves for computer players, and for who left it to them: one task at a time for each table."""

    def __init__(self, tables: Tables, work: Work, is_kept: Callable[[str], Awaitable[bool]]) -> None:
        """`is_kept` tells whether this process moves for the computer players of a table."""
        self._tables = tables
        self._work = work
        self._is_kept = is_kept
        self._pauses: dict[str, tuple[int, float]] = {}
        """By table: at which length of its log a computer player is waited for, and until when, by the loop's time."""
        self._queue = WorkQueue(self.play, "computers of", (DatabaseUnusable,))

    def notify(self, table_id: str) -> None:
        """Look soon whether a computer player is asked at this table."""
        self._queue.ask(table_id)

    async def close(self) -> None:
        """Take no more; a move under way is finished or was never made."""
        await self._queue.close(GRACE)

    async def play(self, table_id: str) -> None:
        """Move until no computer player is asked, or another process keeps the table."""
        try:
            with bound_contextvars(table=table_id):
                while await self._is_kept(table_id):
                    if not await self._play_one(table_id):
                        return
            self._pauses.pop(table_id, None)  # it is another process's matter
        except Refused as refusal:
            log.info("table %s: a computer player came late: %s", table_id, refusal.reason)

    async def _play_one(self, table_id: str) -> bool:
        table, _, settings, standing = await self._tables.read(table_id)
        next_one = following(table, standing)
        wait = self._left_of_pause(settings, table, standing)
        if wait > 0 and next_one:
            self._queue.ask_in(wait, table_id)
            return False
        self._pauses.pop(table_id, None)
        if next_one is None or standing is None:
            return False
        number, agent_name, taken = next_one
        action = await self.decide(table, standing, number, agent_name)
        await self._tables.step(act_for, table_id, number, standing.asked[number], action, taken)
        return True

    def _left_of_pause(self, settings: ServerSettings, table: Table, standing: Standing | None) -> float:
        """Return how many seconds the decision still takes that follows; it begins when it is first looked at."""
        pause = self._tables.pacing.pause(settings.pace, table, standing)
        if standing is None or not pause:
            return 0.0
        now = asyncio.get_running_loop().time()
        length, over_at = self._pauses.get(table.table_id, (0, 0.0))
        if length != standing.length:
            over_at = now + pause
            self._pauses[table.table_id] = standing.length, over_at
        return over_at - now

    async def decide(self, table: Table, standing: Standing, number: int, name: str) -> dict[str, Any]:
        """Have a computer player decide, or draw lots where it fails: no fault of it stops a table."""
        game = standing.match.game

        def thought(who: str) -> dict[str, Any]:
            decided = agent(who, table.game).decide(
                standing.view(number), standing.choices(number), Chance(token_bytes(32))
            )
            if decided not in standing.choices(number):
                raise IllegalAction(SharedRefusal.WRONG_PHASE)
            return game.dump_action(decided)

        try:
            return dict(await self._work(lambda: thought(name)))
        except Exception:
            log.exception("table %s: computer player %s failed; lots are drawn for it", table.table_id, name)
            return dict(await self._work(lambda: thought("random")))
