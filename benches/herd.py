"""`paddock bench herd`: how quickly somebody gets their desk while a bot that was away puts every table right."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from random import Random
from time import monotonic

import click

from benches import options
from benches.crowd import Party, crowd
from benches.figures import Measured, latencies, tell
from benches.ground import new_ground
from benches.lively import WARM_UP
from benches.presses import Clicks
from benches.traffic import QUIET, Traffic
from sandbox import Limits

AWAY = 65.0
"""Seconds that the bot is away: from a minute on, every clock is shown anew."""

LONGEST = 300.0
"""Seconds after which the bench looks no further."""


@click.command()
@options.tables(150, "How many run when it returns.")
@options.pace(0.02, 60, 0.5, "Seconds between two people who ask for their desk.")
@options.as_json
def command(tables: int, pace: float, as_json: bool) -> None:
    """Restart a bot with many tables after a minute, and time the desks asked for meanwhile.

    Two people sit at each table of Jockey. Every clock is set later by the time the bot was away, so every board
    and desk has another time to show. People press "My desk" one after another, each at another table; `desk` is
    the time from the press to the picture of the hand. The yardstick is the same bot once everything is put right,
    asked at the same pace. Discord's rate limits hold.

    \b
    Examples:
      paddock bench herd
      paddock bench herd --tables 30 --json
    """
    options.refuse_windows()
    options.refuse_old_sqlite()
    tell(options.run(measure(tables, pace)), as_json=as_json)


async def measure(tables: int, pace: float) -> list[Measured]:
    """Measure a bot that returns, and then the same bot at rest."""
    async with new_ground() as ground, crowd(ground.sandbox, tables) as parties:
        subject = await ground.start()
        for party in parties:
            await party.start()
        await Clicks("").gather(parties[:1], Party.press, 0.2, WARM_UP)
        await subject.stop()
        await asyncio.sleep(AWAY)
        traffic = Traffic(ground.sandbox)
        ground.sandbox.services.limiter.limits = Limits.discord()
        subject = await ground.start()
        figures = await _returned(parties, pace, traffic)
        await subject.stop()
        return figures


async def _returned(parties: Sequence[Party], pace: float, traffic: Traffic) -> list[Measured]:
    began = monotonic()
    traffic.begin()
    meanwhile = await _asked(parties, pace, lambda: _is_done(traffic, began))
    took = max(0.0, traffic.last - began)
    counted: list[tuple[str, float, str]] = [
        ("put right after", took, "s"),
        ("requests", traffic.requests, ""),
        ("requests, fullest second", traffic.most_in_a_second(), ""),
        ("pictures sent", traffic.pictures, ""),
        ("requests over a limit", traffic.refused, ""),
    ]
    numbers = count()
    at_rest = await _asked(parties, pace, lambda: next(numbers) >= len(meanwhile))
    case = f"{len(parties)} tables"
    return [
        *_times("at rest", at_rest, at_rest),
        *_times(case, meanwhile, at_rest),
        *(Measured("herd", case, *each) for each in counted),
    ]


def _is_done(traffic: Traffic, began: float) -> bool:
    now = monotonic()
    return now - max(traffic.last, began) > QUIET or now - began > LONGEST


async def _asked(parties: Sequence[Party], pace: float, is_done: Callable[[], bool]) -> list[float]:
    """Have one person after another ask for their desk; return how long each of them waited, in milliseconds."""
    luck = Random(7)  # noqa: S311 - nobody's coins depend on it
    waiting: list[asyncio.Task[float]] = []
    order = luck.sample(parties, len(parties))
    while not is_done():
        party = order[len(waiting) % len(order)]
        waiting.append(asyncio.create_task(party.ask_for_desk()))
        await asyncio.sleep(pace)
    return sorted(seconds * 1000 for seconds in await asyncio.gather(*waiting))


def _times(case: str, mine: Sequence[float], at_rest: Sequence[float]) -> Iterator[Measured]:
    yield from latencies("herd", case, "desk", mine, at_rest)
    yield Measured("herd", case, "desks asked for", len(mine))
