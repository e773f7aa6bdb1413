"""`paddock sandbox`: a Discord of one's own, with the same bot in it."""

from __future__ import annotations

import asyncio
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import click

from bot.cli.database import ended_by
from bot.cli.settings import process_options
from bot.cluster.ownership import ShardsTaken
from bot.db.backend import backend_at
from bot.db.errors import DatabaseUnusable
from bot.environment import BadEnvironment, Environment, read_environment
from bot.logs import log_format, set_up_logging
from bot.serving import BotError, run_bot
from sandbox import Sandbox


async def play(settings: Environment, port: int) -> None:
    """Open the sandbox, connect the bot to it, and say where to play; until somebody stops it."""
    database = settings.paddock_sandbox_database_url
    async with AsyncExitStack() as opened:
        try:
            discord = await opened.enter_async_context(Sandbox.kept(_beside(database), port))
        except OSError as error:
            if error.filename:
                raise BotError(
                    f"The sandbox cannot keep what is posted in {error.filename} ({error.strerror})."
                ) from None
            raise BotError(
                f"The sandbox cannot use port {port} ({error.strerror}); choose another one with --port "
                "or PADDOCK_SANDBOX_PORT."
            ) from None
        click.echo(f"No DISCORD_TOKEN: the sandbox is open. Play at {discord.page_url}  (Ctrl+C stops it)")
        await run_bot(
            discord.token,
            discord.api_url,
            database,
            settings.paddock_editions,
            settings.health_address,
            process_options(settings, is_sandbox=True),
        )


def _beside(database: str) -> Path | None:
    """Name the sandbox's own file: what was posted has to outlive a kill as what was played does.

    None where the bot has no file; the sandbox then forgets with the process.
    """
    file = backend_at(database).file
    return file and file.with_name(f"{file.stem}-discord.db")


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), help="Where to serve the page; 0 takes any free port.")
def command(port: int | None) -> None:
    """Open a local stand-in for Discord and play in the browser.

    The page lets you sit as several players in one server: open a tab for each. What is played there is kept in a
    file of its own, PADDOCK_SANDBOX_DATABASE_URL, and what was posted in one beside it.

    \b
    Examples:
      paddock sandbox
      paddock sandbox --port 9000
    """
    try:
        settings = read_environment()
        set_up_logging(settings.paddock_log_level, form=log_format(settings.paddock_log_format, sys.stderr))
        asyncio.run(play(settings, settings.paddock_sandbox_port if port is None else port))
    except (BadEnvironment, BotError) as error:
        raise click.UsageError(str(error)) from None
    except (DatabaseUnusable, ShardsTaken) as error:
        raise ended_by(error) from None
