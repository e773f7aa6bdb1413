"""Slash commands as Discord gets them: names and descriptions in every language, within Discord's rules.

Source: Discord's documentation of application commands, "Application Command Naming" and "Localization".
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import discord
import pytest
from discord import app_commands

from bot.exts import MODULES
from bot.exts.translator import Translator, translations
from bot.texts.command_translations import COMMANDS

GOLDEN = Path(__file__).parents[1] / "golden" / "commands.json"
"""All commands as they are sent to Discord: who changes one on purpose writes it anew."""

LOCALES = {locale.value for locale in discord.Locale}
GROUPS, PLACES = 2, ("commands", "options")


class Asked(Translator):
    """Remembers every key that was looked up."""

    def __init__(self) -> None:
        self.keys: set[str] = set()

    async def translate(self, string: app_commands.locale_str, locale: Any, context: Any) -> str | None:
        if "key" in string.extras:
            self.keys.add(string.extras["key"])
        return await super().translate(string, locale, context)


async def payload() -> tuple[list[dict[str, Any]], set[str]]:
    """Return all commands as they are sent to Discord, and the keys that were looked up for them."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    asked = Asked()
    for module in MODULES:
        for command in module.commands(MagicMock()):
            tree.add_command(command)
    sent = [await command.get_translated_payload(tree, asked) for command in tree.get_commands()]
    return sent, asked.keys


def nodes(sent: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Return every command, group and option."""
    for node in sent:
        yield node
        yield from nodes(node.get("options", []))


def names(node: dict[str, Any]) -> dict[str, str]:
    """Return what a node is called, by language; English under its own key."""
    return {"": node["name"], **(node.get("name_localizations") or {})}


def descriptions(node: dict[str, Any]) -> dict[str, str]:
    return {"": node["description"], **(node.get("description_localizations") or {})}


def is_a_name(text: str) -> bool:
    """Whether Discord takes this for a name: letters, digits, - and _, all in lower case."""
    return 1 <= len(text) <= 32 and text == text.lower() and all(map(_may_stand_in_a_name, text))


def _may_stand_in_a_name(char: str) -> bool:
    return char in "-_'" or unicodedata.category(char)[0] in "LN"


async def test_discord_is_told_what_it_always_was() -> None:
    sent, _ = await payload()
    assert json.dumps(sent, indent=1, ensure_ascii=False) + "\n" == GOLDEN.read_text("utf-8")


async def test_every_name_and_description_is_one_that_discord_takes() -> None:
    sent, _ = await payload()
    for node in nodes(sent):
        assert all(map(is_a_name, names(node).values())), node
        assert all(1 <= len(text) <= 100 for text in descriptions(node).values()), node


async def test_no_two_siblings_have_the_same_name_in_any_language() -> None:
    sent, _ = await payload()
    for siblings in (sent, *(node.get("options", []) for node in nodes(sent))):
        for locale in {"", *COMMANDS}:
            called = [names(node).get(locale, node["name"]) for node in siblings]
            assert len(called) == len(set(called))


async def test_every_command_is_within_the_limits_of_one_command() -> None:
    sent, _ = await payload()
    assert len(sent) <= 100
    for command in sent:
        for locale in {"", *COMMANDS}:
            told = [
                by.get(locale, "") for node in nodes([command]) for by in (names(node), descriptions(node))
            ]
            assert sum(map(len, told)) <= 8000
        for node in nodes([command]):
            assert len(node.get("options", [])) <= 25
            choices = node.get("choices") or []
            assert len(choices) <= 25
            assert all(1 <= len(choice["name"]) <= 100 for choice in choices)


async def test_required_options_come_first() -> None:
    sent, _ = await payload()
    for node in nodes(sent):
        required = [option.get("required", False) for option in node.get("options", [])]
        assert required == sorted(required, reverse=True)


async def test_only_what_needs_no_server_works_in_direct_messages() -> None:
    sent, _ = await payload()
    everywhere = {command["name"] for command in sent if command.get("dm_permission") is not False}
    assert everywhere == {"help", "privacy", "preferences"}


async def test_settings_are_offered_to_who_manages_a_server() -> None:
    sent, _ = await payload()
    needed = {command["name"]: command.get("default_member_permissions") for command in sent}
    manage_guild = discord.Permissions(manage_guild=True).value
    assert {name: value for name, value in needed.items() if value} == {"settings": manage_guild}


@pytest.mark.parametrize("locale", COMMANDS)
async def test_every_key_has_an_entry_in_each_language_and_every_entry_is_used(locale: str) -> None:
    _, keys = await payload()
    assert set(translations(locale)) == keys


@pytest.mark.parametrize("locale", COMMANDS)
async def test_every_command_is_translated(locale: str) -> None:
    assert locale in LOCALES
    sent, _ = await payload()
    for node in nodes(sent):
        assert locale in names(node), node["name"]
        assert locale in descriptions(node), node["name"]


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("neu", True),
        ("plätze", True),
        ("classificação", True),
        ("Neu", False),
        ("a b", False),
        ("", False),
        ("x" * 33, False),
        ("new!", False),
    ],
)
def test_what_a_name_is(name: str, is_one: bool) -> None:
    assert is_a_name(name) is is_one
