"""The modal a callback opens.

Source: Discord, "Receiving and Responding": modal; OpenAPI, `ModalInteractionCallbackRequestData`.
"""

from __future__ import annotations

from sandbox.model import Json
from sandbox.validation.components import (
    ENTITY_SELECTS,
    Reader,
    read_one,
    read_options,
    read_string_select,
    read_text,
)
from sandbox.validation.form import Form
from sandbox.validation.layout import Kind, Layout

MOST_FIELDS = 5
SHORT, PARAGRAPH = 1, 2


def read_modal(form: Form) -> Json:
    """Read a modal: custom id, title and one to five labels, texts or rows with a text input."""
    modal: Json = {
        "custom_id": form.text("custom_id", 100, 1, required=True),
        "title": form.text("title", 45, 1, required=True),
    }
    layout = Layout()
    modal["components"] = [
        read_one(child, layout, _TOP) or {}
        for child in form.children("components", MOST_FIELDS, 1, required=True)
    ]
    layout.settle(form, modal["components"])
    form.settle()
    return modal


def _read_row(form: Form, layout: Layout) -> Json:
    shape = layout.begin(form, Kind.ACTION_ROW)
    inputs = [
        read_one(child, layout, {Kind.TEXT_INPUT: _read_labelled_input}) or {}
        for child in form.children("components", 1, 1, required=True)
    ]
    return {**shape, "components": inputs}


def _read_label(form: Form, layout: Layout) -> Json:
    shape = layout.begin(form, Kind.LABEL)
    shape["label"] = form.text("label", 45, 1, required=True)
    if description := form.text("description", 100):
        shape["description"] = description
    inside = form.child("component", required=True)
    shape["component"] = (inside and read_one(inside, layout, _IN_LABEL)) or {}
    if inside and inside.flag("disabled"):
        inside.complain(
            "COMPONENT_DISABLED_IN_MODAL", "A component in a modal cannot be disabled", "disabled"
        )
    return shape


def _read_labelled_input(form: Form, layout: Layout) -> Json:
    shape = _read_input(form, layout)
    shape["label"] = form.text("label", 45, 1, required=True)
    return shape


def _read_input(form: Form, layout: Layout) -> Json:
    shape = layout.begin(form, Kind.TEXT_INPUT)
    layout.custom_id(form, shape)
    shape |= {
        "style": form.choice("style", (SHORT, PARAGRAPH), required=True),
        "label": None,
        "required": form.flag("required", default=True),
        "min_length": form.integer("min_length", 0, 4000),
        "max_length": form.integer("max_length", 1, 4000),
    }
    for key, most in (("value", 4000), ("placeholder", 100)):
        if text := form.text(key, most):
            shape[key] = text
    if shape["min_length"] and shape["max_length"] and shape["min_length"] > shape["max_length"]:
        form.complain("TEXT_INPUT_INVALID_RANGE", "min_length cannot exceed max_length", "min_length")
    return shape


def _needed(reader: Reader) -> Reader:
    """Add `required`, which selects know only in modals."""

    def read(form: Form, layout: Layout) -> Json:
        return {**reader(form, layout), "required": form.flag("required", default=True)}

    return read


def _read_upload(form: Form, layout: Layout) -> Json:
    return _bounded(form, layout, Kind.FILE_UPLOAD, most_default=1)


def _read_radio(form: Form, layout: Layout) -> Json:
    shape = layout.begin(form, Kind.RADIO_GROUP)
    layout.custom_id(form, shape)
    shape["required"] = form.flag("required", default=True)
    return {**shape, "options": read_options(form.children("options", 10, 2, required=True))}


def _read_checkboxes(form: Form, layout: Layout) -> Json:
    options = read_options(form.children("options", 10, 1, required=True))
    return {**_bounded(form, layout, Kind.CHECKBOX_GROUP, most_default=len(options)), "options": options}


def _bounded(form: Form, layout: Layout, kind: Kind, *, most_default: int) -> Json:
    shape = layout.begin(form, kind)
    layout.custom_id(form, shape)
    least, most = form.integer("min_values", 0, 10), form.integer("max_values", 1, 10)
    return {
        **shape,
        "min_values": 1 if least is None else least,
        "max_values": most_default if most is None else most,
        "required": form.flag("required", default=True),
    }


def _read_checkbox(form: Form, layout: Layout) -> Json:
    shape = layout.begin(form, Kind.CHECKBOX)
    layout.custom_id(form, shape)
    return {**shape, "default": form.flag("default")}


_IN_LABEL: dict[Kind, Reader] = {
    Kind.TEXT_INPUT: _read_input,
    Kind.STRING_SELECT: _needed(read_string_select),
    **{kind: _needed(reader) for kind, reader in ENTITY_SELECTS.items()},
    Kind.FILE_UPLOAD: _read_upload,
    Kind.RADIO_GROUP: _read_radio,
    Kind.CHECKBOX_GROUP: _read_checkboxes,
    Kind.CHECKBOX: _read_checkbox,
}
_TOP: dict[Kind, Reader] = {
    Kind.ACTION_ROW: _read_row,
    Kind.TEXT_DISPLAY: read_text,
    Kind.LABEL: _read_label,
}
