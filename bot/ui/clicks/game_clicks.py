"""Clicks on the controls of a game: what they mean is the game's, whether they count is the table's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from bot.games.screens import Act, Drafted, Press, Seating
from bot.tables import Refused, Tables
from bot.ui.acknowledging import acknowledge, is_private
from bot.ui.answers import open_form, say
from bot.ui.clicks.click import TableClick
from bot.ui.clicks.desk_refresh import DeskRefresh
from bot.ui.clicks.subjects import decision
from bot.ui.explaining import REFUSALS, refusal
from bot.ui.forms import amount_form
from bot.ui.screens import Screens
from bot.ui.snapshot import Snapshot


class GameClicks:
    """Lets people play."""

    def __init__(self, tables: Tables, screens: Screens, desks: DeskRefresh) -> None:
        self._tables = tables
        self._screens = screens
        self._desks = desks

    async def take(self, click: TableClick) -> None:
        """Decide, or fill in a slip; then show the desk, and why a click was refused.

        Raises `Refused` to whoever has no seat: they have no desk either.
        """
        if click.press.wants_form and await self._is_form_open(click):
            return
        await acknowledge(click.interaction)
        snapshot = await self._screens.snapshot(click.table_id)
        snapshot.table.require_seat(click.user_id)
        problem = None
        try:
            seating = await decision(self._tables, snapshot, click)
            meant = snapshot.screens.pressed(seating, click.press, click.t)
            if isinstance(meant, Act):
                await self._tables.race.act(click.table_id, click.user_id, click.address.n, meant.action)
            else:
                fill = filling(snapshot, seating, click.press)
                await self._tables.race.draft(click.table_id, click.user_id, click.address.n, fill)
                await self._tables.race.show_desks(click.table_id, watching(snapshot, seating.seat))
        except REFUSALS as refused:
            problem = refusal(refused, snapshot.screens, click.t)
        if is_private(click.interaction):
            await self._desks.show(click)
        if problem:
            await say(click.interaction, problem)

    async def _is_form_open(self, click: TableClick) -> bool:
        """Answer with a form: it has to be the first answer, so the table is looked at before.

        False: the decision it is about was taken, and nothing was answered yet.
        """
        snapshot = await self._screens.snapshot(click.table_id)
        try:
            seating = await decision(self._tables, snapshot, click)
        except Refused:
            return False
        form = snapshot.screens.form(seating, click.press, click.t)
        if form is None:
            await say(click.interaction, click.t.table.unknown_control)
        else:
            await open_form(click.interaction, amount_form(click.address, form))
        return True


def filling(
    snapshot: Snapshot, seating: Seating, press: Press
) -> Callable[[dict[str, Any]], Mapping[str, Any]]:
    """Return what a press does to a slip, whatever other presses have filled in meanwhile."""

    def fill(draft: dict[str, Any]) -> Mapping[str, Any]:
        meant = snapshot.screens.pressed(replace(seating, draft=draft), press, snapshot.t)
        return meant.draft if isinstance(meant, Drafted) else draft

    return fill


def watching(snapshot: Snapshot, number: int) -> list[int]:
    """Name the users who may see the slip of a seat while it is filled in."""
    assert snapshot.standing is not None
    return [
        seat.user_id
        for seat in snapshot.table.people
        if seat.user_id is not None
        and seat.number != number
        and snapshot.screens.watches(snapshot.standing.view(seat.number)) == number
    ]
