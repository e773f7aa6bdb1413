"""Answers to one person: acknowledge at once, then say something that only they can see."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import discord

from bot.tables import Person, Vote
from bot.texts import Texts
from bot.texts.markup import mention
from bot.ui import thinking
from bot.ui.message_layout import MessageLayout
from bot.ui.posting import ANSWERED_ALREADY, in_place, sorted_errors


async def acknowledge(interaction: discord.Interaction, *, answer: bool = False) -> None:
    """Tell Discord that the press arrived. `answer`: a private answer of its own follows."""
    async with sorted_errors(), _once(interaction):
        if answer or interaction.type is discord.InteractionType.application_command:
            thinking.promise(interaction)
            await interaction.response.defer(ephemeral=True, thinking=True)
        else:
            await interaction.response.defer()


@asynccontextmanager
async def _once(interaction: discord.Interaction) -> AsyncIterator[None]:
    """Answer first, where discord.py tries again after an answer of which only Discord's confirmation was lost."""
    try:
        yield
    except discord.HTTPException as error:
        if error.code != ANSWERED_ALREADY:
            raise
        interaction.extras[ANSWERED_ALREADY] = True


async def say(interaction: discord.Interaction, text: str) -> None:
    """Tell whoever pressed, and nobody else, whether or not the press was acknowledged before."""
    await _send(interaction, MessageLayout(text))


async def say_pages(interaction: discord.Interaction, pages: Sequence[str]) -> None:
    """Tell something long, a message a page."""
    for page in pages:
        await say(interaction, page)


async def show(interaction: discord.Interaction, layout: MessageLayout) -> None:
    """Show a sheet with its pictures and files to whoever used a command, and to nobody else."""
    await _send(interaction, layout)


async def _send(interaction: discord.Interaction, layout: MessageLayout) -> None:
    """Say it in the place of “thinking…” if that is shown, else beside what was pressed."""
    if thinking.is_thinking(interaction):
        await in_place(interaction, layout)
        return
    nobody = discord.AllowedMentions.none()
    async with sorted_errors():
        if interaction.response.is_done() or ANSWERED_ALREADY in interaction.extras:
            await interaction.followup.send(
                view=layout.build(), files=layout.files(), ephemeral=True, allowed_mentions=nobody
            )
            return
        async with _once(interaction):
            await interaction.response.send_message(
                view=layout.build(), files=layout.files(), ephemeral=True, allowed_mentions=nobody
            )


def stop_answer(vote: Vote, t: Texts) -> str:
    """Say what came of who said whether they would stop: by `/race stop`, or on their desk."""
    ends = t.table.early_end(vote.counted, stakes=vote.table.stakes)
    return t.answers.stop_noted(list(map(mention, vote.missing)), ends, vote.until, would=vote.would)


def is_private(interaction: discord.Interaction) -> bool:
    """Whether only the user sees the message that a press is on, so that a desk may be shown in its place."""
    message = interaction.message
    return interaction.guild_id is None or (message is not None and message.flags.ephemeral)


def person(interaction: discord.Interaction) -> Person:
    """Return who pressed, by the name they bear in this server."""
    return Person(interaction.user.id, interaction.user.display_name)


__all__ = ["acknowledge", "is_private", "person", "say", "say_pages", "show", "stop_answer"]
