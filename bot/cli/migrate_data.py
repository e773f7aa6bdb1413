"""`paddock migrate-data`: all data from one database to another, compared row by row."""

from __future__ import annotations

import click

from bot.cli.database import chosen, run
from bot.store import move_data


@click.command
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="[TO]", required=False)
def command(source: str, target: str | None) -> None:
    """Move all data to another database: from a SQLite file to PostgreSQL, or back.

    FROM and TO are addresses such as PADDOCK_DATABASE_URL takes; TO is that one if it is not given, so that its
    password stands in no list of processes. Stop the bot first. TO has to be empty, and stays so if anything goes
    wrong: rows are written in one transaction, and it is committed once every row was read back and compared. FROM
    is not changed. Afterwards start the bot with TO.

    \b
    Examples:
      paddock migrate-data sqlite+aiosqlite:///paddock.db
      paddock migrate-data sqlite+aiosqlite:///paddock.db postgresql+asyncpg://paddock@db.example/paddock
    """
    moved = run(move_data(source, chosen(target), click.echo))
    for table in moved:
        click.echo(f"{table.table}: {table.rows:,} rows, sha256 {table.digest[:16]}")
    rows = sum(table.rows for table in moved)
    click.echo(f"Moved {rows:,} rows of {len(moved)} tables; every row was read back and is the same.")
