"""`paddock bench pictures`: what drawing costs the bot, in threads of its own and in processes beside it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from time import perf_counter, process_time

import click

from benches import options
from benches.figures import Measured, quantile, tell
from benches.shown_pictures import BOARD, FINAL, REPLAY, RESULT, of_games
from bot.environment import cores
from bot.pictures.pool import Pictures
from engines import catalog
from render import Picture

NAMES = ("Ana", "Ben", "Cleo", "Dev")
TICK = 0.005
"""Seconds between two looks at the clock."""
ALONE = 20
"""Boards that are drawn one after another."""
AT_ONCE = 16
"""How many are asked for at a time in the end."""
CALM = 0.1
"""Seconds without work before the drawing."""


@click.command()
@click.option(
    "--pictures", type=click.IntRange(ALONE, 10_000), default=200, show_default=True, help="How many."
)
@click.option("--workers", type=click.IntRange(1, 64), help="Processes that draw; one a core if left out.")
@options.as_json
def command(pictures: int, workers: int | None, as_json: bool) -> None:
    """Draw boards, hands and results of all games played at random: in threads, and in processes.

    `processor` is the time that drawing takes of the bot's own process, `alone` the time to one picture when nothing
    else is asked for, `late` by how much the event loop is late while sixteen are asked for at a time. `memory` is what
    a process has of its own at the end, `resident` all that it has with what it shares.

    Of every game and kind stands how much processor time a picture takes in a process beside it, which draws what a
    table shows one after another, and how large the file is.

    \b
    Examples:
      paddock bench pictures
      paddock bench pictures --pictures 1000 --workers 2 --json
    """
    shown = list(_pictures(pictures + ALONE, Random(1)))  # noqa: S311 - the same pictures every time
    for case, drawers in (("threads", 0), ("processes", workers or cores())):
        tell(asyncio.run(_measured(case, drawers, shown)), as_json=as_json)
    tell(asyncio.run(_of_each_kind(pictures)), as_json=as_json)


async def _of_each_kind(pictures: int) -> list[Measured]:
    """Measure game by game what a picture of each kind takes; the first of each are not counted."""
    figures = []
    for key in catalog.GAMES:
        pool = Pictures(1)
        taken: dict[str, list[tuple[float, int]]] = {}
        for kind, picture in islice(_at_a_table(key, Random(1)), pictures):  # noqa: S311 - the same every time
            pids = pool.pids
            before = _processor(pids)
            await pool.draw([picture], "a bench")
            if pids == pool.pids:  # or the start of another process would be counted
                taken.setdefault(kind, []).append((_processor(pids) - before, len(picture.data)))
        await pool.close()
        for kind, drawn in taken.items():
            counted = drawn[len(drawn) // 4 :]
            seconds, size = (sum(each) / len(counted) for each in zip(*counted, strict=True))
            name = f"{key} {kind}"
            figures.append(
                Measured("pictures", name, "processor a picture in a process", seconds * 1000, "ms")
            )
            figures.append(Measured("pictures", name, "size", size / 1000, "KB"))
    return figures


def _processor(pids: Sequence[int]) -> float:
    """Return the seconds of processor time of processes, to the nanosecond where the system counts so; else 0."""
    try:
        return sum(int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) for pid in pids) / 1e9
    except OSError:
        return 0.0


def _at_a_table(key: str, luck: Random) -> Iterator[tuple[str, Picture]]:
    """Yield what is drawn after every move of game after game: the board, every desk, and the results."""
    for kind, picture, _ in of_games(key, NAMES, luck):
        if kind not in {FINAL, REPLAY}:
            yield kind if kind in {BOARD, RESULT} else "desk", picture


def _pictures(wanted: int, luck: Random) -> Iterator[Picture]:
    """Yield pictures that differ: of all games in turn, from games played at random."""
    games = [_shown(key, luck) for key in catalog.GAMES]
    for number in range(wanted):
        yield next(games[number % len(games)])


def _shown(key: str, luck: Random) -> Iterator[Picture]:
    """Yield pictures of game after game: every board and result, and of the desks one in ten."""
    for kind, picture in _at_a_table(key, luck):
        if kind != "desk" or luck.random() < 0.1:
            yield picture


async def _measured(case: str, drawers: int, shown: Sequence[Picture]) -> list[Measured]:
    fresh = [Picture(picture.filename, picture.alt, picture.drawing) for picture in shown]
    pool = Pictures(drawers)
    began = perf_counter()
    await asyncio.gather(*(pool.draw([picture], "a bench") for picture in fresh[: max(drawers, 1)]))
    start = perf_counter() - began
    alone = [await _timed(pool, picture) for picture in fresh[max(drawers, 1) : ALONE]]
    await asyncio.sleep(CALM)
    late = [0.0]
    watch = asyncio.create_task(watched(late))
    began, used = perf_counter(), process_time()
    following = iter(fresh[ALONE:])
    await asyncio.gather(*(_draw_all(pool, following) for _ in range(AT_ONCE)))
    used, took = process_time() - used, perf_counter() - began
    watch.cancel()
    count = len(fresh) - ALONE
    memory = [memory_of(pid) for pid in pool.pids]
    await pool.close()

    def told(figure: str, value: float, unit: str) -> Measured:
        return Measured("pictures", case, figure, value, unit)

    figures = [
        told("pictures", count / took, "/s"),
        told("processor a picture", used / count * 1000, "ms"),
        told("alone p50", quantile(sorted(alone), 0.5) * 1000, "ms"),
        told("first", start * 1000, "ms"),
        told("late p99", quantile(sorted(late), 0.99) * 1000, "ms"),
        told("late max", max(late) * 1000, "ms"),
    ]
    if memory:
        figures += [
            told("memory", max(own for own, _ in memory), "MB"),
            told("resident", max(whole for _, whole in memory), "MB"),
        ]
    return figures


async def _draw_all(pool: Pictures, following: Iterator[Picture]) -> None:
    """Have one picture after another drawn."""
    for picture in following:
        await pool.draw([picture], "a bench")


async def _timed(pool: Pictures, picture: Picture) -> float:
    began = perf_counter()
    await pool.draw([picture], "a bench")
    return perf_counter() - began


async def watched(late: list[float]) -> None:
    """Look at the clock again and again, and note by how much it is late."""
    clock = asyncio.get_running_loop().time
    while True:
        began = clock()
        await asyncio.sleep(TICK)
        late.append(clock() - began - TICK)


def memory_of(pid: int) -> tuple[float, float]:
    """Return the megabytes that a process has of its own, and all that it has; 0 where that is not known."""
    try:
        _, resident, with_files, *_ = map(int, Path(f"/proc/{pid}/statm").read_bytes().split())
    except OSError:
        return 0.0, 0.0
    page = os.sysconf("SC_PAGE_SIZE") / 2**20
    return (resident - with_files) * page, resident * page
