"""`paddock bench`: measurements, each in a module of its own, `bot.cli.bench_<name>`."""

from __future__ import annotations

import importlib
from importlib.util import find_spec

import click

BENCHES = {
    "engines": "Steps and games a second of random play.",
    "bot": "Tables and clicks the bot serves.",
    "herd": "How quickly a bot answers that was away and has every table to put right.",
}
"""Every bench with its line of help; `bot.cli.bench_<name>` holds the command itself."""


class LazyBenches(click.Group):
    """A group that imports a bench when it is called, so that one does not load what another needs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the benches that are there."""
        return [name for name in BENCHES if find_spec(f"bot.cli.bench_{name}")]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one bench, or None if there is none of this name."""
        if cmd_name not in self.list_commands(ctx):
            return None
        bench: click.Command = importlib.import_module(f"bot.cli.bench_{cmd_name}").command
        return bench

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write one line a bench without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, BENCHES[name]) for name in self.list_commands(ctx)])


@click.group(cls=LazyBenches)
def command() -> None:
    """Measure the engines or the bot on this machine.

    \b
    Examples:
      paddock bench engines
      paddock bench engines --game jockey --seconds 20 --json
    """
