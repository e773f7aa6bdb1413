"""`/help`, `/profile`, `/privacy`, `/preferences` and `/settings`: what concerns no table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands

from bot.slash_commands.command import Command, CommandServices, named, slash_command, texts_of
from bot.slash_commands.translator import translations
from bot.ui.guild.help_pages import help_layouts
from bot.ui.respond import acknowledge, say, show


def commands(services: CommandServices) -> Sequence[Command]:
    """Return the commands."""

    @slash_command("help", "What Paddock is, how a race night goes, and every command")
    async def help_(interaction: discord.Interaction) -> None:
        await acknowledge(interaction)
        for layout in help_layouts(services.command_names, texts_of(interaction)):
            await show(interaction, layout)

    @slash_command("profile", "Your games, streaks, favourite horse and achievements; or somebody's results")
    @app_commands.guild_only()
    @app_commands.rename(player=named("profile.player", "player"))
    @app_commands.describe(player=named("profile.player", "Whose; left out: your own"))
    async def profile(
        interaction: discord.Interaction, player: discord.Member | discord.User | None = None
    ) -> None:
        await acknowledge(interaction)
        assert interaction.guild_id is not None
        t, whose = texts_of(interaction), player or interaction.user
        if whose.bot:
            await say(interaction, t.profile.no_profile_of_computers)
            return
        is_own = whose.id == interaction.user.id
        await show(
            interaction, await services.profiles.layout(interaction.guild_id, whose.id, is_own=is_own, t=t)
        )

    @slash_command("privacy", "What is stored about you: read it, or have it erased")
    async def privacy(interaction: discord.Interaction) -> None:
        await services.privacy.open(interaction, texts_of(interaction))

    @slash_command("preferences", "Whether you are asked even where you have only one move")
    async def preferences(interaction: discord.Interaction) -> None:
        await services.privacy.open_preferences(interaction, texts_of(interaction))

    @slash_command("settings", "Language, clocks, channels, stakes: what holds in this server")
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.guild_only()
    async def settings(interaction: discord.Interaction) -> None:
        await services.settings.open(interaction, texts_of(interaction))

    return (profile, help_, privacy, preferences, settings)


def offered(tree: app_commands.CommandTree[Any], locale: str) -> Mapping[str, str]:
    """Return every command that can be used by its full name, with what it does in the reader's language."""
    spoken = translations(locale)
    told = {}
    for command in tree.walk_commands():
        if isinstance(command, app_commands.Command):
            key = command.qualified_name.replace(" ", ".").replace("-", "_")
            told[command.qualified_name] = spoken[key].description if key in spoken else command.description
    return told
