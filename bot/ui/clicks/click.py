"""A click: the custom id says what was pressed and where it belongs, the interaction says who pressed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import discord

from bot.games.screens import Press
from bot.messages.custom_ids import CustomId, GuildId
from bot.texts import Texts, texts
from bot.texts.markup import storable


@dataclass(frozen=True, slots=True, kw_only=True)
class Click:
    """One press of a control, or one form that was sent."""

    interaction: discord.Interaction
    user_id: int
    """Who pressed: never read from the custom id, which anybody can forge."""
    what: str
    """The part of the custom id that names the control; empty if it is none of ours."""
    argument: str
    """What follows the first part of that, such as `set` of `options.set`; empty if nothing does."""
    is_private: bool
    """Whether only they see the message that was clicked on, so that a desk may be shown in its place."""
    press: Press
    fields: Mapping[str, str]
    """What a form that was sent has in its fields, by their custom ids; empty for a press."""
    t: Texts

    def __str__(self) -> str:
        return self.what


@dataclass(frozen=True, slots=True, kw_only=True)
class TableClick(Click):
    """A click on a control of a table."""

    table_id: str
    asked: int
    """The log length at which the decision arose that the control belongs to; 0 for one that belongs to none."""
    address: CustomId

    def __str__(self) -> str:
        return f"table {self.table_id}"


def read(interaction: discord.Interaction) -> Click:
    """Read what was clicked and by whom."""
    data: Mapping[str, Any] = interaction.data or {}
    custom_id = str(data.get("custom_id", ""))
    address = CustomId.read(custom_id) or GuildId.read(custom_id)
    what, message = address.what if address else "", interaction.message
    facts: dict[str, Any] = {
        "interaction": interaction,
        "user_id": interaction.user.id,
        "what": what,
        "argument": what.partition(".")[2],
        "is_private": interaction.guild_id is None or bool(message and message.flags.ephemeral),
        "press": pressed(tuple(what.split(".")), data),
        "fields": dict(_fields(data.get("components", []))),
        "t": texts(str(interaction.locale)),
    }
    if isinstance(address, CustomId):
        return TableClick(**facts, table_id=address.table, asked=address.n, address=address)
    return Click(**facts)


def filled_in(interaction: discord.Interaction, field: str) -> list[str]:
    """Return all that a form that was sent has in one field: of a select several."""
    data: Mapping[str, Any] = interaction.data or {}
    return [value for name, value in _fields(data.get("components", [])) if name == field]


def pressed(parts: tuple[str, ...], data: Mapping[str, Any]) -> Press:
    """Read what was pressed (the `parts` of its name), chosen or typed out of an interaction's data."""
    typed_in = tuple(value for _, value in _fields(data.get("components", [])))
    chosen = tuple(storable(str(value)) for value in data.get("values", ()))
    return Press(parts, chosen or typed_in, is_typed=bool(typed_in))


def _fields(components: Any) -> Iterator[tuple[str, str]]:
    for component in components:
        inner = component.get("components") or ([component["component"]] if "component" in component else [])
        yield from _fields(inner)
        if "value" in component:
            yield str(component["custom_id"]), storable(str(component["value"]))
        for value in component.get("values", ()):
            yield str(component["custom_id"]), storable(str(value))
