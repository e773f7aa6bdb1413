"""`paddock verify`: check race logs."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import click

from bot.cli.lines import clear, printable
from bot.cli.logfiles import read_logs
from bot.games.kit.english_packs import differences
from engines import catalog
from engines.core import Unreadable
from engines.core.salt import Pressed, digest
from engines.verify import Log, Verdict, verify


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--finished", is_flag=True, help="Fail also for a game that was not over.")
@click.option("--luck", is_flag=True, help="List the presses and words that the luck was mixed from.")
@click.pass_context
def command(context: click.Context, files: tuple[str, ...], *, finished: bool, luck: bool) -> None:
    """Check race logs: the commitment, the seed, and every event byte for byte.

    A FILE may hold several logs one after another; - reads standard input. Exit code 0 says that every log is
    what the rules give, 1 that one is not (each problem on a line), 2 that something is no race log. The log of
    a game that was cancelled is unfinished: that is said, and is no fault.

    \b
    Examples:
      paddock verify race.jsonl
      paddock verify --luck race.jsonl
      paddock simulate jockey --games 10 --log - | paddock verify --finished -
    """
    sound = True
    for path in files:
        for log in read_logs(path):
            verdict = checked(path, log, finished=finished)
            for problem in verdict.problems:
                click.echo(clear(f"paddock: {path}: {problem}"), err=True)
            for remark in verdict.remarks:
                click.echo(clear(f"paddock: {path}: note: {remark}"), err=True)
            if verdict:
                click.echo(f"{path}: {verdict_line(verdict)}")
                if differs := differences(log.header.edition, catalog.packaged_edition(log.header.game)):
                    click.echo(clear(f"{path}: own edition: {differs}"))
            if luck:
                click.echo("".join(f"  {line}\n" for line in presses(verdict)), nl=False)
            sound = sound and bool(verdict)
    context.exit(0 if sound else 1)


def checked(path: str, log: Log, *, finished: bool = False) -> Verdict:
    """Check one log; raise click.UsageError if it is none."""
    try:
        return verify(log, to_the_end=finished)
    except Unreadable as error:
        raise click.UsageError(f"{path}: {error}") from None


def verdict_line(verdict: Verdict) -> str:
    """Say what was verified."""
    header, outcome = verdict.header, verdict.outcome
    what = f"{header.game}, {header.seats} seats, {verdict.rows} rows"
    mixed = f", luck {digest(header.salt)}" if header.salt else ""
    if outcome is None:
        return f"unfinished: {what}, all right as far as they go; the game was not over{mixed}"
    return f"verified: {what}, scores {', '.join(str(score) for score in outcome.scores)}{mixed}"


def presses(verdict: Verdict) -> Iterator[str]:
    """Tell what the luck was mixed from: when Discord received each press, its id, and the words it added."""
    for number, text in enumerate(verdict.header.salt, 1):
        pressed = Pressed.read(text)
        when = moment(pressed.at) if pressed else "no press"
        yield f"{number:>3}  {when:<27}  {printable(text)}"


def moment(milliseconds: int) -> str:
    """Give a time: `2026-07-24 20:15:03.250 UTC`."""
    at = datetime.fromtimestamp(milliseconds // 1000, UTC)
    return f"{at:%Y-%m-%d %H:%M:%S}.{milliseconds % 1000:03} UTC"
