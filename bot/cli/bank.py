"""`paddock bank`: the books of the bank."""

from __future__ import annotations

import click

from bot.bank import audit
from bot.cli.database import chosen, database_option, run
from bot.store import Store


@click.group
def command() -> None:
    """Look after the bank's books.

    \b
    Example:
      paddock bank audit
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


async def _audited(url: str) -> list[str]:
    store = await Store.open_existing(url)
    try:
        async with store.reading() as db:
            return await audit(db)
    finally:
        await store.close()
