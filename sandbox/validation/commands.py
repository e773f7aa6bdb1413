"""Application commands as they are registered.

Source: Discord, "Application Commands": structure, naming, localization; OpenAPI,
`ApplicationCommandCreateRequest`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from sandbox.model import Json
from sandbox.validation.form import Form

CHAT_INPUT, USER, MESSAGE = 1, 2, 3


class Option(IntEnum):
    """Types of a command's options."""

    SUBCOMMAND = 1
    GROUP = 2
    STRING = 3
    INTEGER = 4
    BOOLEAN = 5
    USER = 6
    CHANNEL = 7
    ROLE = 8
    MENTIONABLE = 9
    NUMBER = 10
    ATTACHMENT = 11


MOST = {CHAT_INPUT: 100, USER: 15, MESSAGE: 15}
"""How many commands of a kind an application may have in one place."""

MOST_SIZE = 8000
_LOCALES = """
ar bg cs da de el en-GB en-US es-419 es-ES fi fr he hi hr hu id it ja ko lt nl no pl pt-BR ro ru sv-SE th tr uk vi zh-CN
zh-TW
"""
LOCALES = frozenset(_LOCALES.split())
"""The languages of Discord's clients."""


def read_commands(body: Any) -> list[Json]:
    """Read the list of a bulk overwrite."""
    wrapped = Form({"commands": body})
    forms = [
        Form(form.data, (str(index),), wrapped.errors)
        for index, form in enumerate(wrapped.children("commands", 130))
    ]
    commands = [read_command(form) for form in forms]
    seen: set[tuple[Any, Any]] = set()
    for form, command in zip(forms, commands, strict=True):
        key = (command["type"], command["name"])
        if key in seen:
            form.complain(
                "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique", "name"
            )
        seen.add(key)
    wrapped.settle()
    return commands


def read_command(form: Form) -> Json:
    """Read one command; whoever called settles the form."""
    kind = form.choice("type", (CHAT_INPUT, USER, MESSAGE), default=CHAT_INPUT)
    chat = kind == CHAT_INPUT
    command: Json = {"type": kind, **_read_words(form, least=1 if chat else 0, named_as_chat=chat)}
    if not chat and command["description"]:
        form.complain(
            "APPLICATION_COMMANDS_DESCRIPTION_INVALID",
            "Context menu commands cannot have description",
            "description",
        )
    permissions = form.integer("default_member_permissions", 0)
    command["default_member_permissions"] = None if permissions is None else str(permissions)
    command["nsfw"] = form.flag("nsfw")
    command["contexts"] = form.values("contexts", 3) or None
    command["integration_types"] = form.values("integration_types", 2) or [0]
    if form.data.get("dm_permission") is not None:
        command["dm_permission"] = form.flag("dm_permission")
    if chat and (options := _read_options(form, depth=0)):
        command["options"] = options
    if (size := _size(command)) > MOST_SIZE:
        form.complain(
            "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({MOST_SIZE}), it is {size}."
        )
    return command


def _read_words(form: Form, *, least: int, named_as_chat: bool = True) -> Json:
    """Read name and description with their translations."""
    name = form.text("name", 32, 1, required=True) or ""
    if named_as_chat and name and not is_chat_name(name):
        form.complain("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid", "name")
    words: Json = {
        "name": name,
        "description": form.text("description", 100, least, required=least > 0) or "",
    }
    for key, most in (("name", 32), ("description", 100)):
        translations = _read_translations(form, f"{key}_localizations", most)
        if key == "name" and named_as_chat:
            for locale, text in (translations or {}).items():
                if not is_chat_name(text):
                    form.complain(
                        "APPLICATION_COMMAND_INVALID_NAME",
                        "Command name is invalid",
                        "name_localizations",
                        locale,
                    )
        words[f"{key}_localizations"] = translations
    return words


def is_chat_name(name: str) -> bool:
    """Tell whether a slash command or option may be called so: letters, digits, - _ ', no capitals."""
    return name == name.lower() and all(c in "-_'" or unicodedata.category(c)[0] in "LNM" for c in name)


