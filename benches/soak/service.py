"""What the bot owes its people while it is troubled: answers, clocks that run, and an end in good order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from time import monotonic
from typing import NoReturn

from benches.figures import quantile
from benches.soak.books import Books
from benches.soak.bots import Bots
from benches.soak.people import Party
from benches.soak.plan import Plan
from benches.soak.process import Bot
from benches.soak.watch import Watch
from sandbox import Sandbox
from sandbox.interactions import Interaction
from sandbox.snowflakes import moment_of

LAST_PATIENCE = 60.0
"""Seconds after which a bot that should have answered is given up, and asked where it stands."""

RESTARTED_AFTER = 1.0
"""Seconds after which a bot that has ended by itself is started again."""

ASKED_AGAIN_AFTER = 0.1
"""Seconds after which a bot that has not answered is asked again."""

LOST_AFTER = 8.0
"""Seconds after which an answer is taken for lost, and asked for again."""

HUSH = 3.0
"""Seconds until the last press has shown."""

DRAINED_WITHIN = 120.0
"""Seconds in which everything that is due is posted once nobody presses any more."""


TAKEN_DOWN = 10.0
"""Seconds that a press may be under way: one that is so when the bot is killed is lost, and pressed again."""


class Failed(Exception):
    """The bot is beyond help; there is no sense in going on."""


class Service:
    """Asks for what is owed, and notes how long it took."""

    def __init__(
        self,
        plan: Plan,
        sandbox: Sandbox,
        bots: Bots,
        parties: Sequence[Party],
        watch: Watch,
        problem: Callable[[str], None],
        tell: Watch.Tell,
    ) -> None:
        self._plan = plan
        self._sandbox = sandbox
        self._bots = bots
        self._parties = parties
        self._watch = watch
        self._problem = problem
        self._tell = tell
        self._started: list[float] = []
        self._worked: list[float] = []
        self._recovered: list[float] = []
        self._went_on: list[float] = []
        self._clocks: list[float] = []

    async def started(self) -> None:
        """Wait until the bot answers at every table after its start, if that was not waited for yet."""
        if not self._watch.is_serving:
            newest = self._bots.newest
            await self._answers("its start", newest.started_at, self._started)
            self._worked.append(newest.processor_time)
        try:
            async with asyncio.timeout(self._plan.within + LAST_PATIENCE):
                await self.connected(self._bots.all)  # also those that serve no table
        except TimeoutError:
            await self._give_up("a process is not connected")

    async def recovered(self) -> None:
        """Wait until the bot answers at every table after the trouble that ends now."""
        await self._answers("the trouble", monotonic(), self._recovered)

    async def goes_on(self) -> None:
        """Wait until somebody has decided something at every table."""
        self._went_on.append(await self._watch.moves(1))

    async def _answers(self, after: str, since: float, took: list[float]) -> None:
        try:
            async with asyncio.timeout(self._plan.within + LAST_PATIENCE):
                await asyncio.gather(*(self._answers_one(party) for party in self._parties))
        except TimeoutError:
            await self._give_up(f"no answer {monotonic() - since:.0f} s after {after}")
        took.append(monotonic() - since)
        if took[-1] > self._plan.within:
            self._note(f"answered {took[-1]:.1f} s after {after}")
        self._watch.is_serving = True

    async def _answers_one(self, party: Party) -> None:
        """Ask until there is an answer; who has ended by itself is started again, as a supervisor does."""
        while True:
            for bot in self._bots.ended:
                self._note(f"it ended by itself, with exit code {await bot.ended()}")
                await asyncio.sleep(RESTARTED_AFTER)
                if not bot.is_running:
                    await bot.start()
            await self.connected(self._bots.serve(party.guild.id))
            if await party.answers(min(self._plan.within, LOST_AFTER)):
                return
            await asyncio.sleep(ASKED_AGAIN_AFTER)  # as before its first start has told Discord its commands

    async def connected(self, bots: Iterable[Bot]) -> None:
        """Wait until all of these are connected, or one has ended."""
        bots = list(bots)
        while all(bot.is_running for bot in bots) and not all(map(self._bots.is_connected, bots)):  # noqa: ASYNC110 - nobody is told
            await asyncio.sleep(0.05)

    async def clocks_run(self) -> None:
        """Everybody falls silent: every table that asks somebody goes on by itself when the clock has run out."""
        self._fall_silent(True)
        try:
            await asyncio.sleep(HUSH)
            self._clocks.append(await self._watch.moves(1, self._plan.longest_turn))
        except TimeoutError as error:
            await self._give_up(f"the clocks stand still: {error}")
        self._fall_silent(False)

    async def end(self, books: Books) -> None:
        """Once nobody presses any more everything is posted, and the bot ends when it is told to."""
        self._fall_silent(True)
        ends_at = monotonic() + DRAINED_WITHIN
        while (due := await asyncio.to_thread(lambda: books.due)) and monotonic() < ends_at:  # noqa: ASYNC110 - as above
            await asyncio.sleep(0.5)
        while (unanswered := self._unanswered) and monotonic() < ends_at:  # noqa: ASYNC110 - as above
            await asyncio.sleep(0.5)
        for each in due:
            self._problem(f"never posted: {each}")
        for interaction in unanswered:
            self._problem(f"user {interaction.user.id} reads “thinking…” for ever")
        for code in filter(None, await self._bots.stop()):
            self._problem(f"told to stop, it ended with exit code {code}")

    @property
    def _unanswered(self) -> list[Interaction]:
        """Those that wait for an answer, but for those that were under way when a process was killed."""
        return [
            each
            for each in self._sandbox.services.interactions.unfinished
            if not any(0 <= killed - moment_of(each.id) < TAKEN_DOWN for killed in self._bots.killed)
        ]

    def _fall_silent(self, is_so: bool) -> None:
        self._watch.is_serving = not is_so
        for party in self._parties:
            party.is_silent = is_so

    async def _give_up(self, what: str) -> NoReturn:
        self._note(what)
        self._tell(await self._bots.stacks())
        raise Failed from None

    def _note(self, what: str) -> None:
        self._problem(f"life {self._bots.lives}: {what}")

    def times(self) -> Iterator[tuple[str, float, str]]:
        """Yield how long everything took: figure, value, unit."""
        yield from _times("answered after a start", self._started)
        yield from _times("its processor time", self._worked)
        yield from _times("answered after trouble", self._recovered)
        yield from _times("decided after trouble", self._went_on)
        yield from _times("a clock decided", self._clocks)


def _times(what: str, seconds: Sequence[float]) -> Iterator[tuple[str, float, str]]:
    if ordered := sorted(seconds):
        yield f"{what}, p50", quantile(ordered, 0.5), "s"
        yield f"{what}, max", ordered[-1], "s"
