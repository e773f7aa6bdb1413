"""The first answer to an interaction: given again where it was lost, and taken for given where Discord has it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord

from bot.ui.insisting import insist
from bot.ui.post_errors import sorted_errors

ANSWERED_ALREADY = 40060
"""Discord's code for an interaction that has its first answer."""

IN_TIME = 2.0
"""Seconds in which a first answer is given again: Discord waits for three."""


async def answer_first(interaction: discord.Interaction, give: Callable[[], Awaitable[object]]) -> None:
    """Give the first answer; one of which only Discord's confirmation was lost was given. Raises `PostError`."""

    async def once() -> None:
        with sorted_errors():
            try:
                await give()
            except discord.HTTPException as error:
                if error.code != ANSWERED_ALREADY:
                    raise
                interaction.extras[ANSWERED_ALREADY] = True

    await insist(once, IN_TIME)


def is_answered(interaction: discord.Interaction) -> bool:
    """Whether an interaction has its first answer."""
    return interaction.response.is_done() or ANSWERED_ALREADY in interaction.extras
