"""`paddock bank`: the books of the bank."""

from __future__ import annotations

import click

from bot.bank import audit, pages
from bot.cli.database import chosen, database_option, run
from bot.db import Database


@click.group
def command() -> None:
    """Look after the bank's books.

    \b
    Example:
      paddock bank audit
      paddock bank export 1197785156300047279
    """


@command.command("audit")
@database_option
def audit_command(database: str | None) -> None:
    """Check the books of the bank.

    Every balance is added up anew from the movements, and coins are looked for where none may be.

    Nothing is changed, and the bot may be running. Ends with exit code 1 if something is wrong.

    \b
    Example:
      paddock bank audit
    """
    problems = run(_audited(chosen(database)))
    for problem in problems:
        click.echo(problem)
    if problems:
        raise click.ClickException(f"The books are not in order: {len(problems)} found.")
    click.echo("The books are in order.")


@command.command("export")
@click.argument("guild", type=click.IntRange(1, 2**63 - 1))
@database_option
def export_command(guild: int, database: str | None) -> None:
    """Write every movement of coins in a server as CSV, the newest first.

    GUILD is the server's id. Nothing is changed, and the bot may be running.

    \b
    Example:
      paddock bank export 1197785156300047279 > movements.csv
    """
    if not run(_exported(chosen(database), guild)):
        raise click.ClickException(f"Server {guild} has no books.")


async def _exported(url: str, guild: int) -> int:
    """Print the books of a server; return how many movements that were."""
    store, count = await Database.open_existing(url), 0
    try:
        async for page in pages(store.read, guild):
            click.echo(page.written, nl=False)
            count += page.movements
    finally:
        await store.close()
    return count


async def _audited(url: str) -> list[str]:
    store = await Database.open_existing(url)
    try:
        return await store.read(audit)
    finally:
        await store.close()
