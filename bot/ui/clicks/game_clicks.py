"""Clicks on the controls of a game: what they mean is the game's, whether they count is the table's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.games.screens import Act
from bot.tables import Refused, Standing, Tables
from bot.tables.known_tables import Known
from bot.tables.race_commands import Answer
from bot.ui.acknowledging import acknowledge
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
        seen: list[Snapshot] = []
        watching: Sequence[int] = ()
        problem: str | None = None
        made, is_left = None, False

        def meant(
            known: Known, standing: Standing | None, draft: dict[str, Any]
        ) -> Answer | Mapping[str, Any]:
            """Say what was pressed, by the table as it is when that is done."""
            nonlocal watching, problem
            snapshot = self._screens.snapshots.of(known, standing)
            seat = snapshot.table.require_seat(click.user_id)
            seen.append(snapshot)
            seating = decision(snapshot, draft, seat, click)
            pressed = snapshot.screens.pressed(seating, click.press, snapshot.title.words(click.t))
            if isinstance(pressed, Act):
                return Answer(pressed.action)
            watching = snapshot.watching(seating.seat)
            if pressed.said and not click.is_private:
                problem, watching = pressed.said, [*watching, click.user_id]
            return pressed.draft

        try:
            message = click.interaction.message
            pressed_at = message.id if message else None
            made, is_left = await self._tables.race.answer(
                click.table_id, click.user_id, click.asked, meant, pressed_at
            )
            if watching:
                await self._tables.race.show_desks(click.table_id, watching)
        except REFUSALS as refused:
            if not seen:
                raise
            problem = refusal(refused, seen[0].words, click.t)
        if click.is_private and not is_left:
            await self._desks.show(click, made)
        if problem:
            await say(click.interaction, problem)

    async def _is_form_open(self, click: TableClick) -> bool:
        """Answer with a form: it has to be the first answer, so the table is looked at before.

        False: nothing was answered yet, for the decision it is about was taken, or what is called so is a choice.
        """
        snapshot, draft = await self._screens.snapshots.with_draft(click.table_id, click.user_id, click.asked)
        try:
            seating = decision(snapshot, draft, snapshot.table.require_seat(click.user_id), click)
        except Refused:
            return False
        form = snapshot.screens.form(seating, click.press, snapshot.title.words(click.t))
        if form is not None:
            await open_form(click.interaction, amount_form(click.address, form))
        return form is not None
