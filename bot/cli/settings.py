"""The settings of a run, as the commands that run a bot read them."""

from __future__ import annotations

import click

from bot.environment import BadEnvironment, Environment, cores, read_environment
from bot.process_options import ProcessOptions
from bot.servers import Pace
from bot.tables.retention import Retention


def settings() -> Environment:
    """Read the settings; a wrong one ends the command with exit code 2."""
    try:
        return read_environment()
    except BadEnvironment as error:
        raise click.UsageError(str(error)) from None


def process_options(chosen: Environment, *, is_sandbox: bool) -> ProcessOptions:
    """Return how the process runs by the settings; in the sandbox threads draw unless something else is set."""
    render_workers = chosen.render_workers(cores(), is_sandbox=is_sandbox)
    return ProcessOptions(
        shards=chosen.shards,
        retention=Retention(*chosen.retention),
        render_workers=render_workers,
        pace=Pace(chosen.paddock_pace),
    )
