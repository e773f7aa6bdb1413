"""Interactions: a person's command, click or form, from when it is sent to the bot until it is answered.

Discord waits three seconds for the first answer; then the interaction is unknown and the person reads that it
failed. An answered interaction's token serves fifteen minutes for follow-ups.
Source: Discord, "Receiving and Responding".
"""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, field

from sandbox import shapes
from sandbox.errors import DiscordError, ErrorCode
from sandbox.model import Callback, Channel, Flag, Guild, InteractionKind, Json, Message, User
from sandbox.permissions import Permission
from sandbox.snowflakes import moment_of
from sandbox.validation.files import MOST_BYTES
from sandbox.world import World

TOKEN_SECONDS = 15 * 60
FIRST_ANSWER_SECONDS = 3.0


@dataclass(slots=True, eq=False)
class Interaction:
    """One interaction and its answer so far."""

    id: str
    kind: InteractionKind
    user: User
    channel: Channel
    guild: Guild | None
    data: Json
    nonce: str | None = None
    message: Message | None = None
    """The message whose component was used, also of the modal that came of it."""
    command_name: str | None = None
    trigger: Interaction | None = None
    """The interaction that opened the modal."""
    token: str = field(default_factory=lambda: secrets.token_urlsafe(48))
    answered: Callback | None = None
    failed: bool = False
    modal: Json | None = None
    original: Message | None = None
    """The message that `@original` means."""
    expired: bool = False
    """Whether its token has run out before its time."""

    @property
    def metadata(self) -> Json:
        """`interaction_metadata` of the messages that answer it."""
        owner = self.guild.id if self.guild else "0"
        meta: Json = {
            "id": self.id,
            "type": int(self.kind),
            "user": shapes.user(self.user),
            "authorizing_integration_owners": {"0": owner},
        }
        if self.kind == InteractionKind.COMPONENT and self.message:
            meta["interacted_message_id"] = self.message.id
        if self.trigger:
            meta["triggering_interaction_metadata"] = self.trigger.metadata
        return meta


