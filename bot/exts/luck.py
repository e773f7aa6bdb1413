"""`/race luck`: what a table's luck is mixed from, and words of one's own to mix in."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.exts.services import Services
from bot.exts.table_argument import TABLE, TABLE_NAME, WhichTable, is_mine, is_my_lobby, words
from bot.exts.translator import named
from bot.tables.luck import LONGEST_WORDS
from bot.ui.acknowledging import acknowledge
from bot.ui.answers import say, show
from bot.ui.screens.luck_layout import why_no_words


def command(services: Services) -> app_commands.Command[Any, ..., Any]:
    """Return the command. Whoever sits in a lobby may add words; anybody may read the list of any table."""
    which = WhichTable(services)

    @app_commands.command(
        name=named("race.luck", "luck"),
        description=named("race.luck", "See what the shuffle is mixed from, and add words of your own"),
    )
    @app_commands.rename(text=named("race.luck.words", "words"), table=TABLE_NAME)
    @app_commands.describe(
        text=named("race.luck.words", "A line to mix in before the start; everybody can read it, for good"),
        table=TABLE,
    )
    @app_commands.autocomplete(table=which.offer(is_mine, all_of_them=True))
    async def luck(
        interaction: discord.Interaction,
        text: app_commands.Range[str, 1, LONGEST_WORDS] | None = None,
        table: str | None = None,
    ) -> None:
        await acknowledge(interaction)
        is_reading = text is None
        meant = is_mine if is_reading else is_my_lobby
        chosen = await which.find(interaction, table, meant, also_over=is_reading)
        if chosen is None:
            return
        head, user_id = "", interaction.user.id
        if text is not None:
            t = words(interaction)
            if why_not := why_no_words(chosen, user_id, t):
                await say(interaction, why_not)
                return
            said = await services.tables.lobby.add_words(chosen.table_id, user_id, text, interaction.id)
            head = t.luck.written(said.words, said.press)
        await show(interaction, await services.screens.records.luck(chosen.table_id, user_id, head))

    return luck
