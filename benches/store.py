"""`paddock bench store`: how many moves with their money a second reach the disk, next to the bare driver."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

import click

from benches import options
from benches.figures import Measured, tell
from benches.scratch import SQLITE, Place, place
from benches.stored_moves import Move

ROUNDS = 5
"""All ways are measured so many times in turn; the medians count."""

AT_ONCE = (1, 4, 16)
"""How many write at once to PostgreSQL where nobody says: one, those of a process, those of four."""

BARE, PADDOCK = "bare", "paddock"


class Rate(NamedTuple):
    """What one round brought."""

    moves: float
    """A second."""
    processor: float
    """Milliseconds of processor time a move, of all threads."""
    server: float
    """Milliseconds of the server's processor time a move; 0 where there is none, or nobody knows."""


@click.command()
@click.option(
    "--database",
    default=SQLITE,
    show_default=True,
    metavar="sqlite|postgresql|ADDRESS",
    help="A file; a PostgreSQL server started for this; or the address of one that runs already.",
)
@click.option(
    "--writers",
    type=click.IntRange(1, 40),
    multiple=True,
    help="How many write at once, on PostgreSQL; may be given several times.  [default: 1, 4, 16]",
)
@options.number(
    "--seconds", click.FloatRange(0.1, 3600), 5.0, "How long to measure each way and number of writers."
)
@options.as_json
def command(database: str, writers: Sequence[int], seconds: float, as_json: bool) -> None:
    """Write moves, each on the disk before the next, and the same with the bare driver.

    A move is a transaction that adds a row to a race log and two to the ledger, changes two balances, a deadline, two
    posts and the length of the log: six statements. The yardstick has aiosqlite, or psycopg, alone write the same rows
    to a database of its own, round about.

    PostgreSQL takes several writers at once, each over a connection of its own; one process of the bot has four. On a
    server given by its address, such as postgresql://user:password@host/postgres, two databases are made and
    removed again; nothing else there is touched.

    \b
    Examples:
      paddock bench store
      paddock bench store --database postgresql
      paddock bench store --database postgresql --writers 8 --seconds 20 --json
    """
    if database == SQLITE and [*writers] not in ([], [1]):
        raise click.UsageError("SQLite takes one writer at a time: --writers is for PostgreSQL.")
    at_once = (1,) if database == SQLITE else [*dict.fromkeys(writers)] or AT_ONCE
    with place(database) as where:
        numbers = {BARE: count(), PADDOCK: count()}
        for number in at_once:
            tell(asyncio.run(_measured(where, numbers, number, seconds)), as_json=as_json)


async def _measured(
    where: Place, numbers: Mapping[str, Iterator[int]], writers: int, seconds: float
) -> list[Measured]:
    """Measure both ways in turns; `numbers` are those of the moves to come, by way: none is made twice."""
    async with where.bare(writers) as bare, where.ours(writers) as ours:
        rounds: dict[str, list[Rate]] = {BARE: [], PADDOCK: []}
        for _ in range(ROUNDS):
            for way, move in ((BARE, bare), (PADDOCK, ours)):
                used, served = process_time(), where.server_seconds()
                moves, took = await _round(move, numbers[way], writers, seconds / ROUNDS)
                used, served = process_time() - used, where.server_seconds() - served
                rounds[way].append(Rate(moves / took, used * 1000 / moves, served * 1000 / moves))
    return [*_figures(rounds, f", {writers} at once" if where.takes_several else "")]


async def _round(move: Move, numbers: Iterator[int], writers: int, seconds: float) -> tuple[int, float]:
    """Have so many write at once for some time; return how many moves there were, and how long it took."""
    began, moves = perf_counter(), 0

    async def write() -> None:
        nonlocal moves
        while perf_counter() - began < seconds:
            await move(next(numbers))
            moves += 1

    async with asyncio.TaskGroup() as group:
        for _ in range(writers):
            group.create_task(write())
    return moves, perf_counter() - began


FIGURES = (
    ("moves", "/s", "moves"),
    ("processor a move", "ms", "processor"),
    ("server processor a move", "ms", "server"),
)
"""What is told, in which unit, and by which name a `Rate` has it."""


def _figures(rounds: Mapping[str, Sequence[Rate]], suffix: str) -> Iterator[Measured]:
    for figure, unit, name in FIGURES:
        values = {way: median(getattr(rate, name) for rate in rates) for way, rates in rounds.items()}
        for way, value in values.items():
            if yardstick := values[BARE]:
                yield Measured("store", way + suffix, figure, value, unit, value / yardstick)
