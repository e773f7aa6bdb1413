"""Slash commands, by theme. Each module has a `commands(bot)` that returns what it adds to the tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.exts import bank, help, privacy, race, settings  # noqa: A004 - a command of this name

if TYPE_CHECKING:
    from bot.client import Paddock


MODULES = (race, bank, help, privacy, settings)


def add_commands(bot: Paddock) -> None:
    """Add every command to the bot's tree."""
    for module in MODULES:
        for command in module.commands(bot):
            bot.tree.add_command(command)
