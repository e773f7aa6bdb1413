"""What a request says about a message to be posted or edited.

Source: Discord, "Message Resource": create and edit message; OpenAPI, `MessageCreateRequest` and its kin.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sandbox.errors import DiscordError, ErrorCode
from sandbox.model import Attachment, Channel, Flag, Json, Message
from sandbox.validation.components import read_components
from sandbox.validation.embeds import read_embeds
from sandbox.validation.files import Upload, read_attachments
from sandbox.validation.form import Form
from sandbox.validation.layout import Kind, Layout, walk
from sandbox.world import World

MOST_CONTENT = 2000
_CREATE_FLAGS = Flag.SUPPRESS_EMBEDS | Flag.SUPPRESS_NOTIFICATIONS | Flag.IS_COMPONENTS_V2
_EDIT_FLAGS = Flag.SUPPRESS_EMBEDS | Flag.IS_COMPONENTS_V2


@dataclass(slots=True)
class Draft:
    """A message as it will be: what the request says, and for the rest what the old message said."""

    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    tts: bool = False
    nonce: str | int | None = None
    enforce_nonce: bool = False
    reference: Form | None = None
    allowed: Json | None = None
    """`allowed_mentions`; None allows all."""
    brings_files: bool = False
    brings_embeds: bool = False

    @property
    def text(self) -> str:
        """All text in which a mention counts."""
        displays = [c["content"] for c in walk(self.components) if c["type"] == Kind.TEXT_DISPLAY]
        return "\n".join((self.content, *displays))


def read_draft(
    body: Any,
    uploads: Mapping[int, Upload],
    world: World,
    channel: Channel,
    *,
    old: Message | None = None,
    answers: bool = False,
) -> Draft:
    """Read a body that creates a message or edits the old one; one that `answers` an interaction may be ephemeral."""
    form = Form.of(body)
    draft = Draft() if old is None else _as_it_was(old)
    draft.flags = _read_flags(form, old, ephemeral=answers)
    draft.tts = form.flag("tts")
    _read_once(form, draft)
    if form.has("attachments") or uploads:
        draft.attachments = read_attachments(form, uploads, draft.attachments, world.ids.new)
        draft.brings_files = bool(uploads)
    _read_body(form, draft, world, channel)
    form.settle()
    if not (draft.content.strip() or draft.embeds or draft.components or draft.attachments):
        raise DiscordError(ErrorCode.EMPTY_MESSAGE)
    return draft


def _as_it_was(old: Message) -> Draft:
    return Draft(old.content, old.embeds, old.components, list(old.attachments), old.flags)


def _read_flags(form: Form, old: Message | None, *, ephemeral: bool) -> int:
    given = form.integer("flags", 0)
    if old is not None:
        if given is None:
            return old.flags
        if old.flags & Flag.IS_COMPONENTS_V2 and not given & Flag.IS_COMPONENTS_V2:
            form.complain(
                "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG",
                "The IS_COMPONENTS_V2 flag cannot be removed from a message",
                "flags",
            )
        return old.flags & ~_EDIT_FLAGS | given & _EDIT_FLAGS
    allowed = _CREATE_FLAGS | (Flag.EPHEMERAL if ephemeral else 0)
    return (given or 0) & allowed


def _read_once(form: Form, draft: Draft) -> None:
    """Read what only a new message has."""
    nonce = form.data.get("nonce")
    if isinstance(nonce, str) and len(nonce) > 25:
        form.complain("NONCE_TYPE_TOO_LONG", "Nonce can be at most 25 characters.", "nonce")
    draft.nonce = nonce
    draft.enforce_nonce = form.flag("enforce_nonce")
    draft.reference = form.child("message_reference")
    draft.allowed = _read_allowed(form)


def _read_allowed(form: Form) -> Json | None:
    allowed = form.child("allowed_mentions")
    if allowed is None:
        return None
    parse = allowed.values("parse", 3)
    for kind in parse:
        if kind not in ("users", "roles", "everyone"):
            allowed.complain(
                "BASE_TYPE_CHOICES", "Value must be one of {'users', 'roles', 'everyone'}.", "parse"
            )
    for kind in ("users", "roles"):
        if allowed.values(kind, 100) and kind in parse:
            allowed.complain(
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.',
            )
    return allowed.data


def _read_body(form: Form, draft: Draft, world: World, channel: Channel) -> None:
    v2 = bool(draft.flags & Flag.IS_COMPONENTS_V2)
    layout = Layout(
        files={file.filename: file for file in draft.attachments},
        address=lambda file: world.cdn.address(file, channel.id),
        new_id=world.ids.new,
    )
    if form.has("content"):
        draft.content = form.text("content", MOST_CONTENT) or ""
    if form.has("embeds"):
        draft.embeds = read_embeds(form, layout)
        draft.brings_embeds = bool(draft.embeds)
    if form.has("components"):
        draft.components = read_components(form, layout, v2=v2)
    if v2:
        _refuse_legacy(form, draft)


def _refuse_legacy(form: Form, draft: Draft) -> None:
    """Refuse content and embeds beside Components V2; who turns an old message into one has to null them."""
    for key, value in (("content", draft.content), ("embeds", draft.embeds), ("poll", form.data.get("poll"))):
        if value:
            form.complain(
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
                key,
            )
