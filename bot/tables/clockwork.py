"""What happens because time goes by: one task sleeps to the earliest deadline, and does what it was set for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Protocol

from sqlalchemy import Connection

from bot.backoff import Backoff
from bot.db import Database
from bot.db.errors import DatabaseBusy, DatabaseUnusable
from bot.shards import Shards
from bot.tables import clock_commands, deadlines, queries, turn_clocks
from bot.tables.autoplay import following
from bot.tables.computer_players import ComputerPlayers, Work
from bot.tables.deadlines import Clock, Deadline
from bot.tables.reading import looked_through
from bot.tables.refusals import Refused
from bot.tables.table import Status
from bot.tables.tables import Tables
from engines.catalog import STEADY

log = logging.getLogger(__name__)

SHORTEST_SLEEP = 0.05
LONGEST_SLEEP = 20.0
"""Seconds after which the clocks are looked at again: at the earliest, and in any case."""

AFTER_TROUBLE = 5.0
LONGEST_WAIT = 300.0
"""Seconds between tries of a clock that fails: doubled each time from the first to the longest.

Where all clocks wait for the database they are looked at again after `LONGEST_SLEEP` at the latest.
"""


class Alive(Protocol):
    """Knows at which shards people can act; see `bot.cluster.heartbeat`."""

    @property
    def is_current(self) -> bool:
        """Whether this process has not been held up since it looked last."""

    @property
    def running(self) -> Shards | None:
        """The shards whose deadlines run out here; None: all."""

    def still_since(self, guild_id: int) -> int | None:
        """Return since when the clocks of a server stand still; None if they do not."""

    async def beat(self) -> None:
        """Look again, and set deadlines later by the time for which nobody could act."""


class Clockwork:
    """One task for all clocks of all tables, and who moves when one runs out."""

    def __init__(
        self,
        database: Database,
        tables: Tables,
        work: Work,
        now: Callable[[], int],
        alive: Alive,
        is_kept: Callable[[str], Awaitable[bool]],
    ) -> None:
        """`is_kept` tells whether this process looks after a table."""
        self._database = database
        self._tables = tables
        self._now = now
        self._alive = alive
        tables.stands_still_since = alive.still_since
        self._stirred = asyncio.Event()
        self._has_to_ask = True
        """Whether clocks may have changed of which nothing is known here."""
        self._next_at: int | None = None
        """When the next clock may run out, for all that is known; None: none does."""
        self.computers = ComputerPlayers(tables, work, is_kept)
        self._failing: dict[Deadline, float] = {}
        """Clocks whose action fails: when the next try is due, by the loop's time."""
        self._backoff = Backoff(AFTER_TROUBLE, LONGEST_WAIT)
        self._task: asyncio.Task[None] | None = None

    def notify(self, table_id: str) -> None:
        """Look at a table's computer players and clocks again; called after every change."""
        self._ask_again()
        self.computers.notify(table_id)

    def _ask_again(self) -> None:
        self._has_to_ask = True
        self._stirred.set()

    def _expect(self, due_at: Iterable[int]) -> None:
        """Wake up by the time at which the first of these clocks runs out."""
        first = min(due_at, default=None)
        if first is not None and (self._next_at is None or first < self._next_at):
            self._next_at = first
            self._stirred.set()

    async def start(self, shards: Shards | None) -> None:
        """Start the clocks, and let computer players go on whose move an earlier run left open."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="clocks")
        await self.take_up(shards)

    async def take_up(self, shards: Shards | None) -> None:
        """Look after the tables of some shards' servers, None: of all, whose computer players may be waited for."""
        self._ask_again()
        running = await self._database.read(queries.running_tables, shards)
        async for table, standing in looked_through(self._tables.database, self._tables.games, running):
            if standing is None or following(table, standing):
                self.computers.notify(table.table_id)

    async def close(self) -> None:
        """Stop; a move under way is finished or was never made."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self.computers.close()

    # -------------------------------------------------------------------------------------------- clocks

    async def _run(self) -> None:
        backoff = Backoff(AFTER_TROUBLE, LONGEST_SLEEP)
        while True:
            self._has_to_ask = False
            try:
                seconds = await self._run_due()
            except DatabaseUnusable as error:
                log.error("the clocks wait: %s", error)
                await asyncio.sleep(backoff.pause())
            except Exception:
                log.exception("the clocks wait")
                await asyncio.sleep(backoff.pause())
            else:
                backoff.over()
                await self._rest(seconds)

    async def _rest(self, seconds: float) -> None:
        """Sleep so long, or until a clock runs out before, or the clocks have to be asked for."""
        clock = asyncio.get_running_loop().time
        until = clock() + max(SHORTEST_SLEEP, seconds)
        while not self._has_to_ask:
            wait = until - clock()
            if self._next_at is not None:
                wait = min(wait, max(SHORTEST_SLEEP, (self._next_at - self._now()) / 1000))
            self._stirred.clear()
            try:
                async with asyncio.timeout(wait):
                    await self._stirred.wait()
            except TimeoutError:
                return

    async def _run_due(self) -> float:
        """Do what is due, and return in how many seconds something is due next."""
        if not self._alive.is_current:
            await self._alive.beat()  # first, or else clocks would run out for which nobody could act
        now, running = self._now(), self._alive.running
        self._next_at = None

        def look(db: Connection) -> tuple[list[Deadline], int | None]:
            return deadlines.due(db, now, running), deadlines.earliest(db, now, running)

        due, next_at = await self._database.read(look)
        self._expect([] if next_at is None else [next_at])
        for clock in self._failing.keys() - due:
            self._forgive(clock)
        await self._run_out(due)
        waits = [again_at - asyncio.get_running_loop().time() for again_at in self._failing.values()]
        return min([LONGEST_SLEEP, *waits, *([] if next_at is None else [(next_at - self._now()) / 1000])])

    async def _run_out(self, due: Sequence[Deadline]) -> None:
        """Do what clocks were set for; where somebody holds one of the tables, its clocks are tried again later."""
        held: str | None = None
        for deadline in due:
            if deadline.table_id == held:
                continue
            try:
                await self._try_to_run_out(deadline)
            except DatabaseBusy as error:
                if held is not None:
                    raise  # it is not that table alone
                held = deadline.table_id
                waits = [self._put_off(each) for each in due if each.table_id == held]
                log.warning("table %s: its clocks again in %.0f s: %s", held, min(waits), error)

    async def _try_to_run_out(self, deadline: Deadline) -> None:
        """Do what one clock was set for; one that fails is tried again later and keeps no other clock waiting.

        Raises `DatabaseUnusable`.
        """
        if self._failing.get(deadline, 0.0) > asyncio.get_running_loop().time():
            return
        log.info("table %s: its %s clock ran out", deadline.table_id, deadline.kind)
        try:
            if deadline.clock in {Clock.TURN, Clock.WINDOW, Clock.GAME}:
                await self._decide_late(deadline)
            else:
                await self._tables.step(clock_commands.run_out, deadline.table_id, deadline)
        except Refused as refusal:
            log.info("table %s: a clock came late: %s", deadline.table_id, refusal.reason)
        except DatabaseUnusable:
            raise
        except Exception as error:
            is_known, wait = deadline in self._failing, self._put_off(deadline)
            log.error(
                "table %s: what its clock was set for failed; again in %.0f s: %s",
                deadline.table_id,
                wait,
                type(error).__name__,
                exc_info=not is_known,  # the same traceback again and again would only fill the log
            )
        else:
            self._forgive(deadline)

    def _put_off(self, clock: Deadline) -> float:
        """Have a clock that failed wait, the longer the more often it did; returns for how many seconds."""
        wait = self._backoff.pause(clock)
        self._failing[clock] = asyncio.get_running_loop().time() + wait
        return wait

    def _forgive(self, clock: Deadline) -> None:
        """Note that a clock fails no more."""
        self._failing.pop(clock, None)
        self._backoff.over(clock)

    async def _decide_late(self, deadline: Deadline) -> None:
        """Decide in the place of the seat that did not in time, or as the table's own clock."""
        table, _, _, standing = await self._tables.read(deadline.table_id)
        if standing is None or table.status is not Status.RUNNING:
            await self._tables.step(clock_commands.run_out, deadline.table_id, deadline)
            return
        game = standing.match.game
        if deadline.clock is Clock.GAME:
            over = turn_clocks.game_limit(table, standing)
            assert over is not None, "a game has this clock where it has a limit"
            await self._tables.step(
                clock_commands.act_late, deadline.table_id, deadline, 0, game.dump_action(over.action)
            )
            return
        if deadline.clock is Clock.WINDOW:
            if window := standing.window:
                await self._tables.step(
                    clock_commands.act_late, deadline.table_id, deadline, 0, game.dump_action(window.action)
                )
            else:
                await self._database.write(clock_commands.drop, deadline)
            return
        asked = standing.asked.get(deadline.seat)
        if asked is None:
            await self._database.write(clock_commands.drop, deadline)
        else:
            action = await self.computers.decide(table, standing, deadline.seat, STEADY)
            await self._tables.step(clock_commands.act_late, deadline.table_id, deadline, asked, action)
