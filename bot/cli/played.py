"""Games that `paddock simulate` has played: where their logs go, and how each seat did."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path

import click

from bot.cli.series import Crew, Series, pieces
from engines.core import Outcome

Write = Callable[[Series, int, str], object]
"""Takes the log of a game of a series, by its number."""


def play(
    every: Sequence[Series],
    games: int,
    crew: Crew,
    write: Write | None,
) -> list[list[str]]:
    """Play every series, hand each log to `write`, and return the lines that sum each series up."""
    return [list(summary(series, games, standing(series, games, crew, write))) for series in every]


def standing(
    series: Series,
    games: int,
    crew: Crew,
    write: Write | None,
) -> list[Seated]:
    """Play the games of a series in their order; return how each seat did. No log is kept."""
    seated = [Seated(name) for name in series.agents]
    work = list(pieces(games, crew.jobs))
    results = crew.spread_over(partial(logs_and_outcomes, series, write is not None), work)
    for numbers, piece in zip(work, results, strict=True):
        for number, (text, outcome) in zip(numbers, piece, strict=True):
            for seat, one in enumerate(seated):
                one.add(outcome, seat)
            if write:
                write(series, number, text)
        crew.played(len(numbers))
    return seated


def logs_and_outcomes(series: Series, logged: bool, numbers: range) -> list[tuple[str, Outcome]]:
    """Play some games; return their logs as text (empty unless they are `logged`) and how they ended."""
    return [
        (
            "".join(f"{line}\n" for line in [header.line(), *[row.line() for row in rows]]) if logged else "",
            outcome,
        )
        for header, rows, outcome in series.play(numbers)
    ]


@dataclass
class Seated:
    """How the computer player of a seat did; a shared win counts in parts."""

    name: str
    wins: Fraction = Fraction(0)
    scores: int = 0

    def add(self, outcome: Outcome, seat: int) -> None:
        """Count one game."""
        self.scores += outcome.scores[seat]
        if seat in outcome.winners:
            self.wins += Fraction(1, len(outcome.winners))


def sink(log: str, games: int, stack: ExitStack) -> Write:
    """Return what takes the log of each game: here, a file for all of them, or a file each.

    A name without an ending that is no file yet is that of a directory, as one that is there or ends in a slash is.
    """
    if log == "-":
        return lambda _series, _number, text: click.echo(text, nl=False)
    path = Path(log)
    is_folder = path.is_dir() or log.endswith("/") or not (path.suffix or path.exists())
    if not is_folder:
        file = stack.enter_context(path.open("w", encoding="utf-8", newline="\n"))
        return lambda _series, _number, text: file.write(text)
    path.mkdir(parents=True, exist_ok=True)
    width = len(str(games))
    return lambda series, number, text: (path / f"{series.game}-{number + 1:0{width}}.jsonl").write_text(
        text, encoding="utf-8", newline="\n"
    )


def summary(series: Series, games: int, seated: Sequence[Seated]) -> Iterator[str]:
    """Say what was played, and how each seat did."""
    plural = "game" if games == 1 else "games"
    yield f"{series.game}, {series.seats} seats, {games} {plural}, seed {series.secret.hex()}"
    yield f"{'seat':>4}  {'agent':<10}  {'wins':>8}  {'mean score':>10}"
    for seat, one in enumerate(seated):
        yield f"{seat:>4}  {one.name:<10}  {float(one.wins):>8.1f}  {one.scores / games:>10.1f}"
