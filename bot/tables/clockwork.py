"""What happens without anybody pressing anything: clocks that run out, and computer players that move."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from secrets import token_bytes
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errands import Errands
from bot.store import Store
from bot.store.errors import StoreError
from bot.tables import beats, deadlines, listing, patience, running
from bot.tables.deadlines import Clock, Deadline
from bot.tables.following import STEADY, following
from bot.tables.records import Status, Table, Taken, load
from bot.tables.refusals import Refused
from bot.tables.service import Tables
from bot.tables.standing import Standing
from engines.agents import agent
from engines.core import Chance, IllegalAction
from engines.core import Refusal as Unplayable

log = logging.getLogger(__name__)

LONGEST_SLEEP = 20.0
"""Seconds after which the clocks are looked at again in any case."""

BEATS_APART = 20_000
"""Milliseconds between notes that the bot is alive: so much of an absence may count against somebody."""

AFTER_TROUBLE = 5.0
"""Seconds to wait after the database could not be used."""

AWAY_GRACE = 5 * deadlines.MINUTE
"""Milliseconds that remain at least on every clock when the bot comes back."""

TOLD_FROM = deadlines.MINUTE
"""Milliseconds from which on it is shown that clocks stood still: a shift of some seconds is nobody's concern."""

GRACE = 2.0
"""Seconds that a computer player's move gets to finish when the bot stops."""

Work = Callable[[Callable[[], Any]], Awaitable[Any]]
"""Runs a function off the event loop."""


