"""A great many tables in play at once, pressed from within the sandbox: what the bot makes of them, and of a restart.

One table is opened and played by presses; all others are copies of it. Nobody is signed in: presses and what comes of
them are followed where Discord has them, so that the bench takes less of the machine than the bot does.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Sequence
from functools import partial
from pathlib import Path
from time import monotonic

from benches.copies import Copy, Course, copy_on_sandbox, copy_rows, numbered
from benches.crowd import Party
from benches.figures import Measured
from benches.lively import WARM_UP
from benches.measured_process import Subject, sqlite_in
from benches.presses import Clicks, FellBehind
from benches.seated import PATIENCE, News, Seated
from benches.traffic import QUIET, Traffic
from sandbox import Limits, Sandbox

ROUNDS = 5
"""Of a race day, the most there can be: copies of one moment would else all end at once, and ask for a replay each."""

RATE = 25.0
"""Presses a second at all tables together: those of 50 tables at which somebody presses every two seconds."""


async def measure(tables: int, rate: float, seconds: float) -> list[Measured]:
    """Measure a bot with one table and with so many, and how it returns with them; `rate` presses a second in all.

    Raises `FellBehind`, with all that was measured until then, if somebody waits in vain.
    """
    figures, in_vain = list[Measured](), list[str]()
    try:
        async for figure in _measured(tables, (rate, seconds), in_vain):
            figures.append(figure)
    except TimeoutError as error:
        in_vain.append(str(error) or "somebody waited in vain for the bot's process")
    if in_vain:
        raise FellBehind(in_vain, figures)
    return figures


async def _measured(tables: int, load: tuple[float, float], in_vain: list[str]) -> AsyncIterator[Measured]:
    """Yield figures as they are known; `in_vain` comes to name who waited for what."""
    rate, seconds = load
    with tempfile.TemporaryDirectory(prefix="paddock-bench-") as name:
        async with Sandbox(limits=Limits.off()) as sandbox, Party(sandbox, 1, rounds=ROUNDS) as party:
            database, news = sqlite_in(Path(name)), News(sandbox)
            courses = [Course.add(sandbox.world, number, 2) for number in range(1, tables)]
            bare = Clicks("bare")
            subject = await Subject.start("bare", sandbox, database)
            empty = [Seated(news, Copy("", course, course.channel), n) for n, course in enumerate(courses)]
            await bare.gather(empty, Seated.press_bare, tables / rate, seconds / 2)
            for each in bare.figures():
                yield each
            await subject.stop()
            subject = await Subject.start("bot", sandbox, database)
            original = await begun(sandbox, party)
            await subject.stop()
            without = await _with_one(sandbox, database, Seated(news, original, 0))
            seated = await _seated(news, original, courses, database)
            async for each in _of_bot(sandbox, database, seated, load, bare, without, in_vain):
                yield each


async def _with_one(sandbox: Sandbox, database: str, only: Seated) -> float:
    """Return the memory of a process that has played at one table, in MB."""
    subject = await Subject.start("bot", sandbox, database)
    await Clicks("").gather([only], Seated.press, 0.5, WARM_UP)
    memory = await subject.memory()
    await subject.stop()
    return memory


async def begun(sandbox: Sandbox, party: Party) -> Copy:
    """Open a table and play until a card is played."""
    await party.start()
    while not ((clicked := await party.press()) and clicked.is_move):
        pass
    await asyncio.sleep(WARM_UP)
    course = Course.of(sandbox.world, party.guild)
    (thread,) = party.guild.threads.values()
    return Copy(party.table, course, thread)


async def _seated(news: News, original: Copy, courses: Sequence[Course], database: str) -> list[Seated]:
    made = [
        copy_on_sandbox(news.world, original, numbered(number), course)
        for number, course in enumerate(courses)
    ]
    await copy_rows(database, [names for _, names in made])
    return [Seated(news, copy, seed) for seed, copy in enumerate((original, *(copy for copy, _ in made)))]


async def _of_bot(
    sandbox: Sandbox,
    database: str,
    seated: Sequence[Seated],
    load: tuple[float, float],
    bare: Clicks,
    without: float,
    in_vain: list[str],
) -> AsyncIterator[Measured]:
    rate, seconds = load
    case, traffic = f"{len(seated)} tables", Traffic(sandbox)
    figure = partial(Measured, "bot", case)
    traffic.begin()
    started = monotonic()
    subject = await Subject.start("bot", sandbox, database)
    ready = monotonic()
    first = await seated[-1].press()
    assert first, "somebody is asked, and nothing replaces their desk"
    yield figure("ready after a restart", ready - started, "s")
    yield figure("first press served after ready", monotonic() - ready, "s")
    yield figure("first press acknowledged", (first.acknowledged or PATIENCE) * 1000, "ms")
    await asyncio.sleep(QUIET)
    yield figure("requests after a restart", traffic.requests)
    pace = len(seated) / rate
    warm_up, clicks = Clicks(""), Clicks(case)
    await warm_up.gather_patiently(seated, Seated.press, pace, WARM_UP)
    before = await subject.report()
    await clicks.gather_patiently(seated, Seated.press, pace, seconds)
    in_vain += [*warm_up.in_vain, *clicks.in_vain]
    after = await subject.report()
    for each in clicks.figures(bare):
        yield each
    yield figure("processor a press", (after["cpu"] - before["cpu"]) * 1000 / max(1, clicks.count), "ms")
    yield figure("event loop late p99", after["lag p99"], "ms")
    yield figure("event loop late max", after["lag max"], "ms")
    yield figure("event loop stalls", after["stalls"])
    memory = await subject.memory()
    yield figure("memory with one table", without, "MB")
    yield figure("memory with all", memory, "MB")
    if len(seated) > 1:
        yield figure("memory a further table", (memory - without) * 1024 / (len(seated) - 1), "KB")
    await subject.stop()
