"""The bot's first answer to an interaction.

Source: Discord, "Receiving and Responding": callback types; OpenAPI, `…InteractionCallbackRequest`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandbox import posting, shapes
from sandbox.errors import DiscordError, ErrorCode
from sandbox.interactions import Interaction
from sandbox.model import Callback, Flag, InteractionKind, Json, Message, MessageKind
from sandbox.rest.routing import NO_CONTENT, Answer, Call, Routes
from sandbox.validation.commands import Option, read_choice
from sandbox.validation.form import Form
from sandbox.validation.messages import Draft, read_draft
from sandbox.validation.modals import read_modal

routes = Routes()
_MESSAGES = (Callback.MESSAGE, Callback.DEFERRED_MESSAGE)
_UPDATES = (Callback.DEFERRED_UPDATE, Callback.UPDATE)


def allowed_callbacks(interaction: Interaction) -> tuple[Callback, ...]:
    """Return how an interaction may be answered first."""
    match interaction.kind:
        case InteractionKind.AUTOCOMPLETE:
            return (Callback.CHOICES,)
        case InteractionKind.COMMAND:
            return (*_MESSAGES, Callback.MODAL)
        case InteractionKind.COMPONENT:
            return (*_MESSAGES, *_UPDATES, Callback.MODAL)
        case InteractionKind.MODAL:
            return (*_MESSAGES, *_UPDATES) if interaction.message else _MESSAGES


@routes.on("POST", "/interactions/{interaction_id}/{interaction_token}/callback", open=True)
def answer_interaction(call: Call) -> Answer:
    """Give an interaction its first answer."""
    waiting = call.services.interactions
    interaction = waiting.awaiting(call.params["interaction_id"], call.params["interaction_token"])
    if interaction.channel.id not in call.world.channels:
        raise DiscordError(ErrorCode.UNKNOWN_CHANNEL)
    form = Form.of(call.body)
    callback = Callback(form.choice("type", allowed_callbacks(interaction), required=True))
    form.settle()
    _ANSWERS[callback](call, interaction, form.data.get("data"))
    if call.query.get("with_response", "").lower() not in ("true", "1"):
        return NO_CONTENT
    return 200, _response(call, interaction, callback)


def _response(call: Call, interaction: Interaction, callback: Callback) -> Json:
    about: Json = {"id": interaction.id, "type": int(interaction.kind)}
    original = interaction.original
    if original is None:
        return {"interaction": about}
    about |= {
        "response_message_id": original.id,
        "response_message_loading": bool(original.flags & Flag.LOADING),
        "response_message_ephemeral": bool(original.flags & Flag.EPHEMERAL),
        "channel_id": original.channel_id,
    }
    if interaction.guild:
        about["guild_id"] = interaction.guild.id
    if callback == Callback.DEFERRED_UPDATE:
        return {"interaction": about}
    resource = {"type": int(callback), "message": shapes.message(call.world, original)}
    if callback == Callback.DEFERRED_MESSAGE:
        resource["type"] = int(Callback.MESSAGE)
    return {"interaction": about, "resource": resource}


def _send(call: Call, interaction: Interaction, data: Any) -> None:
    draft = read_draft(data or {}, call.uploads, call.world, interaction.channel, answers=True)
    call.services.interactions.acknowledge(interaction, Callback.MESSAGE)
    interaction.original = say(call, interaction, draft)


def _defer(call: Call, interaction: Interaction, data: Any) -> None:
    form = Form.of(data or {})
    flags = (form.integer("flags", 0) or 0) & Flag.EPHEMERAL
    form.settle()
    call.services.interactions.acknowledge(interaction, Callback.DEFERRED_MESSAGE)
    interaction.original = say(call, interaction, Draft(flags=flags), Flag.LOADING)


def say(call: Call, interaction: Interaction, draft: Draft, flags: int = 0) -> Message:
    """Post a message that answers an interaction: the bot needs no permission in the channel for it."""
    meta = interaction.metadata
    if interaction.original and interaction.original is not interaction.message:
        meta["original_response_message_id"] = interaction.original.id
    command = interaction.kind == InteractionKind.COMMAND and interaction.original is None
    return posting.post(
        call.world,
        interaction.channel,
        call.bot,
        draft,
        kind=MessageKind.COMMAND if command else MessageKind.DEFAULT,
        flags=flags,
        answers=meta,
        answers_name=interaction.command_name if command else None,
        webhook_id=call.bot.id,
        visible_to=interaction.user.id if draft.flags & Flag.EPHEMERAL else None,
    )


def _defer_update(call: Call, interaction: Interaction, data: Any) -> None:
    call.services.interactions.acknowledge(interaction, Callback.DEFERRED_UPDATE)
    interaction.original = interaction.message


def _update(call: Call, interaction: Interaction, data: Any) -> None:
    message = interaction.message
    if message is None or message.id not in interaction.channel.messages:
        raise DiscordError(ErrorCode.UNKNOWN_MESSAGE)
    draft = read_draft(data or {}, call.uploads, call.world, interaction.channel, old=message)
    call.services.interactions.acknowledge(interaction, Callback.UPDATE)
    interaction.original = message
    posting.edit(call.world, message, draft)


def _suggest(call: Call, interaction: Interaction, data: Any) -> None:
    form = Form.of(data)
    kind = _focused(interaction.data.get("options", []))
    choices = [read_choice(each, kind) for each in form.children("choices", 25)]
    form.settle()
    call.services.interactions.acknowledge(interaction, Callback.CHOICES)
    call.services.interactions.tell(interaction, "INTERACTION_AUTOCOMPLETE_RESULT", choices=choices)


def _focused(options: list[Json]) -> int:
    """Return the type of the option that is being typed."""
    for option in options:
        if option.get("focused"):
            return int(option["type"])
        if "options" in option:
            return _focused(option["options"])
    return Option.STRING


def _open_modal(call: Call, interaction: Interaction, data: Any) -> None:
    modal = read_modal(Form.of(data))
    interaction.modal = modal
    call.services.interactions.acknowledge(interaction, Callback.MODAL)
    call.services.interactions.tell(interaction, "INTERACTION_MODAL_CREATE", **modal)


_ANSWERS: dict[Callback, Callable[[Call, Interaction, Any], None]] = {
    Callback.MESSAGE: _send,
    Callback.DEFERRED_MESSAGE: _defer,
    Callback.DEFERRED_UPDATE: _defer_update,
    Callback.UPDATE: _update,
    Callback.CHOICES: _suggest,
    Callback.MODAL: _open_modal,
}
