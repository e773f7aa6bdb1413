"""Modals: what they ask, and what was filled in. They are read from the interaction alone.

discord.py keeps modals in memory to call them back; ours are stopped before they are sent, so that a form sent
after a restart is read like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import discord
from discord import ui

from bot.games.kit.amounts import MOST_TYPED
from bot.games.screens import Form, Press
from bot.games.title import MOST_OFFERED
from bot.tables.luck import LONGEST_WORDS
from bot.ui.custom_ids import CustomId
from bot.ui.snapshot import Snapshot


def pressed(parts: tuple[str, ...], data: Mapping[str, Any]) -> Press:
    """Read what was pressed (the `parts` of its name), chosen or typed out of an interaction's data."""
    typed_in = tuple(value for _, value in _fields(data.get("components", [])))
    chosen = tuple(str(value) for value in data.get("values", ()))
    return Press(parts, chosen or typed_in, is_typed=bool(typed_in))


def typed(interaction: discord.Interaction) -> dict[str, str]:
    """Read the fields of a modal that was sent, by their custom ids."""
    data: Mapping[str, Any] = interaction.data or {}
    return dict(_fields(data.get("components", [])))


def _fields(components: Any) -> Iterator[tuple[str, str]]:
    for component in components:
        inner = component.get("components") or ([component["component"]] if "component" in component else [])
        yield from _fields(inner)
        if "value" in component:
            yield str(component["custom_id"]), str(component["value"])
        for value in component.get("values", ()):
            yield str(component["custom_id"]), str(value)


class StillModal(ui.Modal):
    """A modal that never listens for itself."""

    def __init__(self, custom_id: object, title: str, *labels: ui.Label[ui.Modal]) -> None:
        super().__init__(title=title[:45], custom_id=str(custom_id))
        for label in labels:
            self.add_item(label)
        self.stop()


def amount_form(address: CustomId, form: Form) -> ui.Modal:
    """Ask for one line."""
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id="amount", placeholder=form.hint[:100], max_length=MOST_TYPED
    )
    return StillModal(
        address._replace(what=form.what),
        form.title,
        ui.Label(text=form.label[:45], description=form.hint[:100], component=field),
    )


def words_form(snapshot: Snapshot) -> ui.Modal:
    """Ask for the words that somebody adds to the luck."""
    words = snapshot.t.luck
    field: ui.TextInput[ui.Modal] = ui.TextInput(custom_id="words", max_length=LONGEST_WORDS)
    return StillModal(
        CustomId(snapshot.table.table_id, 0, "luck.set"),
        words.form_title,
        ui.Label(text=words.form_label, description=words.form_hint(LONGEST_WORDS), component=field),
    )


def options_form(snapshot: Snapshot) -> ui.Modal:
    """Ask the host what shall be played, and by how many."""
    words = snapshot.t.lobby
    seats = _values("seats", snapshot.title.engine.seats, snapshot.table.capacity)
    labels = [ui.Label(text=words.capacity, description=words.capacity_hint, component=seats)]
    for name, values in _offered(snapshot).items():
        said = snapshot.title.option_words(name, snapshot.t)
        label = partial(snapshot.words.option_value, name)
        field = _values(name, values, snapshot.table.options[name], label)
        labels.append(ui.Label(text=said.label[:45], description=said.hint[:100], component=field))
    return StillModal(CustomId(snapshot.table.table_id, 0, "options.set"), words.options_title, *labels)


def _offered(snapshot: Snapshot) -> Mapping[str, Sequence[Any]]:
    """Return what the form asks for, and what it offers: what holds now is always among it."""
    held = snapshot.table.options
    return {
        name: values if held[name] in values else [*values[: MOST_OFFERED - 1], held[name]]
        for name, values in snapshot.title.asked_in_lobby.items()
    }


def _values(
    name: str, values: Sequence[Any], chosen: Any, label: Callable[[Any], str] = str
) -> ui.Select[ui.Modal]:
    options = [
        discord.SelectOption(label=label(value)[:100], value=str(value), default=value == chosen)
        for value in values
    ]
    return ui.Select(custom_id=name, options=options)


def options_from(snapshot: Snapshot, fields: Mapping[str, str]) -> tuple[dict[str, Any], int]:
    """Read the options form; whatever is missing or strange stays as it was."""
    capacity = _chosen(fields.get("seats"), snapshot.title.engine.seats, snapshot.table.capacity)
    options = dict(snapshot.table.options)
    for name, values in _offered(snapshot).items():
        options[name] = _chosen(fields.get(name), values, options[name])
    return options, capacity


def _chosen(text: str | None, values: Sequence[Any], otherwise: Any) -> Any:
    return next((value for value in values if str(value) == text), otherwise)
