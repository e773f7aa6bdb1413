"""Tells Discord at once that a click or a command arrived; the answer may then take its time."""

from __future__ import annotations

import discord

from bot.ui import thinking
from bot.ui.first_answers import answer_first


async def acknowledge(interaction: discord.Interaction, *, answer: bool = False) -> None:
    """Tell Discord that the press arrived. `answer`: a private answer of its own follows. Raises `PostError`."""
    if answer or interaction.type is discord.InteractionType.application_command:
        thinking.begin(interaction)
        await answer_first(interaction, lambda: interaction.response.defer(ephemeral=True, thinking=True))
    else:
        await answer_first(interaction, interaction.response.defer)
