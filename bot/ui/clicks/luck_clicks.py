"""Clicks about the luck of a table: what it is mixed from, and words of one's own."""

from __future__ import annotations

from bot.tables import Tables
from bot.ui.acknowledging import acknowledge
from bot.ui.answers import open_form, say, show
from bot.ui.clicks.click import TableClick
from bot.ui.clicks.subjects import table_here
from bot.ui.forms import typed, words_form
from bot.ui.screens import Screens
from bot.ui.screens.luck_layout import why_no_words


class LuckClicks:
    """Shows what the luck is mixed from, and has words mixed in."""

    def __init__(self, tables: Tables, screens: Screens) -> None:
        self._tables = tables
        self._screens = screens

    async def show(self, click: TableClick) -> None:
        """List what the luck is mixed from."""
        await acknowledge(click.interaction, answer=True)
        await table_here(self._tables, click)
        await show(click.interaction, await self._screens.records.luck(click.table_id, click.user_id))

    async def open_form(self, click: TableClick) -> None:
        """Ask in a form for the words that somebody adds."""
        snapshot = await self._screens.snapshot(click.table_id)
        if why_not := why_no_words(snapshot.table, click.user_id, click.t):
            await say(click.interaction, why_not)
            return
        snapshot.table.require_lobby()
        snapshot.table.require_seat(click.user_id)
        await open_form(click.interaction, words_form(snapshot))

    async def add_words(self, click: TableClick) -> None:
        """Mix the words of the form into the luck, and show it with them."""
        await acknowledge(click.interaction, answer=True)
        table = await table_here(self._tables, click)
        if why_not := why_no_words(table, click.user_id, click.t):
            await say(click.interaction, why_not)
            return
        text = typed(click.interaction).get("words", "")
        said = await self._tables.lobby.add_words(click.table_id, click.user_id, text, click.interaction.id)
        head = click.t.luck.written(said.words, said.press)
        await show(click.interaction, await self._screens.records.luck(click.table_id, click.user_id, head))