def _read_translations(form: Form, key: str, most: int) -> dict[str, str] | None:
    translations = form.child(key)
    if translations is None:
        return None
    for locale in translations.data:
        if locale not in LOCALES:
            translations.complain("BASE_TYPE_CHOICES", "Value must be one of the locales of Discord.", locale)
    return {locale: translations.text(locale, most, 1, required=True) or "" for locale in translations.data}


def _read_options(form: Form, *, depth: int) -> list[Json]:
    forms = form.children("options", 25)
    options = [_read_option(each, depth=depth) for each in forms]
    seen: set[str] = set()
    optional_before = False
    for each, option in zip(forms, options, strict=True):
        if option["name"] in seen:
            each.complain("APPLICATION_COMMAND_OPTIONS_DUPLICATE_NAME", "Option names must be unique", "name")
        seen.add(option["name"])
        required = option.get("required", False)
        if required and optional_before:
            each.complain(
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
                "required",
            )
        optional_before |= not required
    kinds = [option["type"] <= Option.GROUP for option in options]
    if any(kinds) and not all(kinds):
        form.complain(
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
            "options",
        )
    return options


_NESTED = {0: range(1, 12), 1: range(Option.SUBCOMMAND, Option.SUBCOMMAND + 1), 2: range(Option.STRING, 12)}
"""What may stand in a command, in a group and in a subcommand."""


def _read_option(form: Form, *, depth: int) -> Json:
    kind = form.choice("type", _NESTED[depth], required=True)
    option: Json = {"type": kind, **_read_words(form, least=1)}
    if kind in (Option.SUBCOMMAND, Option.GROUP):
        return option | {"options": _read_options(form, depth=2 if kind == Option.SUBCOMMAND else 1)}
    option["required"] = form.flag("required")
    if form.flag("autocomplete"):
        option["autocomplete"] = True
        if kind not in (Option.STRING, Option.INTEGER, Option.NUMBER) or form.data.get("choices"):
            form.complain(
                "APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_INVALID",
                "Autocomplete is not possible here",
                "autocomplete",
            )
    return option | _read_bounds(form, kind)


def _read_bounds(form: Form, kind: int) -> Json:
    bounds: Json = {}
    if kind == Option.STRING:
        bounds = {
            "min_length": form.integer("min_length", 0, 6000),
            "max_length": form.integer("max_length", 1, 6000),
        }
    elif kind in (Option.INTEGER, Option.NUMBER):
        bounds = {"min_value": form.number("min_value"), "max_value": form.number("max_value")}
    elif kind == Option.CHANNEL:
        bounds = {"channel_types": form.values("channel_types", 15) or None}
    if kind in (Option.STRING, Option.INTEGER, Option.NUMBER):
        bounds["choices"] = [read_choice(each, kind) for each in form.children("choices", 25)] or None
    return {key: value for key, value in bounds.items() if value is not None}


def read_choice(form: Form, kind: int) -> Json:
    """Read one choice of an option, or of an autocomplete answer."""
    choice: Json = {
        "name": form.text("name", 100, 1, required=True),
        "name_localizations": _read_translations(form, "name_localizations", 100),
    }
    if kind == Option.STRING:
        choice["value"] = form.text("value", 100, required=True)
    else:
        choice["value"] = (
            form.integer("value", required=True) if kind == Option.INTEGER else form.number("value")
        )
    return choice


def _size(node: Json) -> int:
    """Count the characters of names, descriptions and values; of translations the longest counts."""
    total = 0
    for key in ("name", "description"):
        longest: Mapping[str, str] = node.get(f"{key}_localizations") or {}
        total += max(map(len, (node.get(key) or "", *longest.values())))
    if isinstance(node.get("value"), str):
        total += len(node["value"])
    return total + sum(_size(each) for each in (*node.get("options", ()), *node.get("choices", ())))
