"""A seat decides: the one way in which a race goes on, whoever decides for the seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from bot.tables import attendance, closing, marking, race_log, totes, turn_clocks
from bot.tables.refusals import Refusal, Refused
from bot.tables.standing import Standing
from bot.tables.step import Step
from bot.tables.table import Table, Taken


class Decision(NamedTuple):
    """What a seat decides, or the table's own clock (None); `asked` is the log length at which the question arose."""

    number: int | None
    asked: int
    action: Mapping[str, Any]
    taken: Taken | None = None
    """Why it was decided in the seat's place; None: its person decided, or it is a computer player's seat."""
    user_id: int | None = None
    """The person who decided."""


def decide(step: Step, decision: Decision) -> None:
    """Write everything down that a decision means: rows, coins, clocks, and which screens have to show it.

    Raises `Refused` if the question was answered already or is not this seat's, `IllegalAction` if the rules refuse,
    and `Unreadable` for what is no action at all.
    """
    before = step.standing()
    _require_may_decide(step.table, before, decision)
    after, rows = before.after(decision.number, before.match.game.read_action(decision.action))
    race_log.append(step, rows, decision.taken, decision.user_id)
    totes.follow(step, before, after, rows)
    attendance.note_decision(step, decision.number, decision.taken)
    turn_clocks.restart_clocks(step, before, after)
    overslept = {decision.number} if decision.taken is Taken.CLOCK and decision.number is not None else set()
    posts = marking.ask_for_posts(step.db, step.table, before, after, rows, overslept)
    is_all = closing.close_if_over(step, before, after)
    step.reached, step.posts = after, posts if is_all else None
    step.decided_by = decision.taken or ("computer" if decision.user_id is None else "person")


def _require_may_decide(table: Table, standing: Standing, decision: Decision) -> None:
    table.require_awake()
    if decision.number is None:
        return
    standing.require_asked(decision.number, decision.asked)
    # What was thought out in the place of somebody who is back, or took their order back, meanwhile.
    seat = table.seats[decision.number]
    is_back = decision.taken is Taken.AWAY and not seat.is_played_for
    is_taken_back = decision.taken is Taken.ORDER and decision.action.get("type") not in seat.orders
    if is_back or is_taken_back:
        raise Refused(Refusal.STALE)
