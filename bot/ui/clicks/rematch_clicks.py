"""Clicks on a table that is over."""

from __future__ import annotations

from bot.tables import Tables
from bot.ui.acknowledging import acknowledge
from bot.ui.answers import person, rematch_answer, say
from bot.ui.clicks.click import TableClick
from bot.ui.clicks.subjects import table_here
from bot.ui.visitors import visitor


class RematchClicks:
    """Opens the same table once more."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def open(self, click: TableClick) -> None:
        """Open the rematch, or say where it is."""
        await acknowledge(click.interaction, answer=True)
        table = await table_here(self._tables, click)
        rematch = await self._tables.opening.rematch(
            click.table_id,
            person(click.interaction),
            visitor(click.interaction, home=table.channel_id),
            click.interaction.id,
        )
        await say(click.interaction, rematch_answer(rematch, click.t))
