"""Tells Discord at once that a click or a command arrived; the answer may then take its time."""

from __future__ import annotations

import discord

from bot.tables.counted_time import steady_clock
from bot.ui import thinking
from bot.ui.first_answers import answer_first

_BEGUN_AT = "acknowledging begun at"


async def acknowledge(interaction: discord.Interaction, *, answer: bool = False) -> None:
    """Tell Discord that the press arrived. `answer`: a private answer of its own follows. Raises `PostError`."""
    interaction.extras[_BEGUN_AT] = steady_clock()
    if answer or interaction.type is discord.InteractionType.application_command:
        thinking.begin(interaction)
        await answer_first(interaction, lambda: interaction.response.defer(ephemeral=True, thinking=True))
    else:
        await answer_first(interaction, interaction.response.defer)


def acknowledged_ago(interaction: discord.Interaction) -> int:
    """Say how many milliseconds ago it was acknowledged; 0: it was not.

    Discord takes that for three seconds, so its token is as old, give or take those. When it was made by Discord's
    clock says less: nobody knows how far the machine's is from that.
    """
    now = steady_clock()
    begun_at: int = interaction.extras.get(_BEGUN_AT, now)
    return now - begun_at