class Clockwork:
    """One task for all clocks, one task at a time for each table's computer players."""

    def __init__(self, store: Store, tables: Tables, work: Work, now: Callable[[], int]) -> None:
        self._store = store
        self._tables = tables
        self._work = work
        self._now = now
        self._stirred = asyncio.Event()
        self._errands = Errands(self._play, "computers of")
        self._clocks: asyncio.Task[None] | None = None
        self._held_at: int | None = None
        self._slept = 0
        self._beat_at = 0

    def stir(self, table_id: str) -> None:
        """Look at a table's computer players and clocks again; called after every change."""
        self._stirred.set()
        self._errands.ask(table_id)

    async def wake(self) -> None:
        """Set every clock later by the time the bot was away, before anybody's press can set one anew."""
        async with self._store.writing() as db:
            await self._make_up(db)

    async def resume(self) -> None:
        """Start the clocks, and let computer players go on whose move an earlier run left open.

        While the bot was away nobody could act: every clock has as much left as it had, and at least a last grace.
        """
        async with self._store.writing() as db:
            await self._make_up(db)
            moved = await deadlines.grant(db, self._now() + AWAY_GRACE)
            await self._show_moved(db, moved, self._slept)
        self._slept = 0
        self._clocks = asyncio.create_task(self._run(), name="clocks")
        async with self._store.reading() as db:
            for table_id in await listing.running_tables(db):
                self.stir(table_id)

    async def _make_up(self, db: AsyncConnection) -> None:
        away = await beats.away(db, self._now())
        await deadlines.shift(db, away)
        await beats.beat(db, self._now())
        self._slept += away

    async def _show_moved(self, db: AsyncConnection, moved: set[str], by: int) -> set[str]:
        """Have it shown that clocks were set later: those of `moved`, or of all tables where it was by much."""
        concerned = moved | (await deadlines.going_on(db) if by >= TOLD_FROM else set())
        for table_id in concerned:
            await running.clocks_moved(db, await load(db, table_id))
        return concerned

    def hold(self) -> None:
        """Let every clock stand still: Discord cannot be reached, so nobody can act."""
        if self._held_at is None:
            self._held_at = self._now()

    async def go_on(self) -> None:
        """Let the clocks go on where they stood still."""
        if self._held_at is None:
            return
        held = self._now() - self._held_at
        async with self._store.writing() as db:
            await deadlines.shift(db, held)
            moved = await self._show_moved(db, set(), held)
        self._held_at = None
        self._stirred.set()
        for table_id in moved:
            self._tables.tell(table_id)

    async def close(self) -> None:
        """Stop; a move under way is finished or was never made."""
        if self._clocks:
            self._clocks.cancel()
            await asyncio.gather(self._clocks, return_exceptions=True)
        await self._errands.close(GRACE)

    # -------------------------------------------------------------------------------------------- clocks

    async def _run(self) -> None:
        while True:
            self._stirred.clear()
            try:
                await self._sleep_until(await self._run_due())
            except StoreError as error:
                log.error("the clocks wait: %s", error)
                await asyncio.sleep(AFTER_TROUBLE)
            except Exception:
                log.exception("the clocks wait")
                await asyncio.sleep(AFTER_TROUBLE)

    async def _run_due(self) -> int | None:
        """Do what is due, and return when something is due next."""
        if self._held_at is not None:
            return None
        await self._beat()
        async with self._store.reading() as db:
            due = await deadlines.due(db, self._now())
        if not all([await self._run_out(deadline) for deadline in due]):
            await asyncio.sleep(AFTER_TROUBLE)
        async with self._store.reading() as db:
            return await deadlines.earliest(db)

    async def _beat(self) -> None:
        """Note now and then that the bot is alive."""
        if self._now() - self._beat_at < BEATS_APART:
            return
        async with self._store.writing() as db:
            await beats.beat(db, self._now())
        self._beat_at = self._now()

    async def _run_out(self, deadline: Deadline) -> bool:
        """Do what one clock was set for; one that fails is tried again later and keeps no other clock waiting."""
        log.info("table %s: its %s clock ran out", deadline.table_id, deadline.kind)
        try:
            if deadline.clock in {Clock.TURN, Clock.GAME}:
                await self._decide_late(deadline)
            else:
                await self._tables.run_out(deadline)
        except Refused as refusal:
            log.info("table %s: a clock came late: %s", deadline.table_id, refusal.reason)
        except StoreError:
            raise
        except Exception:
            log.exception("table %s: what its clock was set for failed", deadline.table_id)
            return False
        return True

    async def _decide_late(self, deadline: Deadline) -> None:
        """Decide in the place of who did not in time."""
        table, standing = await self._tables.look(deadline.table_id)
        if standing is None or table.status is not Status.RUNNING:
            await self._tables.run_out(deadline)
            return
        if deadline.clock is Clock.GAME:
            await self._tables.act_late(deadline, 0, {"type": "time"})
            return
        asked = standing.asked.get(deadline.seat)
        if asked is None:
            await self._tables.drop(deadline)
        elif patience.calling_window(table, standing, deadline.seat) is not None:
            await self._tables.act_late(deadline, asked, {"type": "follow", "card": None}, Taken.ONLY)
        else:
            action = await self._decide(table, standing, deadline.seat, STEADY)
            await self._tables.act_late(deadline, asked, action)

    async def _sleep_until(self, due_at: int | None) -> None:
        wait = LONGEST_SLEEP if due_at is None else min(LONGEST_SLEEP, (due_at - self._now()) / 1000)
        try:
            async with asyncio.timeout(max(0.05, wait)):
                await self._stirred.wait()
        except TimeoutError:
            return

    # ---------------------------------------------------------------------------------- computer players

    async def _play(self, table_id: str) -> None:
        """Move for computer players, and for who left it to them, until none is asked."""
        try:
            while await self._play_one(table_id):
                pass
        except Refused as refusal:
            log.info("table %s: a computer player came late: %s", table_id, refusal.reason)
        except StoreError as error:
            log.error("table %s: computer players wait: %s", table_id, error)
            self._errands.ask_in(AFTER_TROUBLE, table_id)

    async def _play_one(self, table_id: str) -> bool:
        table, standing = await self._tables.look(table_id)
        next_one = following(table, standing)
        if next_one is None or standing is None:
            return False
        number, agent_name, taken = next_one
        action = await self._decide(table, standing, number, agent_name)
        await self._tables.act_for(table_id, number, standing.asked[number], action, taken)
        return True

    async def _decide(self, table: Table, standing: Standing, number: int, name: str) -> dict[str, Any]:
        """Have a computer player decide, or draw lots where it fails: no fault of it stops a table."""
        game = standing.match.game

        def thought(who: str) -> dict[str, Any]:
            decided = agent(who, table.game).decide(
                standing.view(number), standing.choices(number), Chance(token_bytes(32))
            )
            if decided not in standing.choices(number):
                raise IllegalAction(Unplayable.WRONG_PHASE)
            return game.dump_action(decided)

        try:
            return dict(await self._work(lambda: thought(name)))
        except Exception:
            log.exception("table %s: computer player %s failed; lots are drawn for it", table.table_id, name)
            return dict(await self._work(lambda: thought("random")))
