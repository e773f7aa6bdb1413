"""`/race learn`: a short lesson in a game, alone and in private."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.games.titles import by_name
from bot.slash_commands.command import Command, CommandServices, named, slash_command
from bot.texts import DEFAULT
from bot.ui.respond import acknowledge


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
