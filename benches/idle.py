"""What tables at which nobody presses add to a press at others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager

from benches.copies import Course, Names, copy_rows, numbered
from benches.crowd import Party, crowd
from benches.figures import Measured
from benches.ground import new_ground
from benches.presses import Clicks
from benches.processor import PACE, ROUNDS, TABLES, WARM_UP, Case
from sandbox import Sandbox

MOST_A_SERVER = 100


async def measure(tables: int, seconds: float) -> list[Measured]:
    """Measure what a press takes without and with so many idle tables, in turns; `seconds` for each."""
    async with AsyncExitStack() as opened:
        alone, beside = [await opened.enter_async_context(_bot(idle)) for idle in (0, tables)]
        for _ in range(ROUNDS):
            for case in (alone, beside):
                await case.play(seconds / ROUNDS)
        return [
            Measured("bot", each.name, "processor a press", each.a_press, "ms", each.a_press / alone.a_press)
            for each in (alone, beside)
        ]


@asynccontextmanager
async def _bot(idle: int) -> AsyncIterator[Case]:
    async with new_ground() as ground, crowd(ground.sandbox, TABLES) as parties:
        servers = -(-idle // MOST_A_SERVER)
        courses = [Course.add(ground.sandbox.world, number, 2) for number in range(servers)]
        subject = await ground.start(how="seldom")
        for party in parties:
            await party.start()
        await Clicks("").gather(parties, Party.press, PACE, WARM_UP)
        await subject.stop()
        if idle:
            names = [*_names(ground.sandbox, parties[0], courses, idle)]
            await asyncio.to_thread(copy_rows, ground.database, names, with_money=False)
        subject = await ground.start(how="seldom")
        await Clicks("").gather(parties, Party.press, PACE, WARM_UP)
        name = f"{idle} idle"
        yield Case(name, subject, parties, Party.press, Clicks(name))
        await subject.stop()


def _names(sandbox: Sandbox, party: Party, courses: list[Course], idle: int) -> Iterator[Names]:
    """Yield what is called otherwise at each idle table: its server, and people and messages nobody knows."""
    world = sandbox.world
    original = Course.of(world, party.guild)
    (thread,) = party.guild.threads.values()
    shown = [original.channel, thread, *original.direct]
    messages = [message_id for channel in shown for message_id in channel.messages]
    strangers = [thread.id, *(user.id for user in original.people), *(each.id for each in original.direct)]
    for number in range(idle):
        course = courses[number % len(courses)]
        names = {original.guild.id: course.guild.id, original.channel.id: course.channel.id}
        names |= {each: world.ids.new() for each in (*strangers, *messages)}
        yield names | {party.table: numbered(number)}
