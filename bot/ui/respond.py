"""Answers an interaction: the initial response at once, then messages that only its user sees.

Discord waits three seconds for the initial response. It refuses a second one with "already acknowledged" (40060). To a
retry that means that an earlier try arrived. To the first try it means that another process has the same token: then
this process does not act.

A deferred response shows “thinking…”, and the first message takes its place. Discord's documentation, "Receiving and
Responding", deprecates a follow-up that completes a deferral.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from time import monotonic_ns, perf_counter

import discord

from bot.messages.layout import MessageLayout
from bot.metrics import counted
from bot.outbox import PostError, Rejected, Retryable
from bot.ui.post_errors import answered, had_begun, sorted_errors, with_retries

log = logging.getLogger(__name__)

ANSWERED_ALREADY = 40060
"""Discord's code for an interaction that has its initial response."""

LIMIT = 3.0
"""Seconds in which Discord takes an initial response."""

IN_TIME = 2.0
"""Seconds in which an initial response is tried again."""

OTHERS_ANSWER = 3.0
"""Seconds in which another process that answered a command shows its answer in the place of “thinking…”."""

RETRIED_AFTER = 1.0
"""Seconds after which discord.py may have tried again by itself: a refusal before that answers the first try."""

WAYS = {
    discord.InteractionType.component: "component",
    discord.InteractionType.modal_submit: "form",
    discord.InteractionType.application_command: "command",
    discord.InteractionType.autocomplete: "autocomplete",
    discord.InteractionType.ping: "ping",
}
"""How an interaction came, as metrics name it."""

ARRIVED = "arrived"
"""Key in the `extras` of an interaction: when it arrived, by `perf_counter`."""

_BEGUN, _THINKING = "acknowledgement begun", "thinking"
"""Keys as well: when the initial response was begun, by `steady_clock`; whether “thinking…” is shown."""


def steady_clock() -> int:
    """Milliseconds since some moment; nobody sets this clock."""
    return monotonic_ns() // 1_000_000


class AnsweredElsewhere(Rejected):
    """Another process has answered this interaction with the same token."""


# -------------------------------------------------------------------------------------- the initial response


async def acknowledge(interaction: discord.Interaction, *, answer: bool = False) -> None:
    """Send the initial response to a press or a command, whose message follows. Raises `PostError`.

    `answer`: the message is a new one that only the user sees, and not a new state of the pressed message.
    """
    interaction.extras[_BEGUN] = steady_clock()
    if answer or interaction.type is discord.InteractionType.application_command:
        interaction.extras[_THINKING] = True
        await _respond(interaction, lambda: interaction.response.defer(ephemeral=True, thinking=True))
    else:
        await _respond(interaction, interaction.response.defer)


async def open_form(interaction: discord.Interaction, form: discord.ui.Modal) -> None:
    """Answer with a form, which Discord takes as the initial response only. Raises `PostError`."""
    await _respond(interaction, lambda: interaction.response.send_modal(form))


async def _respond(interaction: discord.Interaction, give: Callable[[], Awaitable[object]]) -> None:
    """Send the initial response. Raises `AnsweredElsewhere` where another process did, else `PostError`."""
    loop, begun_at = asyncio.get_running_loop(), list[float]()

    async def once() -> None:
        begun_at.append(loop.time())
        with sorted_errors():
            try:
                async with asyncio.timeout(LIMIT):
                    await give()
            except discord.HTTPException as error:
                if error.code != ANSWERED_ALREADY:
                    raise
                interaction.extras[ANSWERED_ALREADY] = True
                if len(begun_at) == 1 and loop.time() - begun_at[0] < RETRIED_AFTER:
                    raise AnsweredElsewhere("40060 to the first try") from None

    try:
        await with_retries(once, IN_TIME)
    except AnsweredElsewhere:
        log.warning(
            "another process answers interactions with this DISCORD_TOKEN: is the bot running twice, "
            "with two databases? Stop one of them."
        )
        if is_thinking(interaction):
            await asyncio.sleep(OTHERS_ANSWER)  # a follow-up before it would take its place
            end_thinking(interaction)
        raise
    if (arrived := interaction.extras.get(ARRIVED)) is not None:
        counted.ACKNOWLEDGED.labels(WAYS[interaction.type]).observe(perf_counter() - arrived)


