"""Discord's limits on a message of components, as its documentation states them and discord.py does not check.

Source: Discord's documentation, "Component Reference" and "Message Components".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord

from bot.messages.layout import MessageLayout

ROLES, CHANNELS = 6, 8
ROW, BUTTON, SELECT, TEXT_INPUT, TEXT, GALLERY, FILE, CONTAINER, LABEL = 1, 2, 3, 4, 10, 12, 13, 17, 18


def components(view: discord.ui.LayoutView | discord.ui.Modal) -> list[dict[str, Any]]:
    """Return every component of a message or a modal, nested ones as well."""
    sent = view.to_components() if isinstance(view, discord.ui.LayoutView) else view.to_dict()["components"]
    return list(_nested(sent))


def _nested(sent: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for component in sent:
        yield component
        yield from _nested(component.get("components", []))
        if "component" in component:
            yield from _nested([component["component"]])


def require_sendable(layout: MessageLayout) -> None:
    """Fail unless Discord would take this message, with its pictures and without."""
    for shown in (layout, layout.without_files(), layout.remains()):
        build = components(shown.build())
        _require_sound(build)
        assert len(build) <= 40
        texts = [component["content"] for component in build if component["type"] == TEXT]
        assert all(texts)
        assert sum(map(len, texts)) <= 4000
        files = shown.files()
        names = [file.filename for file in files]
        assert len(names) == len(set(names)) <= 10
        assert all(name.isascii() for name in names)
        assert all(len(file.description or "") <= 1024 for file in files)
        assert {f"attachment://{name}" for name in names} == set(_referenced(build))


def _referenced(build: list[dict[str, Any]]) -> Iterator[str]:
    for component in build:
        if component["type"] == GALLERY:
            assert 1 <= len(component["items"]) <= 10
            for item in component["items"]:
                assert 1 <= len(item["description"]) <= 1024
                yield item["media"]["url"]
        if component["type"] == FILE:
            yield component["file"]["url"]


def require_openable(modal: discord.ui.Modal) -> None:
    """Fail unless Discord would open this modal."""
    sent = modal.to_dict()
    assert 1 <= len(sent["title"]) <= 45
    assert 1 <= len(sent["custom_id"]) <= 100
    assert 1 <= len(sent["components"]) <= 5
    _require_sound(components(modal))


def _require_sound(build: list[dict[str, Any]]) -> None:
    ids = [component["custom_id"] for component in build if "custom_id" in component]
    assert len(ids) == len(set(ids))
    assert all(1 <= len(custom_id) <= 100 for custom_id in ids)
    for component in build:
        match component["type"]:
            case 1:
                inner = [each["type"] for each in component["components"]]
                assert inner in ([SELECT], [ROLES], [CHANNELS]) or (
                    set(inner) == {BUTTON} and len(inner) <= 5
                )
            case 2:
                assert 1 <= len(component["label"]) <= 80
            case 3:
                _require_select(component)
            case 4:
                assert len(component.get("placeholder", "")) <= 100
            case 6 | 8:
                assert len(component.get("placeholder") or "") <= 150
                assert 0 <= component["min_values"] <= component["max_values"] <= 25
                assert len(component.get("default_values") or ()) <= component["max_values"]
            case 18:
                assert 1 <= len(component["label"]) <= 45
                assert len(component.get("description") or "") <= 100


def _require_select(select: dict[str, Any]) -> None:
    options = select["options"]
    values = [option["value"] for option in options]
    assert 1 <= len(options) <= 25
    assert len(values) == len(set(values))
    assert len(select.get("placeholder") or "") <= 150
    assert 0 <= select["min_values"] <= select["max_values"] <= len(options)
    assert sum(option.get("default", False) for option in options) <= select["max_values"]
    for option in options:
        assert 1 <= len(option["label"]) <= 100
        assert 1 <= len(option["value"]) <= 100
        assert len(option.get("description") or "") <= 100
