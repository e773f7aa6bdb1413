"""`paddock bench bot`: how quickly the bot answers while many tables are played, next to a bare client."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from time import monotonic

import click

from benches import options
from benches.crowd import Clicked, Pair, crowd
from benches.figures import Measured, latencies, tell
from sandbox import Limits, Sandbox

WARM_UP = 5.0
"""Seconds of play before anything is measured: the first pictures take longer than all others."""

BARE_SHARE = 0.25
SATURATED_SHARE = 0.25
"""Parts of the time for the yardstick, and for people who press without a pause."""


@click.command()
@options.tables(50, "How many run at once.")
@options.number(
    "--seconds", click.FloatRange(4, 3600), 60.0, "How long to measure, not counting the tables' start."
)
@options.pace(0, 3600, 2.0, "Seconds between two presses at one table, on average.")
@options.as_json
@click.option("--profile", is_flag=True, help="Show where the bot's event loop spends its time instead.")
def command(tables: int, seconds: float, pace: float, as_json: bool, profile: bool) -> None:
    """Let two people a table play Jockey at random on the sandbox, and time what the bot does.

    The bot runs in a process of its own, as `paddock run` does; the sandbox and the people share another. Rate
    limits are off: Discord would slow a server down long before the bot does. `acknowledged` is the time from
    a press to Discord's word that the bot took it, `board` the time from a card to the new board in the
    thread. The yardstick is a bare discord.py client that only acknowledges, pressed at the same pace; for
    `saturated` everybody presses again as soon as the last press shows.

    \b
    Examples:
      paddock bench bot
      paddock bench bot --tables 10 --seconds 20 --json
      paddock bench bot --tables 20 --pace 0.5
    """
    options.refuse_windows()
    measured, told = options.run(measure(tables, seconds, pace, "profile" if profile else ""))
    if profile:
        click.echo(told)
        return
    tell(measured, as_json=as_json)


# ------------------------------------------------------------------------------------------ the subject


class Subject:
    """The process that is measured."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._ready = asyncio.Event()
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def start(cls, what: str, sandbox: Sandbox, folder: Path, profile: str = "") -> Subject:
        """Start a process and wait until it is ready."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "benches.subject", what, profile),
            env={
                **os.environ,
                "DISCORD_TOKEN": sandbox.token,
                "DISCORD_API_URL": sandbox.api_url,
                "PADDOCK_DATABASE_URL": f"sqlite+aiosqlite:///{folder / 'bench.db'}",
            },
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        subject = cls(process)
        await subject._ready.wait()
        if process.returncode is not None:
            raise click.ClickException("The process that is measured could not start.")
        return subject

    async def _listen(self) -> None:
        """Wait for it to be ready, and pass on what it complains of: a bot in trouble has no figures."""
        assert self._process.stderr
        async for line in self._process.stderr:
            if b"ready:" in line:
                self._ready.set()
            elif b" INFO " not in line:
                click.echo(line.decode().rstrip(), err=True)
        await self._process.wait()
        self._ready.set()

    async def report(self) -> dict[str, float]:
        """Ask how late its event loop was since it was last asked (ms), and for its processor time (s)."""
        assert self._process.stdout
        self._process.send_signal(signal.SIGUSR1)
        return dict(json.loads(await self._process.stdout.readline()))

    async def memory(self) -> float:
        """Return its resident memory in MB."""
        asking = await asyncio.create_subprocess_exec(
            "ps", "-o", "rss=", "-p", str(self._process.pid), stdout=asyncio.subprocess.PIPE
        )
        told, _ = await asking.communicate()
        return int(told) / 1024

    async def stop(self) -> str:
        """Stop it and return what it had left to say."""
        assert self._process.stdout
        self._process.terminate()
        told = await self._process.stdout.read()
        await self._listening
        return told.decode()


# -------------------------------------------------------------------------------------------- measuring


Press = Callable[[Pair], Awaitable[Clicked | None]]
"""Has somebody of a party press something; None if there was nothing to press."""


class Clicks:
    """The presses of one case."""

    def __init__(self, case: str) -> None:
        self.case = case
        self._all: list[Clicked] = []
        self._seconds = 0.0

    async def gather(self, parties: Sequence[Pair], press: Press, pace: float, seconds: float) -> None:
        """Let every party press at a pace for some time."""
        began = monotonic()
        await asyncio.gather(*(self._pressing(party, press, pace, began + seconds) for party in parties))
        self._seconds += monotonic() - began

    async def _pressing(self, party: Pair, press: Press, pace: float, ends_at: float) -> None:
        due = monotonic() + party.luck.random() * pace
        while due < ends_at:
            await asyncio.sleep(max(0.0, due - monotonic()))
            if clicked := await press(party):
                self._all.append(clicked)
            due = max(due, monotonic() - pace) + pace * party.luck.uniform(0.5, 1.5)

    @property
    def count(self) -> int:
        """How many there were."""
        return len(self._all)

    def figures(self, bare: Clicks | None = None) -> Iterator[Measured]:
        """Yield how quick the answers were."""
        for name, what in (("acknowledged", "acknowledged"), ("shown", "board")):
            mine = self.times(name)
            other = bare.times("acknowledged") if bare else mine
            if mine:
                yield from latencies("bot", self.case, what, mine, other)
        late = sum(clicked.acknowledged is None or clicked.acknowledged > 1 for clicked in self._all)
        yield Measured("bot", self.case, "acknowledged late", late)
        yield Measured("bot", self.case, "clicks", len(self._all) / self._seconds, "1/s")

    def times(self, name: str) -> list[float]:
        """Return all times of a kind in milliseconds, the shortest first."""
        found = (getattr(clicked, name) for clicked in self._all)
        return sorted(seconds * 1000 for seconds in found if seconds is not None)


async def measure(tables: int, seconds: float, pace: float, profile: str) -> tuple[list[Measured], str]:
    """Measure the bare client and the bot; return the figures, and what the bot's process said at its end."""
    with tempfile.TemporaryDirectory(prefix="paddock-bench-") as name:
        async with Sandbox(limits=Limits.off()) as sandbox, crowd(sandbox, tables) as parties:
            bare = Clicks("bare")
            subject = await Subject.start("bare", sandbox, Path(name))
            await bare.gather(parties, Pair.click_bare, pace or 0.1, seconds * BARE_SHARE)
            await subject.stop()
            subject = await Subject.start("bot", sandbox, Path(name), profile)
            figures = [each async for each in _of_bot(subject, parties, seconds, pace, bare)]
            return [*bare.figures(), *figures], await subject.stop()


