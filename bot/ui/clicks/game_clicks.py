"""Clicks on the controls of a game: what they mean is the game's, whether they count is the table's."""

from __future__ import annotations

from bot.tables import Refusal, Refused, Tables, race_commands
from bot.ui.clicks.click import TableClick
from bot.ui.clicks.desk_refresh import DeskRefresh
from bot.ui.clicks.meaning import GameMeaning, decision
from bot.ui.explaining import REFUSALS, refusal
from bot.ui.forms import amount_form
from bot.ui.respond import acknowledge, open_form, say
from bot.ui.screens import Screens
from bot.ui.visitors import person


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
        meant = GameMeaning(click, self._screens.snapshots)
        name = None if click.interaction.guild_id is None else person(click.interaction).name
        try:
            await self._tables.step(
                race_commands.answer,
                click.table_id,
                click.user_id,
                click.asked,
                meant,
                name,
            )
            if meant.watching:
                await self._tables.step(race_commands.show_desks, click.table_id, meant.watching)
            said = meant.said
        except REFUSALS as refused:
            if meant.snapshot is None:
                raise
            said = refusal(refused, meant.snapshot.words, click.t, f"a press on {click}")
            if isinstance(refused, Refused) and refused.reason is Refusal.STALE:
                said = meant.too_late() or said
        if click.is_private:
            await self._desks.show(click)
        if said:
            await say(click.interaction, said)

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
