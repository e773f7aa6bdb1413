"""Tables at which people press at a pace, and then as fast as they can, on the sandbox's own client."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import NamedTuple

from benches.crowd import Party, crowd
from benches.figures import Measured
from benches.ground import new_ground
from benches.measured_process import Subject, of_event_loop
from benches.presses import Clicks

WARM_UP = 5.0
"""Seconds of play before anything is measured: the first pictures take longer than all others."""

BARE_SHARE = 0.25
SATURATED_SHARE = 0.25
"""Parts of the time for the yardstick, and for people who press without a pause."""


class Play(NamedTuple):
    """How much is played."""

    tables: int
    seconds: float
    pace: float
    """Seconds between two presses at one table, on average."""


async def measure(play: Play, profile: str) -> tuple[list[Measured], str]:
    """Measure the bare client and the bot; return the figures, and what the bot's process said at its end."""
    async with new_ground() as ground, crowd(ground.sandbox, play.tables) as parties:
        bare = Clicks("bare")
        subject = await ground.start("bare")
        await bare.gather(parties, Party.click_bare, play.pace or 0.1, play.seconds * BARE_SHARE)
        await subject.stop()
        subject = await ground.start(how=profile)
        figures = [each async for each in _of_bot(subject, parties, play, bare)]
        return [*bare.figures(), *figures], await subject.stop()


async def _of_bot(
    subject: Subject, parties: Sequence[Party], play: Play, bare: Clicks
) -> AsyncIterator[Measured]:
    case = f"{len(parties)} tables"
    figure = partial(Measured, "bot", case)
    idle = await subject.memory()
    await parties[0].start()
    await Clicks("").gather(parties[:1], Party.press, 0.2, WARM_UP)
    first = await subject.memory()
    for party in parties[1:]:
        await party.start()
    await Clicks("").gather(parties, Party.press, play.pace, WARM_UP)
    before = await subject.report()
    paced = Clicks(case)
    await paced.gather(parties, Party.press, play.pace, play.seconds * (1 - BARE_SHARE - SATURATED_SHARE))
    after = await subject.report()
    running = await subject.memory()
    for each in paced.figures(bare):
        yield each
    yield figure("processor a click", (after["cpu"] - before["cpu"]) * 1000 / max(1, paced.count), "ms")
    for each in of_event_loop(case, after):
        yield each
    yield figure("memory idle", idle, "MB")
    yield figure("memory running", running, "MB")
    yield figure("memory a table", (running - idle) / len(parties), "MB")
    if len(parties) > 1:
        yield figure("memory a further table", (running - first) / (len(parties) - 1), "MB")
    saturated = Clicks("saturated")
    await saturated.gather(parties, Party.press, 0, play.seconds * SATURATED_SHARE)
    for each in saturated.figures(bare):
        yield each
