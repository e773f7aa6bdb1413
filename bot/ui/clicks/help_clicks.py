"""Clicks on the button under the help that lists every command, and on the games under `/race rules`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bot.ui.clicks.click import Click
from bot.ui.guild.help_pages import COMMANDS, Named, command_pages
from bot.ui.guild.rules import rules_of
from bot.ui.respond import acknowledge, say, say_pages

HELP: Final = COMMANDS.partition(".")[0]
"""What its custom id begins with."""


class HelpClicks:
    """Lists the commands that `offered` gives for a reader's language, by their full names, with what they do."""

    def __init__(self, offered: Callable[[str], Mapping[str, str]], named: Named) -> None:
        self._offered = offered
        self._named = named

    async def take(self, click: Click) -> None:
        """Tell whoever pressed every command. Raises `PostError`."""
        if f"{HELP}.{click.argument}" != COMMANDS:
            await say(click.interaction, click.t.table.unknown_control)
            return
        await acknowledge(click.interaction, answer=True)
        every = self._offered(str(click.interaction.locale))
        await say_pages(click.interaction, command_pages(every, self._named, click.t))


async def tell_rules(click: Click) -> None:
    """Tell the rules of the game that was chosen, to whoever chose it."""
    await acknowledge(click.interaction, answer=True)
    await say_pages(click.interaction, rules_of(click.argument, click.t))
