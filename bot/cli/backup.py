"""`paddock backup`: a consistent copy of the database, taken while the bot runs."""

from __future__ import annotations

from pathlib import Path

import click

from bot.cli.database import chosen, database_option, run
from bot.db import backup


@click.command
@click.argument("file", type=click.Path(path_type=Path))
@database_option
def command(file: Path, database: str | None) -> None:
    """Copy the database while the bot runs.

    FILE must not exist yet; it is one file, checked and on the disk when the command ends. To go back to it,
    stop the bot and put it in the place of the database, without the -wal and -shm files beside that.

    \b
    Examples:
      paddock backup paddock-monday.db
      paddock backup /backups/paddock.db --database sqlite+aiosqlite:////srv/paddock/paddock.db
    """
    run(backup(chosen(database), file))
    click.echo(f"Copied the database to {file} ({file.stat().st_size:,} bytes).")
