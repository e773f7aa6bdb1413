"""What a press takes of the processor, with pictures and without, beside a bare client and other checkouts."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path

from benches.crowd import Party, crowd
from benches.figures import Measured
from benches.ground import new_ground
from benches.measured_process import HERE, Checkout, Subject
from benches.presses import Clicks, Press

ROUNDS = 4
"""How often the cases take turns: what else the machine does falls on all of them alike."""

WARM_UP = 4.0
TABLES = 8
PACE = 1.0
"""Seconds between two presses at one table."""


@dataclass
class Case:
    """One bot, or the bare client, on a sandbox of its own with its own people."""

    name: str
    subject: Subject
    parties: Sequence[Party]
    press: Press[Party]
    clicks: Clicks
    seconds: float = 0.0
    """Of processor time."""
    drawing: float = 0.0
    """Those of them in which pictures were drawn."""

    async def play(self, seconds: float) -> None:
        """Press for some time, and note what that took."""
        before = await self.subject.report()
        await self.clicks.gather(self.parties, self.press, PACE, seconds)
        after = await self.subject.report()
        self.seconds += after["cpu"] - before["cpu"]
        self.drawing += after["drawing"] - before["drawing"]

    @property
    def a_press(self) -> float:
        """Milliseconds of processor time for a press and all that it leads to."""
        return self.seconds * 1000 / max(1, self.clicks.count)

    def figures(self, bare: Case) -> Iterator[Measured]:
        """Yield what a press takes, as a multiple of the bare client, and how much of it goes into drawing."""
        yield Measured("bot", self.name, "processor a press", self.a_press, "ms", self.a_press / bare.a_press)
        if self is not bare:
            drawing = self.drawing * 1000 / max(1, self.clicks.count)
            yield Measured("bot", self.name, "drawing a press", drawing, "ms")


async def measure(seconds: float, checkouts: Sequence[Checkout] = (HERE,)) -> list[Measured]:
    """Measure the bare client and each checkout with pictures off and on; `seconds` for each of them."""
    async with AsyncExitStack() as opened:
        bare = await opened.enter_async_context(_bare())
        bots = [_bot(checkout, pictures=pictures) for checkout in checkouts for pictures in (False, True)]
        cases = [bare, *[await opened.enter_async_context(each) for each in bots]]
        for _ in range(ROUNDS):
            for case in cases:
                await case.play(seconds / ROUNDS)
        return [figure for each in cases for figure in each.figures(bare)]


@asynccontextmanager
async def _bare() -> AsyncIterator[Case]:
    async with new_ground() as ground, crowd(ground.sandbox, TABLES) as parties:
        subject = await ground.start("bare", "seldom")
        await Clicks("").gather(parties, Party.click_bare, PACE, WARM_UP)
        yield Case("bare", subject, parties, Party.click_bare, Clicks("bare"))
        await subject.stop()


@asynccontextmanager
async def _bot(checkout: Checkout, *, pictures: bool) -> AsyncIterator[Case]:
    name = " ".join(filter(None, ("pictures on" if pictures else "pictures off", checkout.name)))
    async with new_ground() as ground, crowd(ground.sandbox, TABLES) as parties:
        if not pictures:
            await (await ground.start(checkout=checkout)).stop()
            guilds = [int(party.guild.id) for party in parties]
            await asyncio.to_thread(leave_pictures_out, ground.file, guilds)
        subject = await ground.start("bot", "seldom", checkout)
        for party in parties:
            await party.start()
        await Clicks("").gather(parties, Party.press, PACE, WARM_UP)
        yield Case(name, subject, parties, Party.press, Clicks(name))
        await subject.stop()


def leave_pictures_out(database: Path, guilds: Sequence[int]) -> None:
    """Have these servers settle on boards in words."""
    settings = """INSERT INTO servers (guild_id, settings) VALUES (?, '{"pictures": false}')
        ON CONFLICT (guild_id) DO UPDATE SET settings = excluded.settings"""
    with closing(sqlite3.connect(database)) as db:
        db.executemany(settings, [(guild,) for guild in guilds])
        db.commit()
