"""A seat decides: the one way in which a race goes on, whoever decides for the seat."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert

from bot.db.schema import log
from bot.tables import attendance, ending, marking, totes, turn_clocks
from bot.tables.refusals import Refusal, Refused
from bot.tables.standing import Standing
from bot.tables.step import Step
from bot.tables.table import Taken
from engines.core import Row


class Decision(NamedTuple):
    """What a seat decides, or the table's own clock (None); `asked` is the log length at which the question arose."""

    number: int | None
    asked: int
    action: Mapping[str, Any]
    taken: Taken | None = None
    """Why it was decided in the seat's place; None: its person decided, or it is a computer player's seat."""
    user_id: int | None = None
    """The person who decided."""


def decide(db: Connection, step: Step, decision: Decision) -> None:
    """Write everything down that a decision means: rows, coins, clocks, and which screens have to show it.

    Raises `Refused` if the question was answered already or is not this seat's, `IllegalAction` if the rules refuse,
    and `Unreadable` for what is no action at all.
    """
    before = step.standing(db)
    _require_may_decide(step, before, decision)
    after, rows = before.after(decision.number, before.match.game.read_action(decision.action))
    append(db, step, rows, decision.taken, decision.user_id)
    step.reached = after
    step.decided_by = decision.taken or ("computer" if decision.user_id is None else "person")
    totes.follow(db, step, before, after, rows)
    attendance.note_decision(db, step, decision.number, decision.taken)
    turn_clocks.restart_clocks(db, step, before, after)
    overslept = {decision.number} if decision.taken is Taken.CLOCK and decision.number is not None else set()
    marking.ask_for_posts(db, step.table, before, after, rows, overslept)
    ending.close_if_over(db, step, before, after)


def _require_may_decide(step: Step, standing: Standing, decision: Decision) -> None:
    step.require_awake()
    if decision.number is None:
        return
    standing.require_asked(decision.number, decision.asked)
    # What was thought out in the place of somebody who is back, or took their order back, meanwhile.
    seat = step.table.seats[decision.number]
    is_back = decision.taken is Taken.AWAY and not seat.is_played_for
    is_taken_back = decision.taken is Taken.ORDER and decision.action.get("type") not in seat.orders
    if is_back or is_taken_back:
        raise Refused(Refusal.STALE)


_ONE = insert(log)
_SEVERAL = insert(log).returning(log.c.n)
"""Several rows are one statement where something is returned of them."""


def append(
    db: Connection, step: Step, rows: Sequence[Row], taken: Taken | None = None, user_id: int | None = None
) -> None:
    """Write rows of the log; nothing else adds any.

    Beside those that were not forced stands who decided, and why in a seat's place.
    """
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
        db.execute(_ONE, lines[0])
    else:
        db.execute(_SEVERAL, lines)
    step.change(db, length=rows[-1].n + 1)


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
