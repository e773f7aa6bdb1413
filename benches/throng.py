"""A great many tables in play at once, pressed from within the sandbox: what the bot makes of them, and of a restart.

One table is opened and played by presses; all others are copies of it. Nobody is signed in: presses and what comes of
them are followed where Discord has them, so that the bench takes less of the machine than the bot does.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Iterator, Sequence
from functools import partial
from time import monotonic

from benches.copies import Copy, Course, copy_on_sandbox, copy_rows, numbered
from benches.crowd import Party
from benches.figures import Measured
from benches.ground import Ground, new_ground
from benches.lively import WARM_UP
from benches.measured_process import of_event_loop
from benches.presses import Clicks, FellBehind
from benches.seated import PATIENCE, News, Seated
from benches.traffic import QUIET, Traffic
from sandbox import Sandbox

ROUNDS = 5
"""Of a race day, the most there can be: copies of one moment would else all end at once, and ask for a replay each."""

RATE = 25.0
"""Presses a second at all tables together: those of 50 tables at which somebody presses every two seconds."""

WHAT_FOLLOWS = 1.0
"""Seconds that a bare client gets for what it does after its last acknowledgement."""


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
    async with new_ground() as ground, Party(ground.sandbox, 1, rounds=ROUNDS) as party:
        news = News(ground.sandbox)
        courses = _courses(news, tables)
        bare = await _yardstick(ground, news, courses, load, "bare")
        for each in bare.figures():
            yield each
        async with new_ground() as other:
            elsewhere = News(other.sandbox)
            posting = await _yardstick(other, elsewhere, _courses(elsewhere, tables), load, "posting")
        for each in posting.figures(bare):
            yield each
        subject = await ground.start()
        original = await begun(ground.sandbox, party)
        await subject.stop()
        without = await _with_one(ground, Seated(news, original, 0))
        seated = await _seated(news, original, courses, ground.database)
        _set_aside()
        async for each in _of_bot(ground, seated, load, bare, without, in_vain):
            yield each


def _courses(news: News, tables: int) -> Sequence[Course]:
    """Add the servers of all tables but one, each with two people."""
    return [Course.add(news.world, number, 2) for number in range(1, tables)]


async def _yardstick(
    ground: Ground, news: News, courses: Sequence[Course], load: tuple[float, float], what: str
) -> Clicks:
    """Press the button of a client that is `bare`, or makes the bot's requests as well (`posting`), as often."""
    (rate, seconds), clicks = load, Clicks(what)
    subject = await ground.start(what)
    seated = [Seated(news, Copy("", course, course.channel), n) for n, course in enumerate(courses)]
    _set_aside()
    await clicks.gather(seated, Seated.press_bare, len(courses) / rate, seconds)
    await asyncio.sleep(WHAT_FOLLOWS)
    await subject.stop()
    return clicks


def _set_aside() -> None:
    """Have the garbage collector leave out what the sandbox holds: a look through a thousand servers takes 160 ms."""
    gc.collect()
    gc.freeze()


async def _with_one(ground: Ground, only: Seated) -> float:
    """Return the memory of a process that has played at one table, in MB."""
    subject = await ground.start()
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
    await asyncio.to_thread(copy_rows, database, [names for _, names in made])
    return [Seated(news, copy, seed) for seed, copy in enumerate((original, *(copy for copy, _ in made)))]


async def _of_bot(
    ground: Ground,
    seated: Sequence[Seated],
    load: tuple[float, float],
    bare: Clicks,
    without: float,
    in_vain: list[str],
) -> AsyncIterator[Measured]:
    rate, seconds = load
    case, pace = f"{len(seated)} tables", len(seated) / rate
    traffic = Traffic(ground.sandbox)
    traffic.begin()
    started = monotonic()
    subject = await ground.start()
    async for each in _of_return(case, seated[-1], traffic, started):
        yield each
    warm_up, clicks = Clicks(""), Clicks(case)
    await warm_up.gather_patiently(seated, Seated.press, pace, WARM_UP)
    before = await subject.report()
    await clicks.gather_patiently(seated, Seated.press, pace, seconds)
    in_vain += [*warm_up.in_vain, *clicks.in_vain]
    after = await subject.report()
    for each in clicks.figures(bare):
        yield each
    taken = (after["cpu"] - before["cpu"]) * 1000
    yield Measured("bot", case, "processor a press", taken / max(1, clicks.count), "ms")
    for each in of_event_loop(case, after):
        yield each
    for each in _of_memory(case, len(seated), without, await subject.memory()):
        yield each
    await subject.stop()


async def _of_return(case: str, seated: Seated, traffic: Traffic, started: float) -> AsyncIterator[Measured]:
    """Tell of a bot that has just returned: when somebody was served, and what it asked of Discord by itself."""
    figure, ready = partial(Measured, "bot", case), monotonic()
    first = await seated.press()
    assert first, "somebody is asked, and nothing replaces their desk"
    yield figure("ready after a restart", ready - started, "s")
    yield figure("first press served after ready", monotonic() - ready, "s")
    yield figure("first press acknowledged", (first.acknowledged or PATIENCE) * 1000, "ms")
    await asyncio.sleep(QUIET)
    yield figure("requests after a restart", traffic.requests)


def _of_memory(case: str, tables: int, without: float, memory: float) -> Iterator[Measured]:
    """Tell what so many tables take in MB; `without` is what a process with one takes."""
    yield Measured("bot", case, "memory with one table", without, "MB")
    yield Measured("bot", case, "memory with all", memory, "MB")
    if tables > 1:
        further = (memory - without) * 1024 / (tables - 1)
        yield Measured("bot", case, "memory a further table", further, "KB")
