"""Slash commands, by theme. Each module has a `commands(services)` that returns what it adds to the tree."""

from __future__ import annotations

from bot.slash_commands import bankrolls, general, leaderboards, race
from bot.slash_commands.command import CommandServices

MODULES = (race, bankrolls, leaderboards, general)


def add_commands(services: CommandServices) -> None:
    """Add every command to the tree."""
    for module in MODULES:
        for command in module.commands(services):
            services.tree.add_command(command)
