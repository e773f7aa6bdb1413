"""What happens because time goes by: clocks run out, and are set later by the time that counts against nobody."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence

from sqlalchemy import Connection

from bot.backoff import Backoff
from bot.db import Database
from bot.db.errors import DatabaseBusy, DatabaseUnusable
from bot.metrics import counted
from bot.shards import Shards
from bot.tables import clock_commands, deadlines, marking, queries, turn_clocks
from bot.tables.autoplay import following
from bot.tables.computer_players import ComputerPlayers, Work
from bot.tables.counted_time import STEP, CountedTime
from bot.tables.deadlines import Clock, Deadline
from bot.tables.keepers import TOLD_FROM
from bot.tables.outages import Outages
from bot.tables.reading import looked_through
from bot.tables.refusals import Refused
from bot.tables.table import Status
from bot.tables.tables import Tables
from bot.tables.this_process import Process
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

LEAST_LAG = 2_000
"""Milliseconds by which the time that counts has to differ from the wall clock before clocks are set for it."""

AWAY_GRACE = 5 * deadlines.MINUTE
"""Milliseconds that remain at least on every clock when the bot comes back."""


class Clockwork:
    """One task for all clocks of all tables, and who moves when one runs out."""

    def __init__(
        self,
        database: Database,
        tables: Tables,
        work: Work,
        time: CountedTime,
        tell: Callable[[str], object] | None = None,
        process: Process | None = None,
    ) -> None:
        """`tell` hears of tables at which only clocks were set later: of many at once, which few people look at.

        `process` is this one among those that serve the same tables; without it, it is the only one.
        """
        self._database = database
        self._tables = tables
        self._time = time
        self._tell = tell or tables.tell
        self.process = process or Process(database, time)
        self.outages = Outages(database, self.process, time.now, self._restarted)
        tables.stands_still_since = self.outages.since
        self._away = 0
        """Milliseconds for which nobody was heard before this process joined, until that is shown at its tables."""
        self._stirred = asyncio.Event()
        self._has_to_ask = True
        """Whether clocks may have changed of which nothing is known here."""
        self._next_at: int | None = None
        """When the next clock may run out, for all that is known; None: none does."""
        self.computers = ComputerPlayers(tables, work, self.process.keeps_table)
        self._failing: dict[Deadline, float] = {}
        """Clocks whose action fails: when the next try is due, by the loop's time."""
        self._backoff = Backoff(AFTER_TROUBLE, LONGEST_WAIT)
        self._tasks: list[asyncio.Task[None]] = []

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

    async def wake(self) -> None:
        """Set clocks later by the time the bot was away, before anybody's press can set one anew.

        Raises `ShardsTaken` where another process looks after them.
        """
        self._away = await self.process.join()

    async def resume(self) -> None:
        """Start the clocks, and let computer players go on whose move an earlier run left open.

        While the bot was away nobody could act: every clock has as much left as it had, and at least a last grace.
        """
        concerned = self.process.concerned

        def change(db: Connection) -> None:
            now = self._time.now()
            moved = deadlines.grant(db, now, AWAY_GRACE, concerned)
            marking.show_moved(db, moved)
            if self._away >= TOLD_FROM:
                made_up = deadlines.going_on(db, concerned) - moved
                marking.show_moved(db, made_up, now - self._away, now)

        await self._database.write(change)
        self._away = 0
        if not self._tasks:
            self._tasks = [
                asyncio.create_task(self._run(), name="clocks"),
                asyncio.create_task(self._count(), name="the time that counts"),
            ]
        await self.take_up(self.process.kept)

    async def take_up(self, shards: Shards | None) -> None:
        """Look after the tables of some shards' servers, None: of all, whose computer players may be waited for."""
        self._ask_again()
        running = await self._database.read(queries.running_tables, shards)
        async for table, standing in looked_through(self._tables.database, self._tables.games, running):
            if standing is None or following(table, standing):
                self.computers.notify(table.table_id)

    async def close(self) -> None:
        """Stop; a move under way is finished or was never made."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(self.computers.close(), self.outages.close())

    # ---------------------------------------------------------------------------------- the time that counts

    async def _count(self) -> None:
        """Look at the time so often that all of it counts while the process runs, and see to it that it catches up."""
        while True:
            if abs(self._time.lag) >= LEAST_LAG:
                self._ask_again()
            await asyncio.sleep(STEP)

    async def _catch_up(self) -> None:
        """Set clocks later, or earlier, by what the wall clock went on without anybody being able to act."""
        if abs(self._time.lag) < LEAST_LAG:
            return
        still = self.outages.still

        def change(db: Connection) -> tuple[int, set[str]]:
            lag = self._time.lag
            moved = self.process.make_up(db, lag, still.numbers if still else frozenset())
            marking.show_moved(db, moved)
            return lag, moved

        await self._database.write_alone(change, self._follow)

    def _follow(self, made_up: tuple[int, set[str]]) -> None:
        """Follow what was made up for, before anybody else sets a clock."""
        lag, moved = made_up
        counted.MADE_UP.labels("later" if lag > 0 else "earlier").inc(abs(lag) / 1000)
        self._time.catch_up(lag)
        if lag < 0:
            self.outages.set_back(lag)
        log.warning("the machine was held up or its clock was set: clocks are set by %+.1f s", lag / 1000)
        for table_id in moved:
            self._tell(table_id)

    def _restarted(self, moved: set[str]) -> None:
        self._ask_again()
        for table_id in moved:
            self._tell(table_id)

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
                wait = min(wait, max(SHORTEST_SLEEP, (self._next_at - self._time.now()) / 1000))
            self._stirred.clear()
            try:
                async with asyncio.timeout(wait):
                    await self._stirred.wait()
            except TimeoutError:
                return

    async def _run_due(self) -> float:
        """Do what is due, and return in how many seconds something is due next."""
        await self._catch_up()
        now, running = self._time.now(), self.outages.running
        self._next_at = None

        def look(db: Connection) -> tuple[list[Deadline], int | None]:
            return deadlines.due(db, now, running), deadlines.earliest(db, now, running)

        due, next_at = await self._database.read(look)
        self._expect([] if next_at is None else [next_at])
        for clock in self._failing.keys() - due:
            self._forgive(clock)
        await self._run_out(due)
        waits = [again_at - asyncio.get_running_loop().time() for again_at in self._failing.values()]
        return min(
            [LONGEST_SLEEP, *waits, *([] if next_at is None else [(next_at - self._time.now()) / 1000])]
        )

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
