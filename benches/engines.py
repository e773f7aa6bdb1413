"""`paddock bench engines`: how fast games are played at random, next to a bare loop in the same run."""

from __future__ import annotations

import cProfile
import pstats
import random
import sys
from collections.abc import Iterable, Iterator
from statistics import mean, median
from time import perf_counter
from typing import NamedTuple

import click

from benches import options
from benches.figures import Measured, tell
from engines import catalog
from engines.core import Chance, pick

ROUNDS = 25
"""Every case is measured so many times, all of them in turn; the median counts."""


class Rate(Measured):
    """A figure a second, and its ratio to the bare loop's steps."""

    DIGITS = (1, 5)

    def as_text(self) -> str:
        """Return the figure as one line to read."""
        return (
            f"{self.case:<14} {self.figure:<6} {self.value:>14,.0f} /s  {self.ratio:>8.2%} of the bare loop"
        )


@click.command()
@click.option("--game", "key", help="One game; all of them if left out.")
@options.number("--seconds", click.FloatRange(0.1, 3600), 10.0, "How long to measure, for each game.")
@options.as_json
@click.option("--profile", is_flag=True, help="Show where the time goes instead.")
def command(key: str | None, seconds: float, as_json: bool, profile: bool) -> None:
    """Play games at random on one thread and count steps and games a second.

    A step asks who has to act, computes the choices, draws one and applies it; for `listed` the choices of
    cards are all listed first. The yardstick is a bare loop: build a list of ten numbers, choose one with
    random.choice, add it to a field of an object with slots.

    \b
    Examples:
      paddock bench engines --game jockey
      paddock bench engines --seconds 30 --json
      paddock bench engines --game jockey --profile
    """
    try:
        games = catalog.games() if key is None else [catalog.game(key)]
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    for game in games:
        if profile:
            show_profile(game, seconds)
        else:
            tell(measure(game, seconds), as_json=as_json)


class Rates(NamedTuple):
    """How many steps and games a second."""

    steps: float
    games: float


class Field:
    """What the bare loop adds to."""

    __slots__ = ("total",)

    def __init__(self) -> None:
        self.total = 0


def bare_loop(seconds: float) -> float:
    """Return the bare loop's steps a second."""
    field, choose = Field(), random.choice
    steps, begun = 0, perf_counter()
    while (spent := perf_counter() - begun) < seconds:
        for _ in range(1000):
            field.total += choose(list(range(10)))
        steps += 1000
    return steps / spent


def random_play(game: catalog.AnyGame, seats: int, seconds: float, seed: int, listing: bool = False) -> Rates:
    """Play whole games for some seconds.

    With `listing` every choice that can be listed is, and one of the list is played; otherwise the choices
    draw one themselves, as computer players do.
    """
    options = game.options({})
    chance = Chance(seed.to_bytes(32, "big"))
    steps, games, begun = 0, 0, perf_counter()
    while (spent := perf_counter() - begun) < seconds:
        state, _ = game.new(options, seats, chance)
        while acting := game.to_act(state):
            choices = game.choices(state, acting[0])
            if listing and isinstance(choices, Iterable):
                action = pick(chance, tuple(choices))
            else:
                action = choices.sample(chance)
            state, _ = game.apply(state, acting[0], action, chance)
            steps += 1
        games += 1
    return Rates(steps / spent, games / spent)


def measure(game: catalog.AnyGame, seconds: float) -> Iterator[Rate]:
    """Measure every number of seats and the bare loop in turn, several rounds; yield the medians.

    The case named like the game alone is the mean over its numbers of seats.
    """
    part = seconds / ROUNDS / (2 * len(game.seats) + 1)
    bare: list[float] = []
    played: dict[int, list[Rates]] = {seats: [] for seats in game.seats}
    listed: list[float] = []
    for turn in range(ROUNDS):
        bare.append(bare_loop(part))
        for seats in game.seats:
            played[seats].append(random_play(game, seats, part, turn))
        listed.append(mean(random_play(game, seats, part, turn, listing=True).steps for seats in game.seats))
    yield Rate("engines", "bare loop", "steps", median(bare), "1/s", 1.0)
    for which, figure in enumerate(Rates._fields):
        by_seats = {seats: [rates[which] for rates in measured] for seats, measured in played.items()}
        yield compared(
            game.key, figure, [mean(rates) for rates in zip(*by_seats.values(), strict=True)], bare
        )
        for seats, rates in by_seats.items():
            yield compared(f"{game.key}/{seats}", figure, rates, bare)
    yield compared(game.key, "listed", listed, bare)


def compared(case: str, figure: str, rates: list[float], bare: list[float]) -> Rate:
    """Return the median of a figure and of its ratio to the bare loop's steps in the same round."""
    ratios = [rate / yardstick for rate, yardstick in zip(rates, bare, strict=True)]
    return Rate("engines", case, figure, median(rates), "1/s", median(ratios))


def show_profile(game: catalog.AnyGame, seconds: float) -> None:
    """Print the functions that take most of the time."""
    profiler = cProfile.Profile()
    seats = game.seats[len(game.seats) // 2]
    profiler.runcall(random_play, game, seats, seconds, 0)
    pstats.Stats(profiler, stream=sys.stdout).sort_stats("tottime").print_stats(25)