async def _of_bot(
    subject: Subject, parties: Sequence[Pair], seconds: float, pace: float, bare: Clicks
) -> AsyncIterator[Measured]:
    case = f"{len(parties)} tables"
    figure = partial(Measured, "bot", case)
    idle = await subject.memory()
    await parties[0].start()
    await Clicks("").gather(parties[:1], Pair.press, 0.2, WARM_UP)
    first = await subject.memory()
    for party in parties[1:]:
        await party.start()
    await Clicks("").gather(parties, Pair.press, pace, WARM_UP)
    before = await subject.report()
    paced = Clicks(case)
    await paced.gather(parties, Pair.press, pace, seconds * (1 - BARE_SHARE - SATURATED_SHARE))
    after = await subject.report()
    running = await subject.memory()
    for each in paced.figures(bare):
        yield each
    yield figure("processor a click", (after["cpu"] - before["cpu"]) * 1000 / max(1, paced.count), "ms")
    yield figure("event loop late p99", after["lag p99"], "ms")
    yield figure("event loop late max", after["lag max"], "ms")
    yield figure("memory idle", idle, "MB")
    yield figure("memory running", running, "MB")
    yield figure("memory a table", (running - idle) / len(parties), "MB")
    if len(parties) > 1:
        yield figure("memory a further table", (running - first) / (len(parties) - 1), "MB")
    saturated = Clicks("saturated")
    await saturated.gather(parties, Pair.press, 0, seconds * SATURATED_SHARE)
    for each in saturated.figures(bare):
        yield each
