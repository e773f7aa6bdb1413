"""The trouble of a soak: the bot is killed, locked out of its database, suspended, and given a wrong time."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from time import monotonic

from benches.soak.books import Kept
from benches.soak.plan import JUMP_MOMENTS, LOCK_MOMENTS, Kind, Plan, Strike
from benches.soak.process import Bot
from benches.soak.requests import Requests
from benches.soak.service import LAST_PATIENCE, Service
from benches.soak.watch import Watch

EARLY = 1 / 3
"""How many of all kills come at any moment of a start, and not once the bot has answered."""

LOCKED_WITHIN = 30.0
"""Seconds in which the lock is to be had: the bot itself may be writing."""


class Strikes:
    """Strikes, and has the bot asked for an answer afterwards."""

    def __init__(
        self,
        plan: Plan,
        database: Path,
        bot: Bot,
        requests: Requests,
        kept: Kept,
        watch: Watch,
        service: Service,
        problem: Callable[[str], None],
    ) -> None:
        self._plan = plan
        self._database = database
        self._bot = bot
        self._requests = requests
        self._kept = kept
        self._watch = watch
        self._service = service
        self._problem = problem
        self._luck = Random(plan.seed)  # noqa: S311 - nobody's coins depend on it
        self._locks: list[tuple[float, float]] = []
        self._jumps = 0

    async def strike(self, strike: Strike) -> None:
        """Let one piece of trouble strike."""
        match strike.kind:
            case Kind.KILL:
                await self._kill()
            case Kind.LOCK:
                await self._lock(LOCK_MOMENTS.index(strike.moment))
            case Kind.STOP:
                await self._stop()
            case Kind.JUMP:
                await self._jump(is_running=strike.moment == JUMP_MOMENTS[0])

    async def _kill(self) -> None:
        """Kill the bot at any moment of a start, or once it has answered and played for a while."""
        moment = self._plan.kill_every
        if self._luck.random() < EARLY:
            moment *= self._luck.random()
        else:
            await self._service.started()
        await asyncio.sleep(self._bot.started_at + moment - monotonic())
        await self._kill_now()
        await self._bot.start()

    async def _kill_now(self) -> None:
        self._watch.is_serving = False
        await self._bot.kill()
        for each in await asyncio.to_thread(lambda: [*self._kept.lost()]):
            self._problem(each)

    async def _lock(self, moment: int) -> None:
        """Hold the database locked for a while, beginning at one of `LOCK_MOMENTS`."""
        if LOCK_MOMENTS[moment] == LOCK_MOMENTS[-1]:
            await self._service.started()
        else:
            await self._kill_now()
            if moment > 0:
                await self._bot.start()
                await self._reached(moment)
        self._watch.is_serving = False
        async with self._locked():
            if moment == 0:
                await self._bot.start()
            await asyncio.sleep(self._plan.hold)
        await self._service.recovered()

    async def _reached(self, moment: int) -> None:
        """Wait until a start has come to one of `LOCK_MOMENTS`; one that never does is struck all the same."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_PATIENCE):
                if LOCK_MOMENTS[moment] == LOCK_MOMENTS[-2]:
                    await self._service.connected()
                else:
                    await self._requests.further(moment)

    @asynccontextmanager
    async def _locked(self) -> AsyncIterator[None]:
        """Keep every other writer out of the database."""
        began = monotonic()
        db = await asyncio.to_thread(
            sqlite3.connect, self._database, timeout=LOCKED_WITHIN, check_same_thread=False
        )
        try:
            await asyncio.to_thread(db.execute, "BEGIN IMMEDIATE")
            yield
        finally:
            db.close()
            self._locks.append((began, monotonic() + self._plan.within))

    def was_locked(self, moment: float) -> bool:
        """Whether the database was locked at a moment of the monotonic clock, or just before: errors are its due."""
        return any(began <= moment <= ended for began, ended in self._locks)

    async def _stop(self) -> None:
        """Suspend the machine for a while."""
        await self._service.started()
        self._watch.is_serving = False
        self._bot.hold_still()
        await asyncio.sleep(self._plan.hold)
        self._bot.go_on()
        await self._service.recovered()

    async def _jump(self, *, is_running: bool) -> None:
        """Set the clock forward, and back the next time."""
        self._jumps += 1
        off = self._plan.jump_by if self._jumps % 2 else 0.0
        if is_running:
            await self._service.started()
            self._watch.is_serving = False
            self._bot.set_clock(off)
            await self._service.recovered()
        else:
            await self._kill_now()
            self._bot.set_clock(off)
            await self._bot.start()
            await self._service.started()