class Interactions:
    """All interactions that may still be answered."""

    def __init__(self, world: World, first_answer_seconds: float = FIRST_ANSWER_SECONDS) -> None:
        self._world = world
        self.patience = first_answer_seconds
        """Seconds that a person waits for the first answer."""
        self._by_id: dict[str, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def send(self, interaction: Interaction) -> None:
        """Send an interaction to the bot and wait for its first answer."""
        self._forget_old()
        self._by_id[interaction.id] = self._by_token[interaction.token] = interaction
        self.tell(interaction, "INTERACTION_CREATE")
        guild_id = interaction.guild.id if interaction.guild else None
        bot = self._world.bot.id
        self._world.publish("INTERACTION_CREATE", payload(self._world, interaction), guild_id, only=bot)
        loop = asyncio.get_running_loop()
        self._timers[interaction.id] = loop.call_later(self.patience, self._give_up, interaction)

    def run_out(self) -> None:
        """Let the time for a first answer be over at once: every interaction that waits for one fails."""
        for interaction_id, timer in list(self._timers.items()):
            timer.cancel()
            self._give_up(self._by_id[interaction_id])

    def _give_up(self, interaction: Interaction) -> None:
        self._timers.pop(interaction.id, None)
        interaction.failed = True
        self.tell(interaction, "INTERACTION_FAILURE")

    def tell(self, interaction: Interaction, name: str, **more: object) -> None:
        """Send the person an event about the interaction."""
        told = {"nonce": interaction.nonce, "interaction_id": interaction.id, **more}
        self._world.publish(name, told, only=interaction.user.id)

    def awaiting(self, interaction_id: str, token: str) -> Interaction:
        """Return an interaction that waits for its first answer."""
        interaction = self._by_id.get(interaction_id)
        if (
            interaction is None
            or interaction.failed
            or interaction.expired
            or not secrets.compare_digest(interaction.token, token)
        ):
            raise DiscordError(ErrorCode.UNKNOWN_INTERACTION)
        if interaction.answered:
            raise DiscordError(ErrorCode.ALREADY_ACKNOWLEDGED)
        return interaction

    def acknowledge(self, interaction: Interaction, callback: Callback) -> None:
        """Note the first answer and tell the person that there is one."""
        interaction.answered = callback
        if timer := self._timers.pop(interaction.id, None):
            timer.cancel()
        self.tell(interaction, "INTERACTION_SUCCESS", callback_type=int(callback))

    def answered(self, application_id: str, token: str) -> Interaction:
        """Return the answered interaction that a follow-up's token belongs to."""
        interaction = self._by_token.get(token)
        if application_id != self._world.bot.id or interaction is None or interaction.answered is None:
            raise DiscordError(ErrorCode.UNKNOWN_WEBHOOK)
        if self._is_old(interaction):
            raise DiscordError(ErrorCode.INVALID_WEBHOOK_TOKEN)
        return interaction

    def expire(self, token: str) -> None:
        """Let a token run out at once, if there is such a one."""
        if interaction := self._by_token.get(token):
            interaction.expired = True

    @property
    def unfinished(self) -> list[Interaction]:
        """Those whose person reads “thinking…”, though the token is good."""
        return [
            each
            for each in self._by_id.values()
            if each.original and each.original.flags & Flag.LOADING and not self._is_old(each)
        ]

    def opened_modal(self, interaction_id: str, user: User) -> Interaction | None:
        """Return the interaction that opened a modal for this person."""
        interaction = self._by_id.get(interaction_id)
        return interaction if interaction and interaction.modal and interaction.user is user else None

    def _is_old(self, interaction: Interaction) -> bool:
        return interaction.expired or self._world.clock.now() - moment_of(interaction.id) > TOKEN_SECONDS

    def _forget_old(self) -> None:
        """Drop interactions whose tokens ran out long ago, the oldest first."""
        for interaction_id in list(self._by_id)[:2]:
            interaction = self._by_id[interaction_id]
            if self._world.clock.now() - moment_of(interaction.id) > 4 * TOKEN_SECONDS:
                del self._by_id[interaction_id], self._by_token[interaction.token]

    def close(self) -> None:
        """Stop waiting for anything."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()


def payload(world: World, interaction: Interaction) -> Json:
    """Return what the gateway sends the bot."""
    channel, user, guild = interaction.channel, interaction.user, interaction.guild
    shape: Json = {
        "version": 1,
        "id": interaction.id,
        "type": int(interaction.kind),
        "token": interaction.token,
        "application_id": world.bot.id,
        "data": interaction.data,
        "channel_id": channel.id,
        "locale": user.locale,
        "context": 0 if guild else 1,
        "authorizing_integration_owners": {"0": guild.id if guild else "0"},
        "entitlements": [],
        "attachment_size_limit": MOST_BYTES,
        "app_permissions": str(_app_permissions(world, channel)),
    }
    if guild:
        permissions = str(world.permissions_of(user, channel))
        shape |= {
            "guild_id": guild.id,
            "guild": {"id": guild.id, "locale": guild.locale, "features": []},
            "guild_locale": guild.locale,
            "channel": {**shapes.channel(channel), "permissions": permissions},
            "member": {**shapes.member(guild.members[user.id]), "permissions": permissions},
        }
    else:
        shape |= {"channel": shapes.direct_channel(channel, world.bot), "user": shapes.user(user)}
    if interaction.message:
        shape["message"] = shapes.message(world, interaction.message)
    return shape


def _app_permissions(world: World, channel: Channel) -> int:
    """What the bot may do there; one that is not in the server may still answer with files and embeds."""
    guest = Permission.ATTACH_FILES | Permission.EMBED_LINKS
    return world.permissions_of(world.bot, channel) if _is_present(world, channel) else int(guest)


def _is_present(world: World, channel: Channel) -> bool:
    return channel.guild_id is None or world.bot.id in world.guilds[channel.guild_id].members
