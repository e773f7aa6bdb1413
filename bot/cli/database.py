"""What the commands that open the database have in common: which one, and how its errors are told."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import click

from bot.db import DatabaseUnusable
from bot.db.errors import Misconfigured
from bot.environment import BadEnvironment, read_environment

Answer = TypeVar("Answer")

database_option = click.option(
    "--database",
    metavar="URL",
    help="The database, such as sqlite+aiosqlite:///paddock.db; PADDOCK_DATABASE_URL if not given.",
)


def chosen(database: str | None) -> str:
    """Return the address that was given, or else the one in the settings."""
    if database is not None:
        return database
    try:
        return read_environment().paddock_database_url
    except BadEnvironment as error:
        raise click.UsageError(str(error)) from None


def run(work: Coroutine[Any, Any, Answer]) -> Answer:
    """Run work on the database to its end; a `DatabaseUnusable` ends the command with its sentence."""
    try:
        return asyncio.run(work)
    except DatabaseUnusable as error:
        raise ended_by(error) from None


def ended_by(error: Exception) -> click.ClickException:
    """Return what ends a command with an error; exit code 2: the operator has to change something."""
    return (click.UsageError if isinstance(error, Misconfigured) else click.ClickException)(str(error))
