"""What two processes on one PostgreSQL carry, of which each serves some of the shards, beside one that serves all.

Everybody presses again as soon as the last press shows, and nothing is drawn. Sandbox, people and PostgreSQL run on the
same machine as the bot, so moves a second tell what this machine carries; what the bot's own processes could, were each
of them given a core, is worked out from their processor time.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import reduce
from itertools import count
from time import monotonic, process_time
from typing import NamedTuple

import click

from benches import processor_time
from benches.crowd import Party
from benches.figures import Measured
from benches.measured_process import Subject
from benches.postgresql_server import Server, own_server
from benches.presses import Clicks
from bot.db import Database
from bot.environment import cores
from bot.servers import ServerSettings, write_settings
from bot.shards import Shards, shard_of
from sandbox import Limits, Sandbox

FARMS = {
    "one process": ("0-1/2",),
    "two processes": ("0/2", "1/2"),
    "two, uneven": ("0/5", "1-4/5"),
}
"""Which shards the processes of a bot serve, by case; the first is the yardstick.

The last spares the process of shard 0, which hears everybody's presses in direct messages.
"""

ROUNDS = 4
"""How often the cases take turns: what else the machine does falls on all of them alike."""

AT_ONCE = 4
"""How many tables are opened at once before anything is measured."""

WARM_UP, REST = 5.0, 5.0
"""Seconds of play, and then of none, before anything is measured."""

FULL = 0.9
"""The part of a core from which on a process that has one thread to run on is full."""

PERCENT = "%"
PEOPLE, SERVER, MACHINE = "sandbox and people", "PostgreSQL", "machine"

_DECISIONS = "SELECT count(*) FROM log WHERE action IS NOT NULL AND NOT auto"


class Used(NamedTuple):
    """What was used in some time, in seconds, and what came of it."""

    bot: tuple[float, ...]
    """Processor time, by process."""
    server: float
    people: float
    machine: float
    """That of all programs on all cores."""
    clock: float
    moves: float

    def plus(self, other: Used, factor: float = 1) -> Used:
        """Return both together."""
        bot = tuple(mine + factor * theirs for mine, theirs in zip(self.bot, other.bot, strict=True))
        others = (mine + factor * theirs for mine, theirs in zip(self[1:], other[1:], strict=True))
        return Used(bot, *others)

    def beyond(self, rest: Used) -> Used:
        """Return what the bot and the people have used more than in as much time at rest.

        What the server does now and then, such as its vacuum, is of the moves whenever it comes.
        """
        more = self.plus(rest, -self.clock / rest.clock)
        return self._replace(bot=more.bot, people=more.people)


@dataclass
class Farm:
    """The processes of one bot, on a sandbox and a database of their own, with their own people."""

    case: str
    server: Server
    database: str
    processes: Sequence[Subject]
    parties: Sequence[Party]
    rounds: list[Used] = field(default_factory=list)

    async def play(self, seconds: float) -> None:
        """Press without a pause for some time, and note what that took."""
        before = await self._so_far()
        await Clicks(self.case).gather(self.parties, Party.press, 0, seconds)
        self.rounds.append((await self._so_far()).plus(before, -1))

    async def rest(self, seconds: float) -> Used:
        """Return what is used while nobody presses: beats, and the watch over the event loop."""
        before = await self._so_far()
        await asyncio.sleep(seconds)
        return (await self._so_far()).plus(before, -1)

    @property
    def used(self) -> Used:
        """What it has used in all rounds."""
        return reduce(Used.plus, self.rounds)

    async def _so_far(self) -> Used:
        ((decisions,),) = await asyncio.to_thread(self.server.execute, _DECISIONS, self.database)
        reports = [await each.report() for each in self.processes]
        return Used(
            tuple(report["cpu"] for report in reports),
            self.server.processor_seconds() or 0.0,
            process_time(),
            processor_time.of_machine(),
            monotonic(),
            decisions,
        )


async def measure(tables: int, seconds: float) -> list[Measured]:
    """Measure all cases, in turns, `seconds` for each; raise UsageError where there is no PostgreSQL."""
    async with AsyncExitStack() as opened:
        server = opened.enter_context(own_server())
        farms = [
            await opened.enter_async_context(_farm(server, case, shards, tables))
            for case, shards in FARMS.items()
        ]
        rests = {farm.case: await farm.rest(REST) for farm in farms}
        for _ in range(ROUNDS):
            for farm in farms:
                await farm.play(seconds / ROUNDS)
    beyond = {farm.case: farm.used.beyond(rests[farm.case]) for farm in farms}
    for farm in farms:
        click.echo(f"{farm.case}: {full(farm.used)}.", err=True)
    one, *several = beyond.values()
    for farm, two in zip(farms[1:], several, strict=True):
        click.echo(f"{farm.case}: {verdict(one, two)}.", err=True)
    return [*figures(beyond)]


@asynccontextmanager
async def _farm(server: Server, case: str, shards: Sequence[str], tables: int) -> AsyncIterator[Farm]:
    of = Shards.parse(shards[0]).of
    async with Sandbox(limits=Limits.off(), shards=of) as sandbox, AsyncExitStack() as opened:
        parties = [await opened.enter_async_context(party) for party in spread(sandbox, tables, of)]
        database = server.create()
        await _leave_pictures_out(server.url(database), parties)
        processes = [
            await Subject.start("bot", sandbox, server.url(database), PADDOCK_SHARDS=each) for each in shards
        ]
        for first in range(0, len(parties), AT_ONCE):
            await asyncio.gather(*(party.start() for party in parties[first : first + AT_ONCE]))
        await Clicks("").gather(parties, Party.press, 0, WARM_UP)
        yield Farm(case, server, database, processes, parties)
        for process in processes:
            await process.stop()


def spread(sandbox: Sandbox, tables: int, shards: int) -> Iterator[Party]:
    """Bring people for every table, to each shard as many as to the others."""
    wanted = [-(-(tables - shard) // shards) for shard in range(shards)]
    for number in count(1):
        if not any(wanted):
            return
        party = Party(sandbox, number)
        shard = shard_of(int(party.guild.id), shards)
        if wanted[shard]:
            wanted[shard] -= 1
            yield party
        else:
            sandbox.world.remove_bot(party.guild)


async def _leave_pictures_out(url: str, parties: Sequence[Party]) -> None:
    store = await Database.open(url)
    for party in parties:
        await store.write(write_settings, int(party.guild.id), ServerSettings(pictures=False))
    await store.close()


# ----------------------------------------------------------------------------------------- what it comes to


def figures(used: Mapping[str, Used]) -> Iterator[Measured]:
    """Yield what each of the cases came to, beside the first."""
    told = {case: dict(_of(each)) for case, each in used.items()}
    yardstick = next(iter(told.values()))
    for case, each in told.items():
        for (figure, unit), value in each.items():
            first = yardstick.get((figure, unit)) if unit != PERCENT else None
            yield Measured("bot", case, figure, value, unit, value / first if first else None)


def _of(used: Used) -> Iterator[tuple[tuple[str, str], float]]:
    moves = max(1.0, used.moves)
    yield ("moves", "/s"), used.moves / used.clock
    yield ("processor a move", "ms"), sum(used.bot) * 1000 / moves
    for name, seconds in _by_name(used).items():
        yield (f"processor a move, {name}", "ms"), seconds * 1000 / moves
    yield ("moves a core of bot", "/s"), moves / sum(used.bot)
    yield ("moves, a core a process", "/s"), moves / max(used.bot)
    for name, seconds in {**_by_name(used), MACHINE: used.machine}.items():
        yield (f"of a core, {name}", PERCENT), 100 * seconds / used.clock


def _by_name(used: Used) -> dict[str, float]:
    bots = {f"process {number}": seconds for number, seconds in enumerate(used.bot)}
    return {**bots, SERVER: used.server, PEOPLE: used.people}


def full(used: Used) -> str:
    """Say what there was no more of."""
    if used.machine >= FULL * cores() * used.clock:
        shares = {"the bot": sum(used.bot), SERVER: used.server, PEOPLE: used.people}
        shares["other programs"] = max(0.0, used.machine - sum(shares.values()))
        told = ", ".join(f"{name} {seconds / used.machine:.0%}" for name, seconds in shares.items())
        return f"the machine was full, {cores()} cores in all: {told}"
    busy = [name for name, seconds in _by_name(used).items() if seconds >= FULL * used.clock]
    return f"full was {' and '.join(busy)}" if busy else "nothing was full: everybody waited for the disk"


def verdict(one: Used, two: Used) -> str:
    """Say what processes could carry that have a core each, by the processor time they took."""
    dearer = (sum(two.bot) / sum(one.bot)) * (one.moves / two.moves)
    more = (max(one.bot) / max(two.bot)) * (two.moves / one.moves)
    return (
        f"a move takes {dearer:.2f} times the processor time of one process; with a core each, and enough for all "
        f"else, these carry {more:.2f} times as much"
    )
