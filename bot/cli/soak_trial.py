"""One soak: people play, trouble strikes, and whatever does not hold is written down."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from random import Random
from time import monotonic

from bot.cli.bench_bot import Measured, quantile
from bot.cli.soak_books import Books, Kept, private_facts, problems_at_the_end
from bot.cli.soak_bot import Bot
from bot.cli.soak_ears import Ears
from bot.cli.soak_people import Party
from bot.cli.soak_plan import LOCK_MOMENTS, Kind, Plan, Strike
from bot.cli.soak_watch import Watch
from bot.servers import ServerSettings, write_settings
from bot.store import Store
from sandbox import Sandbox

DATABASE = "soak.db"
"""The database file in the folder of a soak."""

LAST_PATIENCE = 60.0
"""Seconds after which a bot that should have answered is given up, and asked where it stands."""

OPENS_WITHIN = 180.0
"""Seconds until a race is run at every table."""

EARLY = 1 / 3
"""How many of all kills come at any moment of a start, and not once the bot has answered."""

AFTER_SILENCE = 3
"""Decisions at every table before trouble strikes again: whose clock has nearly run out has decided."""

HUSH = 3.0
"""Seconds until the last press has shown."""

DRAINED_WITHIN = 120.0
"""Seconds in which everything that is due is posted once nobody presses any more."""


class Failed(Exception):
    """The bot is beyond help; there is no sense in going on."""


class Trial:
    """What happens, and what was found."""

    def __init__(self, plan: Plan, sandbox: Sandbox, folder: Path, tell: Watch.Tell) -> None:
        database = folder / DATABASE
        self._plan = plan
        self._sandbox = sandbox
        self._database = database
        self._tell = tell
        self._luck = Random(plan.seed)  # noqa: S311 - nobody's coins depend on it
        self._log = folder / "bot.log"
        self._bot = Bot(sandbox, database, self._log, "DEBUG" if plan.is_debugged else "INFO")
        self._books = Books(database)
        self._kept = Kept(self._books)
        self._ears = Ears(sandbox)
        self._parties = [
            Party(sandbox, game, seats, f"{plan.seed} {game}") for game, seats in plan.seats.items()
        ]
        self._watch = Watch(self._parties, self._books, self._bot, plan, self._problem, tell)
        self._answered: list[float] = []
        self._worked: list[float] = []
        self._recovered: list[float] = []
        self._clocks: list[float] = []
        self._excused: list[tuple[float, float]] = []
        self._jumps = 0
        self.problems: list[str] = []

    def _problem(self, what: str) -> None:
        self.problems.append(what)
        self._tell(f"NOT HELD: {what}")

    # --------------------------------------------------------------------------------------- all of it

    async def run(self) -> None:
        """Play while trouble strikes, then look whether anything was lost."""
        await self._settle()
        async with AsyncExitStack() as opened:
            for party in self._parties:
                await opened.enter_async_context(party)
            await self._bot.start()
            playing = [
                asyncio.create_task(party.play(self._books, self._plan.pace)) for party in self._parties
            ]
            watching = asyncio.create_task(self._watch.look())
            striking = asyncio.create_task(self._strike_all())
            try:
                await asyncio.wait([striking, watching, *playing], return_when=asyncio.FIRST_COMPLETED)
                for task in (watching, *playing):
                    if task.done():
                        task.result()
                if striking.done():
                    with suppress(Failed):
                        striking.result()
            finally:
                for task in (striking, watching, *playing):
                    task.cancel()
                await asyncio.gather(striking, watching, *playing, return_exceptions=True)
                self._bot.go_on()
                await self._bot.kill()
            self._tell("everybody leaves")
        await self._look_back()

    async def _settle(self) -> None:
        settings = ServerSettings(clock=int(self._plan.clock), pictures=self._plan.pictures)
        store = await Store.open(f"sqlite+aiosqlite:///{self._database}")
        try:
            async with store.writing() as db:
                for party in self._parties:
                    await write_settings(db, int(party.guild.id), settings)
        finally:
            await store.close()

    async def _strike_all(self) -> None:
        await self._answers(self._bot.started_at, self._answered)
        await self._watch.opened(OPENS_WITHIN)
        strikes = self._plan.strikes()
        for number, strike in enumerate(strikes, 1):
            self._tell(f"{number}/{len(strikes)} {strike.kind} {strike.moment}")
            await self._strike(strike)
        await self._answers(self._bot.started_at, self._answered)
        await self._watch.freshen()
        await self._clocks_run()
        await self._end_in_good_order()

    # ------------------------------------------------------------------------------------ the trouble

    async def _strike(self, strike: Strike) -> None:
        """Let trouble strike; it costs nobody a decision, and clocks run on after it."""
        taken = self._watch.taken_by_clocks()
        match strike.kind:
            case Kind.KILL:
                await self._kill()
            case Kind.LOCK:
                await self._lock(strike)
            case Kind.STOP:
                await self._stop()
            case Kind.JUMP:
                await self._jump(strike)
        if strike.kind is not Kind.KILL:
            await self._watch.freshen()
        for each in self._watch.overlong():
            self._problem(each)
        if lost := self._watch.taken_by_clocks() - taken:
            self._problem(
                f"life {self._bot.lives}: {lost} decisions were lost to clocks, and nobody was away"
            )
        if strike.kind is not Kind.KILL:
            await self._clocks_run()
            await self._watch.moves(AFTER_SILENCE)

    async def _kill(self) -> None:
        """Kill the bot at any moment of a start, or once it has answered and played for a while."""
        if self._luck.random() < EARLY:
            moment = self._luck.uniform(0, self._plan.kill_every)
        else:
            await self._answers(self._bot.started_at, self._answered)
            moment = self._plan.kill_every
        await asyncio.sleep(self._bot.started_at + moment - monotonic())
        await self._kill_now()
        await self._bot.start()

    async def _kill_now(self) -> None:
        self._watch.is_serving = False
        await self._bot.kill()
        for each in await asyncio.to_thread(lambda: [*self._kept.lost()]):
            self._problem(each)

    async def _lock(self, strike: Strike) -> None:
        """Hold the database locked for a while, beginning at a moment of a start or in play."""
        if strike.moment == LOCK_MOMENTS[-1]:
            await self._answers(self._bot.started_at, self._answered)
            self._watch.is_serving = False
            await self._hold_locked()
        else:
            await self._kill_now()
            await self._lock_at_start(LOCK_MOMENTS.index(strike.moment))
        await self._answers(monotonic(), self._recovered)

    async def _lock_at_start(self, request: int) -> None:
        if request == 0:
            async with self._locked():
                await self._bot.start()
                await asyncio.sleep(self._plan.hold)
            return
        await self._bot.start()
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_PATIENCE):
                if LOCK_MOMENTS[request] == LOCK_MOMENTS[-2]:
                    await self._is_connected()
                else:
                    await self._ears.requests(request)
        await self._hold_locked()

    async def _hold_locked(self) -> None:
        async with self._locked():
            await asyncio.sleep(self._plan.hold)

    @asynccontextmanager
    async def _locked(self) -> AsyncIterator[None]:
        """Keep every other writer out of the database; what the bot says of it meanwhile is excused."""
        began = monotonic()
        db = await asyncio.to_thread(sqlite3.connect, self._database, timeout=30, check_same_thread=False)
        try:
            await asyncio.to_thread(db.execute, "BEGIN IMMEDIATE")
            yield
        finally:
            db.close()
            self._excused.append((began, monotonic() + self._plan.within))

    async def _stop(self) -> None:
        """Suspend the machine for a while."""
        await self._answers(self._bot.started_at, self._answered)
        self._watch.is_serving = False
        self._bot.hold_still()
        await asyncio.sleep(self._plan.hold)
        self._bot.go_on()
        await self._answers(monotonic(), self._recovered)

    async def _jump(self, strike: Strike) -> None:
        """Set the clock forward or back, in turns."""
        self._jumps += 1
        off = self._plan.jump_by if self._jumps % 2 else 0.0
        if strike.moment == "while it runs":
            await self._answers(self._bot.started_at, self._answered)
            self._watch.is_serving = False
            self._bot.set_clock(off)
            await self._answers(monotonic(), self._recovered)
        else:
            await self._kill_now()
            self._bot.set_clock(off)
            await self._bot.start()
            await self._answers(self._bot.started_at, self._answered)

    # ------------------------------------------------------------------------------- what has to hold

    async def _answers(self, since: float, noted: list[float]) -> None:
        """Wait until the bot answers at every table; it is started again where it ends by itself."""
        if self._watch.is_serving:
            return
        try:
            async with asyncio.timeout(self._plan.within + LAST_PATIENCE):
                await asyncio.gather(*(self._answers_one(party) for party in self._parties))
        except TimeoutError:
            self._problem(f"life {self._bot.lives}: no answer {monotonic() - since:.0f} s after its start")
            self._tell(await self._bot.stacks())
            raise Failed from None
        took = monotonic() - since
        noted.append(took)
        if noted is self._answered:
            self._worked.append(self._bot.processor_time)
        if took > self._plan.within:
            self._problem(f"life {self._bot.lives}: answered {took:.1f} s after its start")
        self._watch.is_serving = True

    async def _answers_one(self, party: Party) -> None:
        while True:
            if not self._bot.is_running:
                code = await self._bot.ended()
                self._problem(f"life {self._bot.lives}: it ended by itself, with exit code {code}")
                await asyncio.sleep(1.0)
                if not self._bot.is_running:
                    await self._bot.start()
            await self._is_connected()
            if await party.answers(self._plan.within):
                return

    async def _is_connected(self) -> None:
        while not self._sandbox.gateway.connections:
            if not self._bot.is_running:
                return
            await asyncio.sleep(0.05)

    async def _clocks_run(self) -> None:
        """Everybody falls silent: every table that asks somebody goes on by itself when the clock has run out."""
        self._watch.is_serving = False
        for party in self._parties:
            party.is_silent = True
        try:
            await asyncio.sleep(HUSH)
            took = await self._watch.moves(1, self._plan.longest_turn)
            self._clocks.append(took)
        except TimeoutError as error:
            self._problem(f"life {self._bot.lives}: the clocks stand still: {error}")
            self._tell(await self._bot.stacks())
            raise Failed from None
        finally:
            for party in self._parties:
                party.is_silent = False
        self._watch.is_serving = True

    async def _end_in_good_order(self) -> None:
        """Once nobody presses any more everything is posted, and the bot ends when it is told to."""
        for party in self._parties:
            party.is_silent = True
        self._watch.is_serving = False
        ends_at = monotonic() + DRAINED_WITHIN
        while (due := await asyncio.to_thread(lambda: self._books.due)) and monotonic() < ends_at:  # noqa: ASYNC110 - the bot posts it
            await asyncio.sleep(0.5)
        for each in due:
            self._problem(f"never posted: {each}")
        if code := await self._bot.stop():
            self._problem(f"told to stop, it ended with exit code {code}")

    # ------------------------------------------------------------------------------------- looking back

    async def _look_back(self) -> None:
        """Check what is stored, what was published, and what was said."""
        self._tell("looking back")
        for each in await asyncio.to_thread(lambda: [*self._kept.lost()]):
            self._problem(each)
        self.logs, problems = await problems_at_the_end(self._database, self._ears.published)
        problems += [f"given up: {each}" for each in self._books.problems]
        problems += self._ears.problems()
        problems += [f"said: {line}" for line in self._unexcused()]
        problems += [f"the log names {fact}, which is private" for fact in self._overheard()]
        for each in problems:
            self._problem(each)

    def _unexcused(self) -> Sequence[str]:
        return [
            line
            for at, line in self._bot.complaints
            if not any(began <= at <= ended for began, ended in self._excused)
        ]

    def _overheard(self) -> Sequence[str]:
        said = self._log.read_text(encoding="utf-8", errors="replace")
        return sorted(fact for fact in private_facts(self._database) if fact in said)[:5]

    def figures(self) -> list[Measured]:
        """Return what was measured, a line each."""
        pressed = [each for party in self._parties for person in party.people for each in person.pressed]
        late = [each for each in pressed if self._watch.served_at(each.began) and each.acknowledged is None]
        rows = self._books.read("SELECT count(*) FROM log")[0][0]
        ended = self._books.read("SELECT count(*) FROM tables WHERE status = 'finished'")[0][0]
        found: list[tuple[str, float, str]] = [
            ("lives", self._bot.lives, ""),
            *_times("answered after a start", self._answered),
            *_times("its processor time", self._worked),
            *_times("answered after trouble", self._recovered),
            *_times("a clock decided", self._clocks),
            ("longest standstill", self._watch.longest, "s"),
            ("presses", len(pressed), ""),
            ("presses given up", len(late), ""),
            ("requests", self._ears.count, ""),
            ("requests refused", sum(self._ears.refused.values()), ""),
            ("posts made again", self._ears.repeated, ""),
            ("decisions", rows, ""),
            ("races finished", ended, ""),
            ("logs checked", self.logs, ""),
            ("problems", len(self.problems), ""),
        ]
        return [Measured("soak", figure, value, unit, bench="soak") for figure, value, unit in found]

    @property
    def refused(self) -> Sequence[str]:
        """Requests that Discord refused, the most frequent first."""
        return [f"{times} × {what}" for what, times in self._ears.refused.most_common()]


def _times(what: str, seconds: Sequence[float]) -> list[tuple[str, float, str]]:
    ordered = sorted(seconds)
    if not ordered:
        return []
    return [(f"{what}, p50", quantile(ordered, 0.5), "s"), (f"{what}, max", ordered[-1], "s")]
