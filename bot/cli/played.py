"""Games that `paddock simulate` has played: where their logs go, and how each seat did."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from fractions import Fraction
from functools import partial
from pathlib import Path

import click

from bot.cli.series import Crew, Series, pieces
from engines.core import Outcome

Write = Callable[[Series, int, str], object]
"""Takes the log of a game of a series, by its number."""


def play(series: Series, games: int, crew: Crew, write: Write | None) -> list[str]:
    """Play the games of a series in their order, hand each log to `write`, and return lines on how each seat did."""
    wins, scores = [Fraction(0)] * series.seats, [0] * series.seats
    work = list(pieces(games, crew.jobs))
    results = crew.spread_over(partial(logs_and_outcomes, series, write is not None), work)
    for numbers, piece in zip(work, results, strict=True):
        for number, (text, outcome) in zip(numbers, piece, strict=True):
            for seat, score in enumerate(outcome.scores):
                scores[seat] += score
                wins[seat] += Fraction(seat in outcome.winners, len(outcome.winners))
            if write:
                write(series, number, text)
        crew.played(len(numbers))
    plural = "game" if games == 1 else "games"
    return [
        f"{series.game}, {series.seats} seats, {games} {plural}, seed {series.secret.hex()}",
        f"{'seat':>4}  {'agent':<10}  {'wins':>8}  {'mean score':>10}",
        *(
            f"{seat:>4}  {name:<10}  {float(wins[seat]):>8.1f}  {scores[seat] / games:>10.1f}"
            for seat, name in enumerate(series.agents)
        ),
    ]


def logs_and_outcomes(series: Series, logged: bool, numbers: range) -> list[tuple[str, Outcome]]:
    """Play some games; return their logs as text (empty unless they are `logged`) and how they ended."""
    return [
        ("\n".join([header.line(), *[row.line() for row in rows], ""]) if logged else "", outcome)
        for header, rows, outcome in series.play(numbers)
    ]


def sink(log: str, games: int, stack: ExitStack) -> Write:
    """Return what takes the log of each game: here, a file for all of them, or a file each.

    A name without an ending that is no file yet is that of a directory, as one that is there or ends in a slash is.
    """
    if log == "-":
        return lambda _series, _number, text: click.echo(text.encode(), nl=False)
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
