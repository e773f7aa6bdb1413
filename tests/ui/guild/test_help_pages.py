from __future__ import annotations

import pytest

from bot.client import Paddock
from bot.games.titles import titles
from bot.slash_commands import add_commands
from bot.slash_commands.general import offered
from bot.slash_commands.translator import translations
from bot.store import Store
from bot.texts import DEFAULT
from bot.texts.command_translations import COMMANDS
from bot.ui.guild.help_pages import CommandNames, help_pages


@pytest.mark.parametrize("locale", ["en-US", *COMMANDS])
async def test_help_lists_every_command_and_every_game(new_url: str, locale: str) -> None:
    store = Store(new_url)
    bot = Paddock(store)
    add_commands(bot.services)
    commands = offered(bot.tree, locale)
    text = "\n".join(help_pages(commands, CommandNames(), DEFAULT))
    assert {"race new jockey", "race join", "bank balance", "settings", "privacy"} <= set(commands)
    assert all(f"`/{name}` · {what}" in text for name, what in commands.items())
    assert all(f"**{title.words(DEFAULT).name}**" in text for title in titles())
    if locale in COMMANDS:
        spoken = {entry.description for entry in translations(locale).values()}
        assert [name for name, what in commands.items() if what not in spoken] == []
    await store.close()