def acknowledged_ago(interaction: discord.Interaction) -> int:
    """Return how many milliseconds ago the initial response was begun; 0 where it was not.

    The token is as old, give or take three seconds. Discord's own time stamp says less: the machine's clock may differ.
    """
    now = steady_clock()
    begun: int = interaction.extras.get(_BEGUN, now)
    return now - begun


def is_thinking(interaction: discord.Interaction) -> bool:
    """Whether “thinking…” is shown, so that the next message takes its place."""
    return _THINKING in interaction.extras


def end_thinking(interaction: discord.Interaction) -> None:
    """Note that a message has taken the place of “thinking…”, if that was shown."""
    interaction.extras.pop(_THINKING, None)


# ----------------------------------------------------------------------------------------------- messages


async def say(interaction: discord.Interaction, text: str) -> None:
    """Tell the user something that nobody else sees. Raises `PostError`."""
    await show(interaction, MessageLayout(text))


async def say_pages(interaction: discord.Interaction, pages: Sequence[str]) -> None:
    """Tell the user something long, a message a page. Raises `PostError`."""
    for page in pages:
        await say(interaction, page)


async def say_if_possible(interaction: discord.Interaction, text: str) -> None:
    """Tell the user something, and log where that fails. While a name is typed there is nowhere to say it."""
    if interaction.type is discord.InteractionType.autocomplete:
        return
    try:
        await say(interaction, text)
    except PostError as error:
        log.warning("a refusal could not be told: %s", error)


async def say_to_all(interaction: discord.Interaction, layout: MessageLayout) -> None:
    """Tell everybody in the channel, after the user was told. Raises `PostError`."""
    await _follow_up(interaction, layout, is_private=False)


async def show(interaction: discord.Interaction, layout: MessageLayout) -> None:
    """Show the user a layout: in the place of “thinking…”, or in a new message. Raises `PostError`."""
    if is_thinking(interaction):
        await show_in_place(interaction, layout)
    elif interaction.response.is_done() or ANSWERED_ALREADY in interaction.extras:
        await _follow_up(interaction, layout, is_private=True)
    else:
        await _respond(
            interaction,
            lambda: interaction.response.send_message(
                view=layout.build(),
                files=layout.files(),
                ephemeral=True,
                allowed_mentions=discord.AllowedMentions.none(),
            ),
        )


async def show_in_place(
    interaction: discord.Interaction, layout: MessageLayout, *, keeps_pictures: bool = False
) -> int:
    """Show a layout in the pressed message, or in the place of “thinking…”. Return its id. Raises `PostError`."""

    async def once() -> int:
        shown = await answered(
            interaction.edit_original_response(
                view=layout.build(),
                attachments=discord.utils.MISSING if keeps_pictures else layout.files(),
                allowed_mentions=discord.AllowedMentions.none(),
            )
        )
        return shown.id

    message_id = await with_retries(once)
    end_thinking(interaction)
    return message_id


async def _follow_up(interaction: discord.Interaction, layout: MessageLayout, *, is_private: bool) -> None:
    """Send a message of its own.

    Discord knows no nonce for it. So it is sent again only where the connection broke before an answer began.
    """

    async def once() -> None:
        try:
            await answered(
                interaction.followup.send(
                    view=layout.build(),
                    files=layout.files(),
                    ephemeral=is_private,
                    allowed_mentions=layout.mentions(),
                )
            )
        except Retryable as error:
            if not had_begun(error):
                raise

    await with_retries(once)
