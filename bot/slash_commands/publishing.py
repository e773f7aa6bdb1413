"""`/race luck`, `log`, `verify`, `replay`: what is published of a table, most of it once it is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord
from discord import app_commands

from bot.messages.layouts.luck_layout import why_no_words
from bot.slash_commands.command import Command, CommandServices, named, slash_command, texts_of
from bot.slash_commands.meant import MINE, MY_LOBBY, PUBLISHED
from bot.slash_commands.table_command import FINISHED, FINISHED_NAME, TABLE, TABLE_NAME, TableCommands
from bot.slash_commands.table_finder import TableFinder
from bot.tables import Table, lobby_commands
from bot.tables.luck import LONGEST_WORDS
from bot.ui.respond import acknowledge, say, show

MOST_RACES: Final = 99
"""The highest number that a race may be asked for by; no race day has more."""


def luck(services: CommandServices) -> Command:
    """Return `/race luck`. Whoever sits in a lobby may add words; anybody may read the list of any table."""
    finder = TableFinder(services.tables)

    @slash_command("race.luck", "See what the shuffle is mixed from, and add words of your own")
    @app_commands.rename(text=named("race.luck.words", "words"), table=TABLE_NAME)
    @app_commands.describe(
        text=named("race.luck.words", "A line to mix in before the start; everybody can read it, for good"),
        table=TABLE,
    )
    @app_commands.autocomplete(table=finder.offer(MINE, all_of_them=True))
    async def luck(
        interaction: discord.Interaction,
        text: app_commands.Range[str, 1, LONGEST_WORDS] | None = None,
        table: str | None = None,
    ) -> None:
        await acknowledge(interaction)
        is_reading = text is None
        meant = MINE if is_reading else MY_LOBBY
        chosen = await finder.find(interaction, table, meant, also_over=is_reading)
        if chosen is None:
            return
        head, user_id = "", interaction.user.id
        if text is not None:
            t = texts_of(interaction)
            if why_not := why_no_words(chosen, user_id, t):
                await say(interaction, why_not)
                return
            said = await services.tables.step(
                lobby_commands.add_words, chosen.table_id, user_id, text, interaction.id
            )
            head = t.luck.written(said.words, said.press)
        await show(interaction, await services.screens.published.luck(chosen.table_id, user_id, head))

    return luck


def of_the_past(services: CommandServices) -> Sequence[Command]:
    """Return what `/race` has to do with tables that are over."""
    make, published = TableCommands(services), services.screens.published

    @make.command("log", "The whole log of a game that is over, as a file", PUBLISHED)
    async def log(interaction: discord.Interaction, table: Table) -> None:
        await show(interaction, await published.log(table.table_id))

    @make.command(
        "verify",
        "Check that a game that is over was fair: sealed luck, seed, every line",
        PUBLISHED,
    )
    async def check(interaction: discord.Interaction, table: Table) -> None:
        await show(interaction, await published.verdict(table.table_id))

    return (log, check, _replay(services))


def _replay(services: CommandServices) -> Command:
    finder = TableFinder(services.tables)

    @slash_command("race.replay", "A race once more, animated")
    @app_commands.rename(
        race=named("race.replay.race", "race"), table=FINISHED_NAME, gif=named("race.replay.gif", "gif")
    )
    @app_commands.describe(
        race=named("race.replay.race", "Which race"),
        table=FINISHED,
        gif=named("race.replay.gif", "As a GIF"),
    )
    @app_commands.autocomplete(table=finder.offer(PUBLISHED))
    async def replay(
        interaction: discord.Interaction,
        race: app_commands.Range[int, 1, MOST_RACES] | None = None,
        table: str | None = None,
        gif: bool = False,
    ) -> None:
        await acknowledge(interaction)
        if chosen := await finder.find(interaction, table, PUBLISHED):
            published = services.screens.published
            await show(interaction, await published.replay(chosen.table_id, race, is_gif=gif))

    return replay
