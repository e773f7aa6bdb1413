"""Writes the log of a race: nothing else adds a row to it."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlalchemy import insert

from bot.db.schema import log
from bot.tables.standing import Told
from bot.tables.step import Step
from bot.tables.table import Taken
from engines.core import Row

_ONE = insert(log)
_SEVERAL = insert(log).returning(log.c.n)
"""Several rows are one statement where something is returned of them."""


def append(step: Step, rows: Sequence[Row], taken: Taken | None = None, user_id: int | None = None) -> None:
    """Write rows down. Who decided what they follow from, and why in a seat's place, is noted beside the unforced."""
    table_id = step.table.table_id
    lines = [
        {
            "table_id": table_id,
            "n": row.n,
            "seat": row.seat,
            "action": None if row.action is None else _json(row.action),
            "events": _json(row.events),
            "auto": row.auto,
            "at": step.now,
            "taken_by": None if row.auto else taken,
            "decided_by": None if row.auto else user_id,
        }
        for row in rows
    ]
    if len(lines) == 1:
        step.db.execute(_ONE, lines[0])
    else:
        step.db.execute(_SEVERAL, lines)
    step.facts["length"] = rows[-1].n + 1
    step.told = [*step.told, *(Told(row, None if row.auto else taken) for row in rows)]


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
