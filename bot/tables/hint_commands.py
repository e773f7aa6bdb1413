"""Whether people at a table may have hints: its host says so, in the lobby or while the race runs."""

from __future__ import annotations

from bot import outbox
from bot.outbox import Notice, PostKind
from bot.tables import lobby
from bot.tables.refusals import Refusal, Refused
from bot.tables.step import Step
from bot.tables.steps import Commands
from bot.tables.table import Status


class HintCommands(Commands):
    """Commands about hints."""

    async def allow(self, table_id: str, user_id: int, *, is_allowed: bool) -> None:
        """Allow hints to everybody at a table, or to nobody; the host decides.

        Said before, it changes nothing. Everybody hears of it: from the lobby, or from a line in the race's thread.
        """
        await self._steps.at(table_id, _allow, user_id, is_allowed=is_allowed)


def _allow(step: Step, user_id: int, *, is_allowed: bool) -> None:
    table = step.table
    if not table.status.is_open:
        raise Refused(Refusal.CLOSED)
    table.require_here()
    table.require_host(user_id)
    table.require_own_host()
    if table.hints is is_allowed:
        step.is_quiet = True
    elif table.status is Status.LOBBY:
        lobby.change(step, hints=is_allowed)
    else:
        _tell(step, is_allowed=is_allowed)
        step.facts["hints"] = is_allowed


def _tell(step: Step, *, is_allowed: bool) -> None:
    """Tell a race whether hints are allowed, and have every desk shown with the button or without; unless it was so."""
    if step.table.has_hints is is_allowed:
        return
    if is_allowed:
        step.require_seldom(Notice.HINTS)
    step.give_notice(Notice.HINTS if is_allowed else Notice.NO_HINTS)
    for seat in step.table.people:
        if seat.user_id is not None:
            outbox.show_again(step.db, step.table.table_id, PostKind.DESK, seat.user_id)
