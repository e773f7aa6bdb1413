"""What the commands of benches have in common: their options, and how they run."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import click

Told = TypeVar("Told")
Option = Callable[[Callable[..., Any]], Callable[..., Any]]
"""An option of a command."""

as_json: Option = click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")


def number(name: str, kind: click.IntRange | click.FloatRange, default: float, what: str) -> Option:
    """Return an option that takes a number."""
    return click.option(name, type=kind, default=default, show_default=True, help=what)


def tables(default: int, what: str) -> Option:
    """Return the option that says how many tables are played at."""
    return number("--tables", click.IntRange(1, 500), default, what)


def pace(least: float, most: float, default: float, what: str) -> Option:
    """Return the option that says how many seconds lie between two presses."""
    return number("--pace", click.FloatRange(least, most), default, what)


def refuse_windows() -> None:
    """Raise ClickException on Windows: the processes that are measured are spoken to with signals."""
    if sys.platform == "win32":
        raise click.ClickException("This needs signals that Windows does not have.")


def refuse_old_sqlite() -> None:
    """Raise UsageError where Python brings a SQLite that is too old for a database in a file."""
    from bot.db.errors import Misconfigured  # noqa: PLC0415 - most benches need no database
    from bot.db.sqlite_file import check_library  # noqa: PLC0415

    try:
        check_library()
    except Misconfigured as error:
        raise click.UsageError(str(error)) from None


def run(measuring: Coroutine[Any, Any, Told]) -> Told:
    """Run a measurement; ClickException if somebody waited in vain for the bot."""
    try:
        return asyncio.run(measuring)
    except TimeoutError as error:
        raise click.ClickException(f"The bot fell behind: {error}") from None
