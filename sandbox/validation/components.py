"""The components of messages, classic rows and Components V2.

Every reader takes a form and the layout's tally and returns the component as Discord's answers show it.
Source: Discord, "Component Reference"; OpenAPI, `…ComponentForMessageRequest` and `…ComponentResponse`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sandbox.model import Json
from sandbox.validation.form import Form
from sandbox.validation.layout import SELECTS, Kind, Layout, read_emoji

Reader = Callable[[Form, Layout], Json]

LINK, PREMIUM = 5, 6


def read_components(form: Form, layout: Layout, *, v2: bool) -> list[Json]:
    """Read a message's `components`; without Components V2 there are up to five rows."""
    readers, most = (_TOP, 40) if v2 else ({Kind.ACTION_ROW: read_row}, 5)
    shapes = _read_each(form, "components", layout, readers, most=most)
    layout.settle(form, shapes)
    return shapes


def _read_each(
    form: Form, key: str, layout: Layout, readers: Mapping[Kind, Reader], *, most: int, least: int = 0
) -> list[Json]:
    children = form.children(key, most, least, required=least > 0)
    return [shape for child in children if (shape := read_one(child, layout, readers))]


def read_one(form: Form, layout: Layout, readers: Mapping[Kind, Reader]) -> Json | None:
    """Read a component of one of these kinds; None for any other, which is complained about."""
    for kind, read in readers.items():
        if form.data.get("type") == kind:
            return read(form, layout)
    known = ", ".join(str(int(kind)) for kind in readers)
    form.complain("UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({known}).', "type")
    return None


def read_row(form: Form, layout: Layout) -> Json:
    """Read an action row: up to five buttons, or one select."""
    shape = layout.begin(form, Kind.ACTION_ROW)
    children = _read_each(form, "components", layout, _IN_ROW, most=5, least=1)
    width = sum(1 if child["type"] == Kind.BUTTON else 5 for child in children)
    if width > 5:
        form.complain(
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
            "The specified component exceeds the maximum width",
            "components",
        )
    return {**shape, "components": children}


def read_button(form: Form, layout: Layout) -> Json:
    """Read a button; its style decides whether it needs a custom id, an address or a product."""
    shape = layout.begin(form, Kind.BUTTON)
    shape["style"] = style = form.choice("style", range(1, 7), required=True)
    if style == LINK:
        shape["url"] = form.url("url", 512, ("http", "https", "discord"), required=True)
        _refuse_both(form, "custom_id", "url")
    elif style == PREMIUM:
        shape["sku_id"] = form.snowflake("sku_id", required=True)
    else:
        layout.custom_id(form, shape)
        _refuse_both(form, "url", "custom_id")
    label = form.text("label", 80)
    emoji = read_emoji(form)
    if not label and emoji is None and style != PREMIUM:
        form.complain("BUTTON_COMPONENT_INVALID_APPEARANCE", "A button must have a label or emoji")
    if label:
        shape["label"] = label
    if emoji:
        shape["emoji"] = emoji
    if form.flag("disabled"):
        shape["disabled"] = True
    return shape


def _refuse_both(form: Form, key: str, other: str) -> None:
    if form.data.get(key) is not None:
        form.complain(
            "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
            f"A button cannot have both {key} and {other}",
            key,
        )


def read_string_select(form: Form, layout: Layout) -> Json:
    """Read a select of given options."""
    shape = read_select_frame(form, layout, Kind.STRING_SELECT)
    options = form.children("options", 25, 1, required=True)
    shape["options"] = read_options(options)
    if options and shape["max_values"] > len(options):
        form.complain(
            "NUMBER_TYPE_MAX", f"int value should be less than or equal to {len(options)}.", "max_values"
        )
    return shape


def read_options(forms: list[Form]) -> list[Json]:
    """Read the options of a select or group; no value may occur twice."""
    seen: set[str | None] = set()
    options = []
    for form in forms:
        option: Json = {
            "label": form.text("label", 100, 1, required=True),
            "value": form.text("value", 100, 1, required=True),
        }
        if option["value"] in seen:
            form.complain(
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
                "value",
            )
        seen.add(option["value"])
        if description := form.text("description", 100):
            option["description"] = description
        if emoji := read_emoji(form):
            option["emoji"] = emoji
        if form.flag("default"):
            option["default"] = True
        options.append(option)
    return options


def read_select_frame(form: Form, layout: Layout, kind: Kind) -> Json:
    """Read what all selects have in common."""
    shape = layout.begin(form, kind)
    layout.custom_id(form, shape)
    if placeholder := form.text("placeholder", 150):
        shape["placeholder"] = placeholder
    least, most = form.integer("min_values", 0, 25), form.integer("max_values", 1, 25)
    shape["min_values"] = 1 if least is None else least
    shape["max_values"] = 1 if most is None else most
    if shape["min_values"] > shape["max_values"]:
        form.complain("SELECT_COMPONENT_INVALID_RANGE", "min_values cannot exceed max_values", "min_values")
    if form.flag("disabled"):
        shape["disabled"] = True
    return shape


def entity_select(kind: Kind) -> Reader:
    """Return the reader of a select of users, roles, mentionables or channels."""

    def read(form: Form, layout: Layout) -> Json:
        shape = read_select_frame(form, layout, kind)
        if kind == Kind.CHANNEL_SELECT and (types := form.values("channel_types", 12)):
            shape["channel_types"] = types
        if defaults := form.children("default_values", 25):
            shape["default_values"] = [
                {"type": d.text("type", 10), "id": d.snowflake("id")} for d in defaults
            ]
        return shape

    return read


def read_text(form: Form, layout: Layout) -> Json:
    """Read a text display."""
    return {**layout.begin(form, Kind.TEXT_DISPLAY), "content": layout.display(form, "content")}


def _read_section(form: Form, layout: Layout) -> Json:
    shape = layout.begin(form, Kind.SECTION)
    texts = _read_each(form, "components", layout, {Kind.TEXT_DISPLAY: read_text}, most=3, least=1)
    accessory = form.child("accessory", required=True)
    beside = accessory and read_one(
        accessory, layout, {Kind.BUTTON: read_button, Kind.THUMBNAIL: _read_thumbnail}
    )
    return {**shape, "components": texts, "accessory": beside or {}}


def _read_thumbnail(form: Form, layout: Layout) -> Json:
    return {**layout.begin(form, Kind.THUMBNAIL), **_read_picture(form, layout)}


def _read_picture(form: Form, layout: Layout) -> Json:
    return {
        "media": layout.media(form, "media"),
        "description": form.text("description", 1024),
        "spoiler": form.flag("spoiler"),
    }


def _read_gallery(form: Form, layout: Layout) -> Json:
    shape = layout.begin(form, Kind.MEDIA_GALLERY)
    items = form.children("items", 10, 1, required=True)
    return {**shape, "items": [_read_picture(item, layout) for item in items]}


def _read_file(form: Form, layout: Layout) -> Json:
    shape = layout.begin(form, Kind.FILE)
    media = layout.media(form, "file", only_files=True)
    file = next((f for f in layout.files.values() if f.id == media.get("attachment_id")), None)
    return {
        **shape,
        "file": media,
        "name": file.filename if file else None,
        "size": file.size if file else None,
        "spoiler": form.flag("spoiler"),
    }


def _read_separator(form: Form, layout: Layout) -> Json:
    return {
        **layout.begin(form, Kind.SEPARATOR),
        "spacing": form.choice("spacing", (1, 2), default=1),
        "divider": form.flag("divider", default=True),
    }


def _read_container(form: Form, layout: Layout) -> Json:
    return {
        **layout.begin(form, Kind.CONTAINER),
        "accent_color": form.integer("accent_color", 0, 0xFFFFFF),
        "components": _read_each(form, "components", layout, _IN_CONTAINER, most=40, least=1),
        "spoiler": form.flag("spoiler"),
    }


ENTITY_SELECTS: dict[Kind, Reader] = {
    kind: entity_select(kind) for kind in SELECTS if kind != Kind.STRING_SELECT
}
_IN_ROW: dict[Kind, Reader] = {
    Kind.BUTTON: read_button,
    Kind.STRING_SELECT: read_string_select,
    **ENTITY_SELECTS,
}
_IN_CONTAINER: dict[Kind, Reader] = {
    Kind.ACTION_ROW: read_row,
    Kind.SECTION: _read_section,
    Kind.TEXT_DISPLAY: read_text,
    Kind.MEDIA_GALLERY: _read_gallery,
    Kind.FILE: _read_file,
    Kind.SEPARATOR: _read_separator,
}
_TOP: dict[Kind, Reader] = {**_IN_CONTAINER, Kind.CONTAINER: _read_container}
