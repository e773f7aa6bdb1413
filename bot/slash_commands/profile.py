"""`/profile`: what is told of somebody in a server."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands

from bot.slash_commands.command import Command, CommandServices, named, slash_command, texts_of
from bot.ui.respond import acknowledge, say, show


def commands(services: CommandServices) -> Sequence[Command]:
    """Return the command."""

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

    return (profile,)
