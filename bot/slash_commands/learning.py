"""`/race learn`, `/race hint` and `/race hints`: help for players who learn a game."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands

from bot.games.titles import by_name
from bot.slash_commands.command import Command, CommandServices, named, slash_command, texts_of
from bot.slash_commands.meant import MY_HOSTED_TABLE, MY_RACE
from bot.slash_commands.table_command import TABLE, TABLE_NAME, TableCommands
from bot.tables import Table, lobby_commands
from bot.texts import DEFAULT
from bot.ui.hinting import hint as hinted
from bot.ui.respond import acknowledge, say


def commands(services: CommandServices) -> Sequence[Command]:
    """Return what `/race` has for learners."""
    make = TableCommands(services)

    @make.command("hint", "What the steady computer player would do in your place, and why", MY_RACE)
    async def hint(interaction: discord.Interaction, table: Table) -> None:
        snapshot = await services.screens.snapshots.load(table.table_id)
        await say(interaction, hinted(snapshot, interaction.user.id, texts_of(interaction)))

    @slash_command("race.hints", "As its host say whether your table has hints")
    @app_commands.rename(allowed=named("race.hints.allowed", "allowed"), table=TABLE_NAME)
    @app_commands.describe(
        allowed=named("race.hints.allowed", "Whether everybody at the table may have hints"), table=TABLE
    )
    @app_commands.autocomplete(table=make.finder.offer(MY_HOSTED_TABLE))
    async def hints(interaction: discord.Interaction, allowed: bool, table: str | None = None) -> None:
        await acknowledge(interaction)
        if chosen := await make.finder.find(interaction, table, MY_HOSTED_TABLE):
            await services.tables.step(
                lobby_commands.allow_hints, chosen.table_id, interaction.user.id, is_allowed=allowed
            )
            await say(interaction, texts_of(interaction).answers.hints_allowed(is_allowed=allowed))

    return (learn(services), hint, hints)


def learn(services: CommandServices) -> Command:
    """Return `/race learn`."""
    games = [app_commands.Choice(name=each.words(DEFAULT).name, value=each.key) for each in by_name(DEFAULT)]

    @slash_command("race.learn", "Learn a game by playing: a lesson only you see")
    @app_commands.rename(game=named("race.rules.game", "game"))
    @app_commands.describe(game=named("race.rules.game", "Which game"))
    @app_commands.choices(game=games)
    async def command(interaction: discord.Interaction, game: str) -> None:
        await acknowledge(interaction)
        await services.lessons.begin(interaction, game)

    return command
