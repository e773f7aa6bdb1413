"""`paddock run`: the bot's main job."""

from __future__ import annotations

import asyncio
import sys

import click

from bot.cli.database import ended_by
from bot.cli.settings import process_options, settings
from bot.cluster.ownership import ShardsTaken
from bot.db.errors import DatabaseUnusable
from bot.logs import log_format, set_up_logging
from bot.serving import BotError, run_bot


@click.command()
def command() -> None:
    """Serve Discord with a DISCORD_TOKEN, or open the sandbox without one.

    Settings come from the environment or a .env file; see .env.example. What is played in the sandbox never comes
    into the bot's database.

    \b
    Examples:
      paddock run
      DISCORD_TOKEN=… paddock run
      PADDOCK_DATABASE_URL=sqlite+aiosqlite:////var/lib/paddock/paddock.db paddock run
    """
    chosen = settings()
    if chosen.discord_token is None and not chosen.paddock_database_url.startswith("sqlite"):
        raise click.UsageError(
            "DISCORD_TOKEN: a bot with a server of databases needs its token; `paddock sandbox` plays without."
        )
    set_up_logging(chosen.paddock_log_level, form=log_format(chosen.paddock_log_format, sys.stderr))
    try:
        if chosen.discord_token is None:
            from bot.cli.sandbox import play  # noqa: PLC0415 - who has a token needs no sandbox

            asyncio.run(play(chosen, chosen.paddock_sandbox_port))
        else:
            token = chosen.discord_token.get_secret_value()
            editions = chosen.paddock_editions
            health, database = chosen.health_address, chosen.paddock_database_url
            how = process_options(chosen, is_sandbox=False)
            asyncio.run(run_bot(token, chosen.discord_api_url, database, editions, health, how))
    except BotError as error:
        raise click.UsageError(str(error)) from None
    except (DatabaseUnusable, ShardsTaken) as error:
        raise ended_by(error) from None
