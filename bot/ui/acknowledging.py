"""Tells Discord at once that a click or a command arrived; the answer may then take its time."""

from __future__ import annotations

import discord

from bot.ui import thinking
from bot.ui.post_errors import answered_once, sorted_errors


async def acknowledge(interaction: discord.Interaction, *, answer: bool = False) -> None:
    """Tell Discord that the press arrived. `answer`: a private answer of its own follows. Raises `PostError`."""
    async with sorted_errors(), answered_once(interaction):
        if answer or interaction.type is discord.InteractionType.application_command:
            thinking.begin(interaction)
            await interaction.response.defer(ephemeral=True, thinking=True)
        else:
            await interaction.response.defer()
