from __future__ import annotations

import pytest

from bot.client import Paddock
from bot.db import Database
from bot.games.titles import titles
from bot.slash_commands import add_commands
from bot.slash_commands.general import offered
from bot.slash_commands.translator import translations
from bot.texts import DEFAULT
from bot.texts.command_translations import COMMANDS
from bot.ui.guild.help_pages import CommandNames, command_pages, help_layouts, help_pages


@pytest.mark.parametrize("locale", ["en-US", *COMMANDS])
async def test_help_lists_every_command_and_every_game(new_url: str, locale: str) -> None:
    store = Database(new_url)
    bot = Paddock(store)
    add_commands(bot.services)
    commands = offered(bot.tree, locale)
    text = "\n".join(command_pages(commands, CommandNames(), DEFAULT))
    assert {"race new jockey", "race join", "bank balance", "settings", "privacy"} <= set(commands)
    assert all(f"`/{name}` · {what}" in text for name, what in commands.items())
    overview = "\n".join(help_pages(CommandNames(), DEFAULT))
    assert all(f"**{title.words(DEFAULT).name}**" in overview for title in titles())
    if locale in COMMANDS:
        spoken = {entry.description for entry in translations(locale).values()}
        assert [name for name, what in commands.items() if what not in spoken] == []
    await store.close()


def test_help_is_short_enough_to_be_read_and_lists_the_commands_on_request() -> None:
    *others, last = help_layouts(CommandNames(), DEFAULT)
    assert others == []
    assert len(last.text.split()) <= 231
    ((button,),) = last.controls
    assert button.label == "All commands"
    assert button.custom_id == "s:help.commands"
