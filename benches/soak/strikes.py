"""The trouble of a soak: the bot is killed, locked out of its database, suspended, and given a wrong time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from random import Random
from time import monotonic, time

from benches.soak.books import Kept
from benches.soak.bots import Bots
from benches.soak.databases import Outside
from benches.soak.plan import JUMP_MOMENTS, LOCK_MOMENTS, Kind, Plan, Strike
from benches.soak.process import Bot
from benches.soak.requests import Requests
from benches.soak.service import LAST_PATIENCE, Service
from benches.soak.takeover import Takeover
from benches.soak.watch import Watch

EARLY = 1 / 3
"""How many of all kills come at any moment of a start, and not once the bot has answered."""

LATE = 0.5
"""How often one of several processes that was killed comes back late, and not at once."""

ABSENCE = (5.0, 45.0)
"""For how many seconds, at least and at most: the others may have taken over, or are about to."""


class Strikes:
    """Strikes, and has the bot asked for an answer afterwards."""

    def __init__(
        self,
        plan: Plan,
        database: Outside,
        bots: Bots,
        requests: Requests,
        kept: Kept,
        watch: Watch,
        takeover: Takeover,
        service: Service,
        problem: Callable[[str], None],
    ) -> None:
        self._plan = plan
        self._database = database
        self._bots = bots
        self._requests = requests
        self._kept = kept
        self._watch = watch
        self._takeover = takeover
        self._service = service
        self._problem = problem
        self._luck = Random(plan.seed)  # noqa: S311 - nobody's coins depend on it
        self._locks: list[tuple[float, float]] = []
        self._jumps = 0
        self.ended: list[float] = []
        """When locks and stops ended, in seconds since 1970."""

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
        """Kill a process at any moment of its start, or any once all have answered and played for a while."""
        moment, victim = self._plan.kill_every, self._bots.newest
        if self._luck.random() < EARLY:
            moment *= self._luck.random()
        else:
            await self._service.started()
            victim = self._anyone()
        await asyncio.sleep(self._bots.newest.started_at + moment - monotonic())
        await self._kill_now(victim)
        if len(self._bots.all) > 1 and self._luck.random() < LATE:
            await asyncio.sleep(self._luck.uniform(*ABSENCE))
        await victim.start()

    def _anyone(self) -> Bot:
        return self._luck.choice(self._bots.all)

    async def _kill_now(self, victim: Bot) -> None:
        self._watch.troubles(victim)
        await victim.kill()
        for each in await asyncio.to_thread(lambda: [*self._kept.lost()]):
            self._problem(each)

    async def _lock(self, moment: int) -> None:
        """Hold the database locked for a while, beginning at one of `LOCK_MOMENTS`."""
        victim = self._anyone()
        if LOCK_MOMENTS[moment] == LOCK_MOMENTS[-1]:
            await self._service.started()
        else:
            await self._kill_now(victim)
            if moment > 0:
                await victim.start()
                await self._reached(victim, moment)
        self._watch.is_serving = False
        async with self._locked():
            if moment == 0:
                await victim.start()
            await asyncio.sleep(self._plan.hold)
        await self._service.recovered()

    async def _reached(self, victim: Bot, moment: int) -> None:
        """Wait until a start has come to one of `LOCK_MOMENTS`; one that never does is struck all the same."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_PATIENCE):
                if LOCK_MOMENTS[moment] == LOCK_MOMENTS[-2]:
                    await self._service.connected([victim])
                else:
                    await self._requests.further(moment)

    @asynccontextmanager
    async def _locked(self) -> AsyncIterator[None]:
        """Keep every other writer out of the database."""
        began = monotonic()
        try:
            async with self._database.locked():
                with self._takeover.held():
                    yield
        finally:
            self.ended.append(time())
            self._locks.append((began, monotonic() + self._plan.within))

    def was_locked(self, moment: float) -> bool:
        """Whether the database was locked at a moment of the monotonic clock, or just before: errors are its due."""
        return any(began <= moment <= ended for began, ended in self._locks)

    async def _stop(self) -> None:
        """Suspend the machine of a process for a while."""
        await self._service.started()
        victim = self._anyone()
        self._watch.troubles(victim)
        victim.hold_still()
        await asyncio.sleep(self._plan.hold)
        victim.go_on()
        self.ended.append(time())
        await self._service.recovered()

    async def _jump(self, *, is_running: bool) -> None:
        """Set the clock forward, and back the next time."""
        self._jumps += 1
        off = self._plan.jump_by if self._jumps % 2 else 0.0
        if is_running:
            await self._service.started()
            self._watch.is_serving = False
            self._bots.set_clock(off)
            await self._service.recovered()
        else:
            victim = self._anyone()
            await self._kill_now(victim)
            self._bots.set_clock(off)
            await victim.start()
            await self._service.started()
