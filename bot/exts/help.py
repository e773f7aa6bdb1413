"""`/help`: what Paddock is, and every command it has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import discord
from discord import app_commands

from bot.exts.services import Services
from bot.exts.translator import named, translations
from bot.texts import texts
from bot.ui.acknowledging import acknowledge
from bot.ui.answers import say_pages
from bot.ui.guild.help_pages import Offered, help_pages


def commands(services: Services) -> Sequence[app_commands.Command[Any, ..., Any]]:
    """Return `/help`."""

    @app_commands.command(
        name=named("help", "help"),
        description=named("help", "What Paddock is, how a race night goes, and every command"),
    )
    async def help_(interaction: discord.Interaction) -> None:
        locale = str(interaction.locale)
        await acknowledge(interaction)
        pages = help_pages(offered(services.tree, locale), services.command_names, texts(locale))
        await say_pages(interaction, pages)

    return (help_,)


def offered(tree: app_commands.CommandTree[Any], locale: str) -> Iterator[Offered]:
    """Go through every command that can be used, each with what it does in the reader's language."""
    spoken = translations(locale)
    for command in tree.walk_commands():
        if isinstance(command, app_commands.Command):
            key = command.qualified_name.replace(" ", ".").replace("-", "_")
            what = spoken[key].description if key in spoken else command.description
            yield Offered(command.qualified_name, what)
