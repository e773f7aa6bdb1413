"""The race log of a table that is over, as a file, and what everyone saw while it was written."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables import Standing
from bot.tables.standing import header_of
from bot.ui.snapshot import Snapshot
from engines.core import Row


def views_of(snapshot: Snapshot, rows: Sequence[Row]) -> list[object]:
    """Return what everyone saw at the start and after each row."""
    standing, _ = Standing.begin(snapshot.table)
    views = [standing.view(None)]
    for row in rows:
        if row.action is not None:
            standing = standing.after_row(row)
            views.append(standing.view(None))
    return views


def log_file(snapshot: Snapshot, rows: Sequence[Row]) -> tuple[str, bytes]:
    """Name and write the log of a game that is over."""
    return f"{snapshot.table.game}-{snapshot.table.table_id}.jsonl", race_log(snapshot, rows)


def race_log(snapshot: Snapshot, rows: Sequence[Row]) -> bytes:
    """Write the whole log of a game that is over."""
    lines = [header_of(snapshot.table).line(), *(row.line() for row in rows)]
    return ("\n".join(lines) + "\n").encode()
