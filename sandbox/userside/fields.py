"""What a person picks in selects and writes in modals, checked against what was offered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox import shapes
from sandbox.model import Channel, Json
from sandbox.validation.form import REQUIRED, Form
from sandbox.validation.layout import Kind
from sandbox.world import World


class Resolved:
    """The users, members, roles and channels that an interaction names."""

    def __init__(self, world: World, channel: Channel) -> None:
        self._world = world
        self._guild = world.guilds.get(channel.guild_id or "")
        self._found: dict[str, dict[str, Json]] = {}

    def as_data(self) -> Json:
        """Return `resolved`, if there is anything in it."""
        return {"resolved": self._found} if self._found else {}

    def user(self, user_id: str) -> bool:
        """Resolve a person; tell whether there is one."""
        user = self._world.users.get(user_id)
        if user is None:
            return False
        self._add("users", user_id, shapes.user(user))
        if self._guild and (member := self._guild.members.get(user_id)):
            permissions = self._world.permissions_of(user, next(iter(self._guild.channels.values())))
            self._add("members", user_id, {**shapes.partial_member(member), "permissions": str(permissions)})
        return True

    def role(self, role_id: str) -> bool:
        """Resolve a role; tell whether there is one."""
        role = self._guild.roles.get(role_id) if self._guild else None
        if role is None:
            return False
        self._add("roles", role_id, shapes.role(role))
        return True

    def mentionable(self, some_id: str) -> bool:
        """Resolve a person or role."""
        return self.user(some_id) or self.role(some_id)

    def channel(self, channel_id: str) -> bool:
        """Resolve a channel of the guild."""
        channel = self._world.channels.get(channel_id)
        if channel is None or self._guild is None or channel.guild_id != self._guild.id:
            return False
        self._add("channels", channel_id, {**shapes.channel(channel), "permissions": "0"})
        return True

    def _add(self, kind: str, some_id: str, shape: Json) -> None:
        self._found.setdefault(kind, {})[some_id] = shape

    def entity(self, kind: int, some_id: str) -> bool:
        """Resolve what a select of this kind offers."""
        match kind:
            case Kind.USER_SELECT:
                return self.user(some_id)
            case Kind.ROLE_SELECT:
                return self.role(some_id)
            case Kind.CHANNEL_SELECT:
                return self.channel(some_id)
            case _:
                return self.mentionable(some_id)


def check_values(form: Form, offered: Json, values: list[str], resolved: Resolved) -> None:
    """Complain unless the values are among those offered, each once, and neither too few nor too many."""
    if not offered["min_values"] <= len(values) <= offered["max_values"] or len(set(values)) != len(values):
        form.complain(
            "BASE_TYPE_BAD_LENGTH",
            f"Must be between {offered['min_values']} and {offered['max_values']} in length.",
            "values",
        )
    for value in values:
        if "options" in offered:
            known = any(option["value"] == value for option in offered["options"])
        else:
            known = resolved.entity(offered["type"], value)
        if not known:
            form.complain("COMPONENT_VALIDATION_FAILED", "Component validation failed", "values")


def fill(form: Form, components: list[Json], resolved: Resolved) -> list[Json]:
    """Put what was written and picked into a modal's components, as the bot gets them."""
    written = dict(_written(form.data.get("components")))
    return [_fill_one(form, component, written, resolved) for component in components]


def _written(node: Any) -> list[tuple[str, Json]]:
    """Find every answer, however deep: by custom id."""
    if isinstance(node, list):
        return [pair for each in node for pair in _written(each)]
    if not isinstance(node, dict):
        return []
    inside = _written(node.get("components")) + _written(node.get("component"))
    return [(str(node["custom_id"]), node), *inside] if "custom_id" in node else inside


def _fill_one(form: Form, component: Json, written: Mapping[str, Json], resolved: Resolved) -> Json:
    shape = {"type": component["type"], "id": component["id"]}
    match component["type"]:
        case Kind.ACTION_ROW:
            return shape | {
                "components": [_answer(form, c, written, resolved) for c in component["components"]]
            }
        case Kind.LABEL:
            return shape | {"component": _answer(form, component["component"], written, resolved)}
        case _:
            return shape


def _answer(form: Form, field: Json, written: Mapping[str, Json], resolved: Resolved) -> Json:
    custom_id = field["custom_id"]
    answer = written.get(custom_id, {})
    shape = {"type": field["type"], "id": field["id"], "custom_id": custom_id}
    match field["type"]:
        case Kind.TEXT_INPUT:
            return shape | {"value": _text(form, field, str(answer.get("value") or ""))}
        case Kind.CHECKBOX:
            return shape | {"value": bool(answer.get("value"))}
        case Kind.RADIO_GROUP:
            return shape | {"value": _radio(form, field, answer.get("value"))}
        case _:
            return shape | {"values": _values(form, field, answer.get("values") or [], resolved)}


def _text(form: Form, field: Json, text: str) -> str:
    least, most = field["min_length"] or 0, field["max_length"] or 4000
    if not text:
        if field["required"]:
            form.complain(*REQUIRED, field["custom_id"])
    elif not least <= len(text) <= most:
        form.complain(
            "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.", field["custom_id"]
        )
    return text


def _radio(form: Form, field: Json, value: Any) -> str | None:
    if value is None:
        if field["required"]:
            form.complain(*REQUIRED, field["custom_id"])
        return None
    if all(option["value"] != value for option in field["options"]):
        form.complain("COMPONENT_VALIDATION_FAILED", "Component validation failed", field["custom_id"])
    return str(value)


def _values(form: Form, field: Json, values: list[Any], resolved: Resolved) -> list[str]:
    texts = [str(value) for value in values]
    if not texts and not field.get("required", True):
        return texts
    check_values(form.at({}, field["custom_id"]), field, texts, resolved)
    return texts
