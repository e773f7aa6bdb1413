"""`paddock sandbox`: a Discord of one's own, with the same bot in it."""

from __future__ import annotations

import asyncio
import sys
from contextlib import AsyncExitStack

import click

from bot.cli.settings import process_options
from bot.environment import BadEnvironment, Environment, read_environment
from bot.logs import log_format, set_up_logging
from bot.serving import BotError, run_bot
from bot.store.errors import StoreError
from sandbox import Sandbox


async def play(settings: Environment, port: int) -> None:
    """Open the sandbox, connect the bot to it, and say where to play; until somebody stops it."""
    async with AsyncExitStack() as opened:
        try:
            discord = await opened.enter_async_context(Sandbox(port))
        except OSError as error:
            raise BotError(
                f"The sandbox cannot use port {port} ({error.strerror}); choose another one with --port "
                "or PADDOCK_SANDBOX_PORT."
            ) from None
        click.echo(f"No DISCORD_TOKEN: the sandbox is open. Play at {discord.page_url}  (Ctrl+C stops it)")
        await run_bot(
            discord.token,
            discord.api_url,
            settings.paddock_sandbox_database_url,
            settings.paddock_editions,
            settings.health_address,
            process_options(settings, is_sandbox=True),
        )


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), help="Where to serve the page; 0 takes any free port.")
def command(port: int | None) -> None:
    """Open a local stand-in for Discord and play in the browser.

    The page lets you sit as several players in one server: open a tab for each. What is played there is kept in a
    file of its own, PADDOCK_SANDBOX_DATABASE_URL.

    \b
    Examples:
      paddock sandbox
      paddock sandbox --port 9000
    """
    try:
        settings = read_environment()
        set_up_logging(settings.paddock_log_level, form=log_format(settings.paddock_log_format, sys.stderr))
        asyncio.run(play(settings, settings.paddock_sandbox_port if port is None else port))
    except BadEnvironment as error:
        raise click.UsageError(str(error)) from None
    except (BotError, StoreError) as error:
        raise click.ClickException(str(error)) from None
