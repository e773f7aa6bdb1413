"""`/privacy`: what is stored about oneself. `/preferences`: what one wishes everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from bot.exts.services import Services
from bot.exts.translator import named
from bot.texts import texts


def commands(services: Services) -> Sequence[app_commands.Command[Any, ..., Any]]:
    """Return `/privacy` and `/preferences`."""

    @app_commands.command(
        name=named("privacy", "privacy"),
        description=named("privacy", "What is stored about you: read it, or have it erased"),
    )
    async def privacy(interaction: discord.Interaction) -> None:
        await services.privacy.open(interaction, texts(str(interaction.locale)))

    @app_commands.command(
        name=named("preferences", "preferences"),
        description=named("preferences", "Whether you are asked even where you have only one move"),
    )
    async def preferences(interaction: discord.Interaction) -> None:
        await services.privacy.open_preferences(interaction, texts(str(interaction.locale)))

    return (privacy, preferences)
