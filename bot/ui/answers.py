"""Answers to one person: what only they can see."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import discord

from bot.messages.layout import MessageLayout
from bot.outbox import PostError, Retryable
from bot.tables import Status, Table, Vote
from bot.texts import Texts
from bot.texts.markup import channel, mention
from bot.ui import thinking
from bot.ui.first_answers import answer_first, is_answered
from bot.ui.insisting import insist
from bot.ui.post_errors import had_begun, sorted_errors

log = logging.getLogger(__name__)


async def say(interaction: discord.Interaction, text: str) -> None:
    """Tell whoever pressed, and nobody else, whether or not the press was acknowledged before. Raises `PostError`."""
    await show(interaction, MessageLayout(text))


async def tell_if_possible(interaction: discord.Interaction, why_not: str) -> None:
    """Say why something is not taken; while a name is typed nothing is offered, for there is nobody to talk to yet."""
    if interaction.type is discord.InteractionType.autocomplete:
        return
    try:
        await say(interaction, why_not)
    except PostError as error:
        log.warning("nobody could be told that something was not taken: %s", error)


async def say_to_all(interaction: discord.Interaction, layout: MessageLayout) -> None:
    """Tell everybody in the channel, after whoever asked was told. Raises `PostError`."""
    await _follow_up(interaction, layout, is_private=False)


async def say_pages(interaction: discord.Interaction, pages: Sequence[str]) -> None:
    """Tell something long, a message a page."""
    for page in pages:
        await say(interaction, page)


async def show(interaction: discord.Interaction, layout: MessageLayout) -> None:
    """Show a layout in the place of “thinking…” if that is shown, else beside what was pressed. Raises `PostError`."""
    if thinking.is_thinking(interaction):
        await show_in_place(interaction, layout)
        return
    nobody = discord.AllowedMentions.none()
    if is_answered(interaction):
        await _follow_up(interaction, layout)
        return
    await answer_first(
        interaction,
        lambda: interaction.response.send_message(
            view=layout.build(), files=layout.files(), ephemeral=True, allowed_mentions=nobody
        ),
    )


async def _follow_up(
    interaction: discord.Interaction, layout: MessageLayout, *, is_private: bool = True
) -> None:
    """Tell something beside what was pressed.

    Discord knows no name for it by which a second one would be found out. So it is told again where the connection
    broke before an answer, for then it was hardly told; but not where the answer to it broke off.
    """

    async def once() -> None:
        try:
            with sorted_errors():
                await interaction.followup.send(
                    view=layout.build(),
                    files=layout.files(),
                    ephemeral=is_private,
                    allowed_mentions=layout.mentions(),
                )
        except Retryable as trouble:
            if not had_begun(trouble):
                raise

    await insist(once)


async def show_in_place(interaction: discord.Interaction, layout: MessageLayout) -> int:
    """Show a layout in the message an interaction belongs to, or in the place of “thinking…”; return its id.

    Raises `PostError`.
    """

    async def once() -> int:
        with sorted_errors():
            shown = await interaction.edit_original_response(
                view=layout.build(),
                attachments=layout.files(),
                allowed_mentions=discord.AllowedMentions.none(),
            )
        return shown.id

    message_id = await insist(once)
    thinking.end(interaction)
    return message_id


async def open_form(interaction: discord.Interaction, form: discord.ui.Modal) -> None:
    """Answer with a form, which Discord takes as the first answer only. Raises `PostError`."""
    await answer_first(interaction, lambda: interaction.response.send_modal(form))


def stop_answer(vote: Vote, t: Texts) -> str:
    """Say what came of who said whether they would stop: by `/race stop`, or on their desk."""
    ends = t.table.early_end(vote.counted, stakes=vote.table.stakes)
    return t.answers.stop_noted(list(map(mention, vote.missing)), ends, vote.until, would=vote.would)


def rematch_answer(rematch: Table, user_id: int, t: Texts) -> str:
    """Say where the rematch is, at which they sit now and who starts it; it may have been played already."""
    link = channel(rematch.stands_in)
    if rematch.status is Status.LOBBY:
        host = None if rematch.host_id == user_id else mention(rematch.host_id)
        return t.answers.rematch_open(link, host)
    return t.answers.rematch_taken(rematch.table_id, link, is_over=rematch.status is Status.FINISHED)
