"""`/settings`: what holds in a server, for those who manage it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from bot.exts.services import Services
from bot.exts.translator import named
from bot.texts import texts


def commands(services: Services) -> Sequence[app_commands.Command[Any, ..., Any]]:
    """Return `/settings`."""

    @app_commands.command(
        name=named("settings", "settings"),
        description=named("settings", "Language, clocks, channels, stakes: what holds in this server"),
    )
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.guild_only()
    async def settings(interaction: discord.Interaction) -> None:
        await services.settings.open(interaction, texts(str(interaction.locale)))

    return (settings,)
