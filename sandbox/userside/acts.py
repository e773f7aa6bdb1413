"""What a person does, checked as Discord checks it before it is sent to a bot."""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.errors import DiscordError, ErrorCode
from sandbox.interactions import Interaction
from sandbox.model import Channel, InteractionKind, Json, Message, User
from sandbox.permissions import Permission
from sandbox.services import Services
from sandbox.userside import fields, slash
from sandbox.validation.form import Form
from sandbox.validation.layout import SELECTS, walk
from sandbox.world import World


@dataclass(slots=True)
class Act:
    """One interaction a person asks for, while it is checked; a forced one may name what is not there."""

    services: Services
    user: User
    channel: Channel
    form: Form
    forced: bool = False

    @property
    def world(self) -> World:
        """What there is."""
        return self.services.world

    def interaction(self, kind: InteractionKind, data: Json, **traits: object) -> Interaction:
        """Return the interaction as the bot will get it."""
        nonce = self.form.data.get("nonce")
        guild = self.world.guilds.get(self.channel.guild_id or "")
        return Interaction(self.world.ids.new(), kind, self.user, self.channel, guild, data, nonce, **traits)  # type: ignore[arg-type]


def perform(services: Services, user: User, body: Json, *, forced: bool = False) -> Interaction:
    """Check a person's interaction and send it to the bot."""
    form = Form.of(body)
    kind = form.choice("type", InteractionKind, required=True)
    channel = services.world.channels.get(form.snowflake("channel_id", required=True) or "")
    data = form.child("data", required=True)
    form.settle()
    if channel is None:
        raise DiscordError(ErrorCode.UNKNOWN_CHANNEL)
    assert data is not None
    if not services.world.may(user, channel, Permission.VIEW_CHANNEL):
        raise DiscordError(ErrorCode.MISSING_ACCESS)
    if channel.guild_id is None and services.world.bot not in channel.recipients:
        raise DiscordError(ErrorCode.WRONG_CHANNEL_TYPE)
    interaction = _ACTS[InteractionKind(kind)](Act(services, user, channel, form, forced), data)
    form.settle()
    services.interactions.send(interaction)
    return interaction


def _command(act: Act, data: Form) -> Interaction:
    return _slash(act, data, InteractionKind.COMMAND)


def _autocomplete(act: Act, data: Form) -> Interaction:
    return _slash(act, data, InteractionKind.AUTOCOMPLETE)


def _slash(act: Act, data: Form, kind: InteractionKind) -> Interaction:
    command = slash.find(act.world, act.channel, data.snowflake("id", required=True) or "")
    slash.refuse_unless_usable(act.world, act.user, act.channel, command)
    resolved = fields.Resolved(act.world, act.channel)
    typing = kind == InteractionKind.AUTOCOMPLETE
    options = slash.read_options(data, command, resolved, typing=typing)
    given: Json = {"id": command["id"], "name": command["name"], "type": command["type"], "options": options}
    if "guild_id" in command:
        given["guild_id"] = command["guild_id"]
    return act.interaction(kind, given | resolved.as_data(), command_name=slash.full_name(given))


def _component(act: Act, data: Form) -> Interaction:
    message = _visible_message(act)
    custom_id = data.text("custom_id", 100, 1, required=True)
    kind = data.integer("component_type", required=True)
    found = next((c for c in walk(message.components) if c.get("custom_id") == custom_id), None)
    if not act.forced and (found is None or found["type"] != kind or found.get("disabled")):
        data.complain("COMPONENT_VALIDATION_FAILED", "Component validation failed")
    given: Json = {"custom_id": custom_id, "component_type": kind, "id": found["id"] if found else 0}
    resolved = fields.Resolved(act.world, act.channel)
    if kind in SELECTS:
        given["values"] = [str(value) for value in data.values("values", 25)]
        if not act.forced and found:
            fields.check_values(data, found, given["values"], resolved)
    return act.interaction(InteractionKind.COMPONENT, given | resolved.as_data(), message=message)


def _visible_message(act: Act) -> Message:
    message = act.channel.messages.get(act.form.snowflake("message_id", required=True) or "")
    if (
        message is None
        or message.visible_to not in (None, act.user.id)
        or message.author is not act.world.bot
    ):
        raise DiscordError(ErrorCode.UNKNOWN_MESSAGE)
    return message


def _modal(act: Act, data: Form) -> Interaction:
    opener = act.services.interactions.opened_modal(data.snowflake("id", required=True) or "", act.user)
    custom_id = data.text("custom_id", 100, 1, required=True)
    if opener is None or opener.modal is None or opener.modal["custom_id"] != custom_id:
        raise DiscordError(ErrorCode.UNKNOWN_INTERACTION)
    resolved = fields.Resolved(act.world, act.channel)
    filled = fields.fill(data, opener.modal["components"], resolved)
    given = {"custom_id": custom_id, "components": filled} | resolved.as_data()
    return act.interaction(InteractionKind.MODAL, given, message=opener.message, trigger=opener)


_ACTS = {
    InteractionKind.COMMAND: _command,
    InteractionKind.COMPONENT: _component,
    InteractionKind.AUTOCOMPLETE: _autocomplete,
    InteractionKind.MODAL: _modal,
}
