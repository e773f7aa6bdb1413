"""`paddock replay`: tell a race log as a story."""

from __future__ import annotations

import click

from bot.cli.lines import printable
from bot.cli.logfiles import read_logs
from bot.cli.story import story_of, told
from engines.core import Header, Unreadable


@click.command()
@click.argument("file", metavar="FILE")
def command(file: str) -> None:
    """Tell a race log as a story, line by line.

    FILE may hold several logs; - reads standard input. The story is told as it is written down; whether it
    could have happened is for `paddock verify` to say.

    \b
    Examples:
      paddock replay race.jsonl
      paddock simulate jockey --seed 7 --log - | paddock replay -
    """
    for log in read_logs(file):
        click.echo(opening(log.header))
        story = story_of(log.header.game)
        try:
            for row in log.rows():
                click.echo(told(row, story))
        except Unreadable as error:
            raise click.UsageError(f"{file}: {error}") from None


def opening(header: Header) -> str:
    """Introduce a game."""
    options = ", ".join(f"{name} {value}" for name, value in header.options.items())
    return printable(f"{header.game}, {header.seats} seats" + (f", {options}" if options else ""))
