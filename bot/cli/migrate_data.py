"""`paddock migrate-data`: all data from one database to another."""

from __future__ import annotations

import click

from bot.cli.database import chosen, ended_by
from bot.db.errors import DatabaseUnusable
from bot.db.moving import move_data


@click.command
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="[TO]", required=False)
def command(source: str, target: str | None) -> None:
    """Copy all data to another database: from a SQLite file to PostgreSQL, or back.

    FROM and TO are addresses such as PADDOCK_DATABASE_URL takes; TO is that one if it is not given, so that its
    password stands in no list of processes. Stop the bot first. TO has to be empty, and stays so if anything goes
    wrong: rows are written in one transaction, and counted before it is committed. FROM is not changed. Afterwards
    start the bot with TO.

    \b
    Examples:
      paddock migrate-data sqlite+aiosqlite:///paddock.db
      paddock migrate-data sqlite+aiosqlite:///paddock.db postgresql://paddock@db.example/paddock
    """
    try:
        moved = move_data(source, chosen(target))
    except DatabaseUnusable as error:
        raise ended_by(error) from None
    for table, rows in moved.items():
        click.echo(f"{table}: {rows:,} rows")
    click.echo(f"Moved {sum(moved.values()):,} rows of {len(moved)} tables.")
