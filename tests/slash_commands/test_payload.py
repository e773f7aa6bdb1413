"""Slash commands as Discord gets them: names and descriptions in every language, within Discord's rules.

Source: Discord's documentation of application commands, "Application Command Naming" and "Localization".
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import discord
import pytest
from discord import app_commands

from bot.games import new_command
from bot.games.command_limits import MOST_SIZE, complaints, size
from bot.games.new_command import ROOM
from bot.games.titles import title
from bot.slash_commands import MODULES
from bot.slash_commands.translator import Translator, translations
from bot.texts.command_translations import COMMANDS
from engines import catalog

GOLDEN = Path(__file__).parents[1] / "golden" / "commands.json"
"""All commands as they are sent to Discord: who changes one on purpose writes it anew."""


LOCALES = {locale.value for locale in discord.Locale}


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


async def test_discord_is_told_what_it_always_was() -> None:
    sent, _ = await payload()
    assert json.dumps(sent, indent=1, ensure_ascii=False) + "\n" == GOLDEN.read_text("utf-8")


async def test_every_command_is_one_that_discord_takes() -> None:
    sent, _ = await payload()
    for command in sent:
        assert list(complaints(command)) == []
    for locale in {"", *COMMANDS}:
        assert len({names(command).get(locale, command["name"]) for command in sent}) == len(sent) <= 100


async def test_the_games_of_this_house_leave_room_for_those_of_others() -> None:
    sent, _ = await payload()
    assert max(map(size, sent)) <= MOST_SIZE - ROOM


@pytest.mark.parametrize("key", catalog.GAMES)
async def test_what_is_held_against_the_limits_is_what_discord_is_sent(key: str) -> None:
    sent, _ = await payload()
    (command,) = [node for node in nodes(sent) if node["name"] == key]
    judged = new_command.sent(title(key))
    for ours, theirs in zip(nodes([judged]), nodes([command]), strict=True):
        for fact, told in ours.items():
            if fact not in {"options", "choices"}:
                assert (theirs.get(fact) or None) == (told or None)
        assert [choice | {"name_localizations": {}} for choice in ours.get("choices", [])] == [
            choice | {"name_localizations": {}} for choice in theirs.get("choices", [])
        ]
        assert size(ours) == size(theirs)


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


COMMAND = re.compile(r"`/([a-z-]+(?: [a-z-]+(?![a-z:-])){0,2})")
"""A command as a sentence names it, without its options, which have a colon."""


def spelled(node: dict[str, Any], before: str = "") -> Iterator[str]:
    """Return every command by its whole name, and every group of them."""
    name = f"{before} {node['name']}".strip()
    yield name
    for each in node.get("options", ()):
        if each["type"] in {1, 2}:
            yield from spelled(each, name)


def named_in(*files: Path) -> set[str]:
    told = "\n".join(each.read_text(encoding="utf-8") for each in files)
    return {found[1] for found in COMMAND.finditer(told)}


def test_every_command_that_a_sentence_or_a_page_names_is_there() -> None:
    there = {name for command in json.loads(GOLDEN.read_text(encoding="utf-8")) for name in spelled(command)}
    root = Path(__file__).parents[2]
    said = named_in(*root.glob("bot/texts/**/*.py"), *root.glob("bot/games/**/*.py"))
    read = named_in(root / "README.md", *root.glob("docs/*.md"))
    of_pages = {name for name in read if name.split()[0] in there}  # others are paths
    assert len(said) > 20
    assert len(of_pages) > 20
    assert sorted((said | of_pages) - there - {"race new longshot"}) == [], "longshot: the page that adds it"
