"""Slash commands, by theme. Each module has a `commands(services)` that returns what it adds to the tree."""

from __future__ import annotations

from bot.exts import bank, help, privacy, race, settings  # noqa: A004 - a command of this name
from bot.exts.services import Services

MODULES = (race, bank, help, privacy, settings)


def add_commands(services: Services) -> None:
    """Add every command to the tree."""
    for module in MODULES:
        for command in module.commands(services):
            services.tree.add_command(command)
