"""The slash commands as Discord calls them: which are taken, and what becomes of one that fails."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

import discord
from discord import app_commands

from bot.slash_commands.border import require_well_formed
from bot.texts import texts
from bot.ui.explaining import explain
from bot.ui.respond import say_if_possible

log = logging.getLogger(__name__)

TELLING = 60.0
"""Seconds in which Discord takes the commands, or else is told them again later."""

STRANGE = (
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.TransformerError,
    app_commands.NoPrivateMessage,
)
"""What a command is refused with that another version told Discord, or nobody."""


class Tree(app_commands.CommandTree[discord.Client]):
    """The slash commands: none is taken that is not admitted, and whoever used one that fails is told why."""

    def __init__(
        self, client: discord.Client, admits: Callable[[discord.Interaction], Awaitable[bool]]
    ) -> None:
        """`admits` says whether a command is taken."""
        super().__init__(client)
        self._admits = admits

    async def told(self, *, is_teller: bool) -> Mapping[str, int]:
        """Tell Discord the commands, or ask what somebody else has told it; return their ids by their names.

        Raises `TimeoutError` where Discord takes too long, or knows none yet.
        """
        async with asyncio.timeout(TELLING):
            told = await (self.sync() if is_teller else self.fetch_commands())
        if not told:
            raise TimeoutError("Discord was not told any commands yet")
        return {command.name: command.id for command in told}

    async def interaction_check(self, interaction: discord.Interaction, /) -> bool:
        """Take no command that is not admitted, nor one that is not as it was told."""
        if not await self._admits(interaction):
            return False
        require_well_formed(interaction)
        return True

    async def on_error(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """Tell whoever used the command why nothing came of it."""
        if isinstance(error, STRANGE):
            log.info("a command was not as it is told now: %s", type(error).__name__)
            await say_if_possible(interaction, texts(str(interaction.locale)).table.strange_command)
            return
        command = interaction.command
        what = f"/{command.qualified_name}" if command else "a command"
        await explain(interaction, error.__cause__ or error, what)
