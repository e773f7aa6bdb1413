"""One soak: people play, trouble strikes, and whatever does not hold is written down."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, suppress
from itertools import count, cycle
from math import inf
from pathlib import Path
from time import monotonic

from benches.figures import Measured
from benches.soak.books import Books, Kept, played_at, private_facts, problems_at_the_end
from benches.soak.bots import Bots
from benches.soak.coins import coins_moved
from benches.soak.databases import Outside
from benches.soak.hearing import SLACK, Hearing
from benches.soak.people import Party
from benches.soak.plan import Kind, Plan, Strike
from benches.soak.posted import desks_twice, lines_twice, not_standing, standing_twice, wrong_statuses
from benches.soak.requests import Requests
from benches.soak.service import Failed, Service
from benches.soak.strikes import Strikes
from benches.soak.takeover import MOVED_WITHIN, Takeover, computers_waited
from benches.soak.watch import Watch
from bot.db import Database
from bot.servers import ServerSettings, write_settings
from bot.shards import shard_of
from sandbox import Sandbox
from sandbox.faults import Kind as Fault
from sandbox.faults import Weather
from sandbox.snowflakes import named

OPENS_WITHIN = 180.0
"""Seconds until a race is run at every table; none that does not come about escapes the watch."""

AFTER_SILENCE = 3
"""Decisions at every table before trouble strikes again: whose clock has nearly run out has decided."""

AFTER_FAULTS = 2
"""Rows by which every race that runs has to go on once the faults are over."""

MOST_NAMED = 5
"""How many private facts are named, of all that stand in the log."""


def server_on(shard: int, shards: int, game: str) -> str:
    """Return a name for the server of a game with which Discord has a shard serve it."""
    names = (f"{game.capitalize()} Downs{' East' * far}" for far in count())
    return next(name for name in names if shard_of(int(named("guild", name)), shards) == shard)


def memory() -> float:
    """Return the most memory that this process has had, in MB."""
    import resource  # noqa: PLC0415 - Windows has none, and no soak either

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)


class Trial:
    """What happens, and what was found."""

    def __init__(
        self, plan: Plan, sandbox: Sandbox, database: Outside, folder: Path, tell: Watch.Tell
    ) -> None:
        self._plan = plan
        self._tell = tell
        self._database = database
        level = "DEBUG" if plan.is_debugged else "INFO"
        self._bots = Bots(sandbox, database.address, folder, level, plan.processes)
        self._books = Books(self._database)
        self._kept = Kept(self._books)
        self._requests = Requests(sandbox)
        self._sandbox = sandbox
        self._hearing = Hearing.of(sandbox)
        self._parties = [
            Party(sandbox, game, seats, plan.seed, server_on(number % plan.processes, plan.processes, game))
            for number, (game, seats) in enumerate(plan.seats.items())
        ]
        self._watch = Watch(self._parties, self._books, self._bots, plan, self._problem, tell)
        self._takeover = Takeover(self._books, self._bots, self._problem)
        self._service = Service(
            plan, sandbox, self._bots, self._parties, self._watch, self._problem, self._tell
        )
        self._strikes = Strikes(
            plan,
            self._database,
            self._bots,
            self._requests,
            self._kept,
            self._watch,
            self._takeover,
            self._service,
            self._problem,
        )
        self._struck: Counter[Fault] = Counter()
        self._looked_back = 0.0
        self._computers: list[tuple[str, float, str]] = []
        self.problems: list[str] = []
        """What did not hold, a line each."""

    def _problem(self, what: str) -> None:
        self.problems.append(what)
        self._tell(f"NOT HELD: {what}")

    async def run(self) -> None:
        """Play while trouble strikes, then look whether anything was lost."""
        await self._settle()
        async with AsyncExitStack() as opened:
            for party in self._parties:
                await opened.enter_async_context(party)
            await self._bots.start()
            try:
                await self._play_while_it_strikes()
            finally:
                await self._bots.kill()
        await self._look_back()

    async def _settle(self) -> None:
        settings = ServerSettings(clock=int(self._plan.clock), pictures=self._plan.pictures)
        store = await Database.open(self._database.address)
        try:
            for party in self._parties:
                await store.write(write_settings, int(party.guild.id), settings)
        finally:
            await store.close()

    async def _play_while_it_strikes(self) -> None:
        """Have everything go on at once, until all has struck or a table stands still."""
        playing = (party.play(self._books, self._plan.pace) for party in self._parties)
        doing = [self._strike_all(), self._watch.look(), *playing]
        if self._plan.processes > 1:
            doing.append(self._takeover.look())
        tasks = [asyncio.create_task(each) for each in doing]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                with suppress(Failed):
                    task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _strike_all(self) -> None:
        await self._service.started()
        await self._watch.opened(OPENS_WITHIN)
        if self._plan.minutes is None:
            strikes = self._plan.strikes()
            for number, strike in enumerate(strikes, 1):
                self._tell(f"{number}/{len(strikes)} {strike.kind} {strike.moment}")
                await self._strike(strike)
            await self._service.started()
            await self._watch.freshen()
            await self._service.clocks_run()
        else:
            await self._play_in_weather(60 * self._plan.minutes)
        if self._plan.processes > 1:
            await self._takeover.finished()
        await self._service.end(self._books)

    async def _play_in_weather(self, seconds: float) -> None:
        """Play for so long while trouble strikes again and again; then, in peace, until every race has gone on."""
        ends_at = monotonic() + seconds
        weather = Weather(self._plan.seed, times=self._plan.weather)
        self._sandbox.faults.weather = weather
        for number, strike in enumerate(cycle(self._plan.strikes()), 1):
            left = ends_at - monotonic()
            if left < self._plan.kill_every:
                break
            self._tell(f"{number}: {strike.kind} {strike.moment}; {left:.0f} s to play")
            await self._strike(strike)
        await asyncio.sleep(ends_at - monotonic())
        self._sandbox.faults.clear()
        self._struck = weather.struck
        self._tell("the faults end")
        self._watch.is_serving = False
        await self._service.recovered()
        try:
            await self._watch.moves(AFTER_FAULTS, self._plan.longest_turn)
        except TimeoutError as error:
            self._problem(f"races stand still after the faults: {error}")

    async def _strike(self, strike: Strike) -> None:
        """Let trouble strike; it costs nobody a decision, and clocks run on after it."""
        taken = self._watch.taken_by_clocks()
        await self._strikes.strike(strike)
        if strike.kind is not Kind.KILL:
            await self._service.goes_on()
            await self._watch.freshen()
        for each in self._watch.overlong():
            self._problem(each)
        if lost := self._watch.taken_by_clocks() - taken:
            self._problem(
                f"life {self._bots.lives}: {lost} decisions were lost to clocks, and nobody was away"
            )
        if strike.kind is not Kind.KILL:
            await self._service.clocks_run()
            await self._watch.moves(AFTER_SILENCE)

    # ------------------------------------------------------------------------------------- looking back

    async def _look_back(self) -> None:
        """Check what is stored, what was published, and what was said."""
        self._tell("looking back")
        began = monotonic()
        self._checked, problems = await problems_at_the_end(self._database, self._requests.published)
        problems += await asyncio.to_thread(lambda: [*self._kept.lost()])
        problems += [f"given up: {each}" for each in self._books.problems]
        problems += self._requests.problems()
        problems += self._waited()
        problems += [*wrong_statuses(self._books), *not_standing(self._books, self._sandbox)]
        problems += standing_twice(self._sandbox)
        problems += desks_twice(self._books, self._sandbox, self._requests.removals, self._bots.killed)
        problems += lines_twice(self._books, self._sandbox)
        problems += await self._misheard()
        problems += [
            f"said: {at.line}" for at in self._bots.complaints if not self._strikes.was_locked(at.at)
        ]
        problems += await asyncio.to_thread(lambda: [*self._overheard()])
        for each in problems:
            self._problem(each)
        self._looked_back = monotonic() - began

    def _waited(self) -> list[str]:
        """Say for which computer players a table waited too long, where one process could move for another."""
        if self._plan.jumps:
            return []
        waits = [*computers_waited(self._books, [*self._bots.killed, *self._strikes.ended])]
        if waits:
            self._computers = [("a computer player moved after at most", max(waits)[0], "s")]
        late = [where for seconds, where in waits if seconds > MOVED_WITHIN and self._plan.processes > 1]
        return [f"{where}: a computer player moved after more than {MOVED_WITHIN:.0f} s" for where in late]

    async def _misheard(self) -> list[str]:
        """Say what somebody could read who may not know it, and which rows of the logs nobody could."""
        tables = await played_at(self._database)
        people = [person.client for party in self._parties for person in party.people]
        slack = inf if self._plan.jumps else SLACK
        found = [*self._hearing.untold(tables)]
        found += await asyncio.to_thread(lambda: [*self._hearing.overheard(tables, people, slack=slack)])
        return [f"{each} ({times} times)" for each, times in Counter(found).items()]

    def _overheard(self) -> Iterator[str]:
        said = "".join(bot.said for bot in self._bots.all)
        found = sorted(fact for fact in private_facts(self._database) if fact in said)
        yield from (f"the log names {fact}, which is private" for fact in found[:MOST_NAMED])

    def figures(self) -> list[Measured]:
        """Return what was measured, a line each."""
        pressed = [each for party in self._parties for person in party.people for each in person.pressed]
        lost = [each for each in pressed if self._watch.served_at(each.began) and each.acknowledged is None]
        ((rows,),) = self._books.read("SELECT count(*) FROM log")
        ((ended,),) = self._books.read("SELECT count(*) FROM tables WHERE status = 'finished'")
        found: list[tuple[str, float, str]] = [
            ("lives", self._bots.lives, ""),
            *self._service.times(),
            *self._takeover.times(),
            *self._computers,
            ("longest standstill", self._watch.longest, "s"),
            ("presses", len(pressed), ""),
            ("presses given up", len(lost), ""),
            ("requests", self._requests.count, ""),
            ("requests refused", sum(self._requests.refused.values()), ""),
            ("posts made again", self._requests.repeated, ""),
            ("decisions", rows, ""),
            ("races finished", ended, ""),
            ("logs checked", self._checked, ""),
            *((f"movements: {why}", many, "") for why, many in sorted(coins_moved(self._books.read).items())),
            *((f"faults: {kind}", times, "") for kind, times in sorted(self._struck.items())),
            ("texts read", len(self._hearing.texts), ""),
            ("looking back", self._looked_back, "s"),
            ("memory of the soak itself", memory(), "MB"),
            ("problems", len(self.problems), ""),
        ]
        return [Measured("soak", f"seed {self._plan.seed}", *each) for each in found]

    @property
    def refused(self) -> Sequence[str]:
        """Requests that Discord refused, the most frequent first."""
        return [f"{times} × {what}" for what, times in self._requests.refused.most_common()]
