"""What follows an interaction's first answer: its original message and the follow-ups.

An interaction's token is a webhook's token of the application for fifteen minutes.
Source: Discord, "Receiving and Responding": followup messages.
"""

from __future__ import annotations

from sandbox import posting, shapes
from sandbox.errors import DiscordError, ErrorCode
from sandbox.interactions import Interaction
from sandbox.model import Flag, Message
from sandbox.rest.interactions import say
from sandbox.rest.messages import refuse_archived
from sandbox.rest.routing import NO_CONTENT, Answer, Call, Routes, body_of
from sandbox.validation.messages import read_draft

routes = Routes()
_WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
_ORIGINAL, _MESSAGE = f"{_WEBHOOK}/messages/@original", f"{_WEBHOOK}/messages/{{message_id}}"


def _interaction(call: Call) -> Interaction:
    return call.services.interactions.answered(call.params["webhook_id"], call.params["webhook_token"])


def _message(call: Call, interaction: Interaction) -> Message:
    """Return the original or one of the follow-ups; no other message is within a token's reach."""
    wanted = call.params.get("message_id", "@original")
    if interaction.channel.id not in call.world.channels:
        raise DiscordError(ErrorCode.UNKNOWN_CHANNEL)
    if wanted == "@original":
        message = interaction.original
    else:
        message = interaction.channel.messages.get(wanted)
        if (
            message
            and message is not interaction.original
            and (message.answers or {}).get("id") != interaction.id
        ):
            message = None
    if message is None or message.id not in interaction.channel.messages:
        raise DiscordError(ErrorCode.UNKNOWN_MESSAGE)
    return message


@routes.on("POST", _WEBHOOK, open=True)
def follow_up(call: Call) -> Answer:
    """Post a follow-up; the first after a deferral takes its place, and is as public as the deferral was."""
    interaction = _interaction(call)
    if interaction.channel.id not in call.world.channels:
        raise DiscordError(ErrorCode.UNKNOWN_CHANNEL)
    original = interaction.original
    if original and original.flags & Flag.LOADING and original.id in interaction.channel.messages:
        return 200, shapes.message(call.world, _edit(call, interaction, original))
    draft = read_draft(body_of(call), call.uploads, call.world, interaction.channel, answers=True)
    return 200, shapes.message(call.world, say(call, interaction, draft))


@routes.on("GET", _ORIGINAL, open=True)
@routes.on("GET", _MESSAGE, open=True)
def get_answer(call: Call) -> Answer:
    """Return the original or a follow-up."""
    return 200, shapes.message(call.world, _message(call, _interaction(call)))


@routes.on("PATCH", _ORIGINAL, open=True)
@routes.on("PATCH", _MESSAGE, open=True)
def edit_answer(call: Call) -> Answer:
    """Edit the original or a follow-up."""
    interaction = _interaction(call)
    message = _edit(call, interaction, _message(call, interaction))
    return 200, shapes.message(call.world, message)


def _edit(call: Call, interaction: Interaction, message: Message) -> Message:
    refuse_archived(call, interaction.channel)
    loading = bool(message.flags & Flag.LOADING)
    draft = read_draft(body_of(call), call.uploads, call.world, interaction.channel, old=message)
    draft.flags &= ~Flag.LOADING
    posting.edit(call.world, message, draft, stamp=not loading)
    return message


@routes.on("DELETE", _ORIGINAL, open=True)
@routes.on("DELETE", _MESSAGE, open=True)
def delete_answer(call: Call) -> Answer:
    """Delete the original or a follow-up."""
    call.world.delete_message(_message(call, _interaction(call)))
    return NO_CONTENT
