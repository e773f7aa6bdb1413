"""Sends the initial response to an interaction, again where it was lost.

Discord refuses a second initial response with "already acknowledged" (40060). After a retry that means that an earlier
try arrived. To a first try it means that another process answers with the same token.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

from bot.outbox import Rejected
from bot.ui import thinking
from bot.ui.insisting import insist
from bot.ui.post_errors import sorted_errors

log = logging.getLogger(__name__)

ANSWERED_ALREADY = 40060
"""Discord's code for an interaction that has its initial response."""

IN_TIME = 2.0
"""Seconds in which an initial response is sent again: Discord waits for three."""

OTHERS_ANSWER = 3.0
"""Seconds in which another process that answered a command shows its answer in the place of "thinking…"."""

RETRIED_AFTER = 1.0
"""Seconds after which discord.py may have sent it again by itself: what comes sooner answers the first try."""


class AnsweredElsewhere(Rejected):
    """Another process has answered this interaction with the same token."""


async def answer_first(interaction: discord.Interaction, give: Callable[[], Awaitable[object]]) -> None:
    """Send the initial response. "Already acknowledged" (40060) to a retry counts as sent.

    Raises `AnsweredElsewhere` for that answer to the first try, else `PostError`.
    """
    loop, begun_at = asyncio.get_running_loop(), list[float]()

    async def once() -> None:
        begun_at.append(loop.time())
        with sorted_errors():
            try:
                await give()
            except discord.HTTPException as error:
                if error.code != ANSWERED_ALREADY:
                    raise
                interaction.extras[ANSWERED_ALREADY] = True
                if len(begun_at) == 1 and loop.time() - begun_at[0] < RETRIED_AFTER:
                    raise AnsweredElsewhere("40060 to the first try") from None

    try:
        await insist(once, IN_TIME)
    except AnsweredElsewhere:
        log.warning(
            "another process answers interactions with this DISCORD_TOKEN: is the bot running twice, "
            "with two databases? Stop one of them."
        )
        if thinking.is_thinking(interaction):
            await asyncio.sleep(OTHERS_ANSWER)  # a follow-up before it would take its place
            thinking.end(interaction)
        raise


def is_answered(interaction: discord.Interaction) -> bool:
    """Return True if an interaction has its initial response."""
    return interaction.response.is_done() or ANSWERED_ALREADY in interaction.extras
