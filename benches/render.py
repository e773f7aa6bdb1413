"""`paddock bench render`: what every kind of picture costs, beside the encoder alone on the same pixels."""

from __future__ import annotations

import asyncio
import io
import pickle
from collections.abc import Callable, Iterator, Sequence
from random import Random
from statistics import mean, median
from time import perf_counter, thread_time
from typing import Final

import click
from PIL import Image, ImageSequence

from benches import options
from benches.figures import Measured, quantile, tell
from benches.pictures import CALM, memory_of, watched
from benches.shown_pictures import BOARD, ELSEWHERE, KINDS, REPLAY, Shown, beside_games, of_games
from bot.environment import cores
from bot.pictures.pool import Pictures
from engines import catalog
from render import Picture
from render.picture import LEVEL

NAMES = ("Ana", "Benedikt", "Conceição", "Дмитрий")
AT_ONCE = 8
"""How many boards are asked for at a time to see whether the event loop stalls."""
FEW: Final = {REPLAY: 4}
"""Of what takes long only so many are drawn."""
SEEN = 40_000
"""How many pictures of a game are looked through for as many of each kind as are wanted."""

Wanted = dict[str, list[Picture]]


@click.command()
@click.option(
    "--games", help="Whose pictures, with commas between; all of them if left out.", metavar="GAMES"
)
@click.option(
    "--case",
    "cases",
    multiple=True,
    type=click.Choice((*KINDS, *ELSEWHERE)),
    help="One kind of picture, or several if given again; all of them if left out.",
)
@options.number("--pictures", click.IntRange(8, 10_000), 60, "How many of each kind.")
@options.as_json
def command(games: str | None, cases: Sequence[str], pictures: int, as_json: bool) -> None:
    """Draw every kind of picture of every game, as they follow one another at a table of four.

    p50 and p99 are the processor time of one in this process, with what the ones before left in memory (the first
    quarter of each kind is not counted); their ratio is to the encoder alone, which turns the same pixels into the same
    format, at the same level of compression. `first` is the time to the first picture of the kind in a fresh process,
    its start included. For each game stands what a process had of its own at most (memory), and by how much
    the event loop was late at most while eight boards were asked for at once. Replays take long: only four are drawn.

    \b
    Examples:
      paddock bench render
      paddock bench render --games jockey,turfe --case board --case hand --json
    """
    keys = list(catalog.GAMES) if games is None else games.split(",")
    if unknown := [key for key in keys if key not in catalog.GAMES]:
        raise click.UsageError(f"There is no game {unknown[0]!r}; there are {', '.join(catalog.GAMES)}.")
    kinds = cases or (*KINDS, *ELSEWHERE)
    for key in keys:
        shown = of_games(key, NAMES, Random(1))  # noqa: S311 - the same pictures every time
        _tell_all(key, _sorted(shown, [kind for kind in kinds if kind in KINDS], pictures), as_json)
    if beside := [kind for kind in kinds if kind in ELSEWHERE]:
        _tell_all("any", _sorted(beside_games(NAMES, Random(1)), beside, pictures), as_json)  # noqa: S311


def _sorted(shown: Iterator[Shown], kinds: Sequence[str], most: int) -> Wanted:
    """Return pictures by kind, of each as many as are wanted; none of a kind that the game does not have."""
    found: Wanted = {kind: [] for kind in kinds}
    for number, each in enumerate(shown):
        if len(found.get(each.kind, ())) < FEW.get(each.kind, most) and each.kind in found:
            found[each.kind].append(each.picture)
        is_full = all(len(found[kind]) >= FEW.get(kind, most) for kind in kinds if found[kind])
        if number > SEEN or (is_full and (number > SEEN // 8 or all(found.values()))):
            break
    return {kind: pictures for kind, pictures in found.items() if pictures}


def _tell_all(key: str, wanted: Wanted, as_json: bool) -> None:
    for kind, pictures in wanted.items():
        tell(_of_a_kind(f"{key} {kind}", pictures), as_json=as_json)
    tell(asyncio.run(_of_a_process(key, wanted)), as_json=as_json)


def _of_a_kind(case: str, pictures: Sequence[Picture]) -> Iterator[Measured]:
    pairs = [(_milliseconds(picture.draw), _encoding(picture.data)) for picture in pictures]
    took, alone = (
        sorted(drawn for drawn, _ in pairs[len(pairs) // 4 :]),
        median(beside for _, beside in pairs),
    )
    for label, at in (("p50", 0.5), ("p99", 0.99)):
        value = quantile(took, at)
        yield Measured("render", case, label, value, "ms", value / alone)
    yield Measured("render", case, "encoder alone", alone, "ms", 1.0)
    yield Measured("render", case, "bytes", mean(len(picture.data) for picture in pictures), "B")
    first = asyncio.run(_first(fresh(pictures[0])))
    yield Measured("render", case, "first", first, "ms")


def _milliseconds(task: Callable[[], object]) -> float:
    """Return the processor time that something takes: what else the machine does is not in it."""
    began = thread_time()
    task()
    return (thread_time() - began) * 1000


def _encoding(data: bytes) -> float:
    """Return how many milliseconds Pillow takes to encode the same pixels in the same form."""
    image = Image.open(io.BytesIO(data))
    if image.format == "PNG":
        image.load()
        return _milliseconds(lambda: image.save(io.BytesIO(), "PNG", compress_level=LEVEL))
    frames = [frame.convert("RGB") for frame in ImageSequence.Iterator(image)]
    return _milliseconds(lambda: _animated(frames))


def _animated(frames: Sequence[Image.Image]) -> None:
    """Encode whole frames of a replay without loss, as fast as Pillow does."""
    still, *others = frames
    still.save(io.BytesIO(), "WEBP", save_all=True, append_images=others, lossless=True, quality=0, method=0)


def fresh(picture: Picture) -> Picture:
    """Return a picture that is not drawn yet."""
    return Picture(picture.filename, picture.alt, pickle.loads(picture.recipe))  # noqa: S301 - our own


async def _first(picture: Picture) -> float:
    pool = Pictures(1)
    began = perf_counter()
    await pool.draw([picture], "a bench")
    took = perf_counter() - began
    await pool.close()
    return took * 1000


async def _of_a_process(key: str, wanted: Wanted) -> list[Measured]:
    """Measure the most memory of a process that draws a game, and what eight boards at once take of the event loop."""
    pool = Pictures(1)
    memory = list[float]()
    for pictures in wanted.values():
        for picture in pictures:
            await pool.draw([fresh(picture)], "a bench")
            memory += [own for own, _ in map(memory_of, pool.pids)]
    await pool.close()
    told = [Measured("render", key, "memory", max(memory), "MB")] if memory else []
    boards = wanted.get(BOARD, [])[-AT_ONCE:]
    if boards:
        told.append(Measured("render", key, "late max, eight boards", await _stall(boards) * 1000, "ms"))
    return told


async def _stall(boards: Sequence[Picture]) -> float:
    pool = Pictures(cores())
    await pool.draw([fresh(boards[0])], "a bench")
    await asyncio.sleep(CALM)
    late = [0.0]
    watch = asyncio.create_task(watched(late))
    await asyncio.gather(*(pool.draw([fresh(board)], "a bench") for board in boards))
    watch.cancel()
    await pool.close()
    return max(late)
