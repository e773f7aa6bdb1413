"""`/help`: what Paddock is, and every command it has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.exts.translator import named, translations
from bot.texts import texts
from bot.ui.guild.help_pages import Offered

if TYPE_CHECKING:
    from bot.client import Paddock


def commands(bot: Paddock) -> Sequence[app_commands.Command[Any, ..., Any]]:
    """Return `/help`."""

    @app_commands.command(
        name=named("help", "help"),
        description=named("help", "What Paddock is, how a race night goes, and every command"),
    )
    async def help_(interaction: discord.Interaction) -> None:
        locale = str(interaction.locale)
        await bot.guild_screens.open_help(interaction, offered(bot.tree, locale), texts(locale))

    return (help_,)


def offered(tree: app_commands.CommandTree[Any], locale: str) -> Iterator[Offered]:
    """Go through every command that can be used, each with what it does in the reader's language."""
    spoken = translations(locale)
    for command in tree.walk_commands():
        if isinstance(command, app_commands.Command):
            key = command.qualified_name.replace(" ", ".").replace("-", "_")
            what = spoken[key].description if key in spoken else command.description
            yield Offered(command.qualified_name, what)
