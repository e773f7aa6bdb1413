"""Makes commands of `/race` that are about a table: the one that is meant is found first."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord
from discord import app_commands

from bot.slash_commands.command import Command, CommandServices, named, slash_command
from bot.slash_commands.meant import Meant
from bot.slash_commands.table_finder import TableFinder
from bot.tables import Table
from bot.ui.respond import acknowledge

Use = Callable[[discord.Interaction, Table], Awaitable[None]]
"""What a command does with the table it is about."""

UseAbout = Callable[[discord.Interaction, Table, discord.Member | discord.User], Awaitable[None]]
"""What a command does with the table it is about, to a person there."""

TABLE_NAME = named("race.table", "table")
TABLE = named("race.table", "Left out: this thread's, or your only one")
FINISHED_NAME = named("race.finished", "table")
FINISHED = named("race.finished", "Left out: this thread's, or your last that is over")
LAST_NAME = named("race.last", "table")
LAST = named("race.last", "Left out: this thread's, or your last")


class TableCommands:
    """Makes commands, each of one function that is handed the table, and maybe a person there."""

    def __init__(self, services: CommandServices) -> None:
        self.finder = TableFinder(services.tables)

    def command(
        self, name: str, description: str, meant: Meant, *, all_of_them: bool = False
    ) -> Callable[[Use], Command]:
        """Make a command of `/race` of what is done with the table that is meant."""
        option, described = (FINISHED_NAME, FINISHED) if meant.finished else (TABLE_NAME, TABLE)
        if meant.newest:
            option, described = LAST_NAME, LAST

        def made(use: Use) -> Command:
            @slash_command(f"race.{name}", description)
            @app_commands.rename(table=option)
            @app_commands.describe(table=described)
            @app_commands.autocomplete(table=self.finder.offer(meant, all_of_them=all_of_them))
            async def command(interaction: discord.Interaction, table: str | None = None) -> None:
                await acknowledge(interaction)
                if chosen := await self.finder.find(interaction, table, meant):
                    await use(interaction, chosen)

            return command

        return made

    def command_about(
        self, name: str, description: str, who: str, meant: Meant
    ) -> Callable[[UseAbout], Command]:
        """Make a command of `/race` of what is done with a person at the table that is meant."""
        key = f"race.{name}"

        def made(use: UseAbout) -> Command:
            @slash_command(key, description)
            @app_commands.rename(player=named(f"{key}.player", "player"), table=TABLE_NAME)
            @app_commands.describe(player=named(f"{key}.player", who), table=TABLE)
            @app_commands.autocomplete(table=self.finder.offer(meant))
            async def command(
                interaction: discord.Interaction, player: discord.User, table: str | None = None
            ) -> None:
                await acknowledge(interaction)
                if chosen := await self.finder.find(interaction, table, meant):
                    await use(interaction, chosen, player)

            return command

        return made
