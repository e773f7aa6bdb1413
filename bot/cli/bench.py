"""`paddock bench`: measurements, each in a module of its own, `benches.<name>`."""

from __future__ import annotations

import click

from bot.cli.lazy import LazyGroup

BENCHES = {
    "engines": "Steps and games a second of random play.",
    "bot": "Tables and clicks the bot serves, in one process or in two.",
    "history": "How long statements take once a million games are over.",
    "render": "What each kind of picture costs, beside the encoder alone, and the first in a fresh process.",
    "pictures": "What drawing costs, in threads and in processes.",
    "replays": "What a replay takes to draw, how large it is, how long it plays.",
    "store": "Moves with their money that a second brings to the disk, in SQLite or PostgreSQL.",
    "bank": "Boards of a very large server; bets on the tote, two hundred thousand settled, and the odds.",
    "herd": "How quickly a bot answers that was away and has every table to put right.",
}
"""Every bench with its line of help; `benches.<name>` holds the command itself."""


@click.group(cls=LazyGroup, package="benches", lines=BENCHES)
def command() -> None:
    """Measure the engines, the database or the bot on this machine.

    \b
    Examples:
      paddock bench engines
      paddock bench engines --game jockey --seconds 20 --json
      paddock bench store --database postgresql
      paddock bench bot --case processes --tables 10
    """
