"""Modals: what they ask, and what was filled in. They are read from the interaction alone.

discord.py keeps modals in memory to call them back; ours are stopped before they are sent, so that a form sent
after a restart is read like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from discord import ui

from bot.games.kit.amounts import MOST_TYPED
from bot.games.screens import Form
from bot.messages.custom_ids import CustomId
from bot.messages.layout import MOST_OPTIONS, option
from bot.messages.snapshot import Snapshot
from bot.tables.luck import LONGEST_WORDS

LONGEST_LABEL = 45
"""Characters of a form's title, and of the label of a field."""

LONGEST_HINT = 100
"""Characters of what is said below the label of a field."""


class StillModal(ui.Modal):
    """A modal that never listens for itself."""

    def __init__(self, custom_id: object, title: str, *labels: ui.Label[ui.Modal]) -> None:
        super().__init__(title=title[:LONGEST_LABEL], custom_id=str(custom_id))
        for label in labels:
            self.add_item(label)
        self.stop()


def line_form(
    custom_id: object, title: str, label: str, hint: str, field: str, longest: int, shown: str | None = None
) -> ui.Modal:
    """Ask for one line; `shown` stands in it before anything is typed."""
    line: ui.TextInput[ui.Modal] = ui.TextInput(custom_id=field, placeholder=shown, max_length=longest)
    return StillModal(custom_id, title, labelled(label, hint, line))


def labelled(text: str, hint: str, field: ui.Item[ui.Modal]) -> ui.Label[ui.Modal]:
    """Say what a field of a form is for; of the words stands what Discord takes."""
    return ui.Label(text=text[:LONGEST_LABEL], description=hint[:LONGEST_HINT], component=field)


def amount_form(address: CustomId, form: Form) -> ui.Modal:
    """Ask for an amount."""
    at, hint = address._replace(what=form.what), form.hint[:LONGEST_HINT]
    return line_form(at, form.title, form.label, hint, "amount", MOST_TYPED, hint)


def words_form(snapshot: Snapshot) -> ui.Modal:
    """Ask for the words that somebody adds to the luck."""
    said, at = snapshot.t.luck, CustomId(snapshot.table.table_id, 0, "luck.set")
    hint = said.form_hint(LONGEST_WORDS)
    return line_form(at, said.form_title, said.form_label, hint, "words", LONGEST_WORDS)


def options_form(snapshot: Snapshot) -> ui.Modal:
    """Ask the host what shall be played, and by how many."""
    words = snapshot.t.lobby
    seats = _values("seats", snapshot.title.engine.seats, snapshot.table.capacity)
    labels = [labelled(words.capacity, words.capacity_hint, seats)]
    for name, values in _offered(snapshot).items():
        said = snapshot.title.option_words(name, snapshot.t)
        label = partial(snapshot.words.option_value, name)
        field = _values(name, values, snapshot.table.options[name], label)
        labels.append(labelled(said.label, said.hint, field))
    return StillModal(CustomId(snapshot.table.table_id, 0, "options.set"), words.options_title, *labels)


def _offered(snapshot: Snapshot) -> Mapping[str, Sequence[Any]]:
    """Return what the form asks for, and what it offers: what holds now is always among it."""
    held = snapshot.table.options
    return {
        name: values if held[name] in values else [*values[: MOST_OPTIONS - 1], held[name]]
        for name, values in snapshot.title.asked_in_lobby.items()
    }


def _values(
    name: str, values: Sequence[Any], chosen: Any, label: Callable[[Any], str] = str
) -> ui.Select[ui.Modal]:
    options = [option(label(value), str(value), is_chosen=value == chosen) for value in values]
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
