"""`paddock verify`: check race logs."""

from __future__ import annotations

import click

from bot.cli.lines import clear
from bot.cli.logfiles import read_logs
from engines.core import Unreadable
from engines.verify import Log, Verdict, verify


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.pass_context
def command(context: click.Context, files: tuple[str, ...]) -> None:
    """Check race logs: the commitment, the seed, and every event byte for byte.

    A FILE may hold several logs one after another; - reads standard input. Exit code 0 says that every log is
    what the rules give, 1 that one is not (each problem on a line), 2 that something is no race log.

    \b
    Examples:
      paddock verify race.jsonl
      paddock simulate jockey --games 10 --log - | paddock verify -
    """
    sound = True
    for path in files:
        for log in read_logs(path):
            verdict = checked(path, log)
            for problem in verdict.problems:
                click.echo(clear(f"paddock: {path}: {problem}"), err=True)
            if verdict:
                click.echo(f"{path}: {told(verdict)}")
            sound = sound and bool(verdict)
    context.exit(0 if sound else 1)


def checked(path: str, log: Log) -> Verdict:
    """Check one log; raise click.UsageError if it is none."""
    try:
        return verify(log)
    except Unreadable as error:
        raise click.UsageError(f"{path}: {error}") from None


def told(verdict: Verdict) -> str:
    """Say what was verified."""
    header, outcome = verdict.header, verdict.outcome
    scores = ", ".join(str(score) for score in outcome.scores) if outcome else ""
    return f"verified: {header.game}, {header.seats} seats, {verdict.rows} rows, scores {scores}"
