"""Which table a command is about: found by name, by the thread it is used in, or the only one that can be meant.

While a name is typed, tables are offered, that of the thread first.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import discord
from discord import app_commands

from bot.games.titles import name_of
from bot.slash_commands.command import texts_of
from bot.slash_commands.meant import Meant, is_mine
from bot.tables import Refusal, Refused, Status, Table, Tables
from bot.tables.loading import load
from bot.tables.reading import even_swept, finished_in, open_in, run_in
from bot.texts import Texts
from bot.ui.respond import say
from bot.ui.visitors import may_see

Offer = Callable[[discord.Interaction[Any], str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]


def table_name(table: Table, t: Texts) -> str:
    """Name a table: `Jockey K7QH2M`."""
    return f"{name_of(table.game, t)} {table.table_id}"


class TableFinder:
    """Finds the table of a command among the open ones of the server, or among those whose race is over."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def _candidates(self, interaction: discord.Interaction, meant: Meant) -> list[Table]:
        """Return the tables that a command may be about and its user may see, those of this place first."""
        assert interaction.guild_id is not None
        tables_in = finished_in if meant.finished else open_in
        every = await self._tables.database.read(tables_in, interaction.guild_id)
        found = [table for table in every if may_see(interaction, table)]
        mine = interaction.user.id
        return sorted(
            found,
            key=lambda table: (
                table.thread_id != interaction.channel_id,
                meant.finished and not is_mine(table, mine),
            ),
        )

    async def run_here(self, interaction: discord.Interaction, *, also_over: bool) -> Table | None:
        """Return the race of the thread a command is used in: the one that runs there or, `also_over`, ran there last.

        None in a channel, where several races share the thread, or if there is none that fits the command.
        """
        assert interaction.guild_id is not None
        if not isinstance(interaction.channel, discord.Thread):
            return None
        races = await self._tables.database.read(run_in, interaction.guild_id, interaction.channel.id)
        running = [race for race in races if race.status is Status.RUNNING]
        over = [race for race in races if also_over and not race.status.is_open]
        return next(iter(running or over), None) if len(running) <= 1 else None

    async def game_here(self, interaction: discord.Interaction) -> str | None:
        """Name the game of the place a command is used in: of its race, or of all the tables that stand open there.

        None where there is none, or tables of several games.
        """
        assert interaction.guild_id is not None
        if here := await self.run_here(interaction, also_over=True):
            return here.game
        found = await self._tables.database.read(open_in, interaction.guild_id)
        games = {table.game for table in found if table.stands_in == interaction.channel_id}
        return games.pop() if len(games) == 1 else None

    async def find(
        self, interaction: discord.Interaction, name: str | None, meant: Meant, *, also_over: bool = False
    ) -> Table | None:
        """Return the table that is named, or the race of this thread, or the only one that can be meant.

        Of tables that are over the user's own last one is meant.

        The race of a thread is meant also by whom the command is not for: it refuses, and no other table is touched.
        `also_over`: where no table is open in the thread, the command may be about the race that is over there.
        If there is none of these, say what to do and return None.
        """
        if name is not None:
            return await self._named(interaction, name)
        if here := await self.run_here(interaction, also_over=meant.finished):
            return here
        if meant.finished:
            return await self._last_of(interaction, meant)
        candidates = await self._candidates(interaction, meant)
        fitting = [table for table in candidates if meant.fits(table, interaction.user.id)]
        if (also_over or meant.newest) and not _is_among(fitting, interaction):
            over = await self.run_here(interaction, also_over=True)
            if over is not None:
                return over
        return await self._only_one(interaction, fitting, meant)

    async def _named(self, interaction: discord.Interaction, name: str) -> Table:
        """Return the table of a name. Raises `Refused`: nobody learns of a table that they may not see."""
        table = await self._tables.database.read(even_swept, name.strip().upper())
        if table.guild_id != interaction.guild_id or not may_see(interaction, table):
            raise Refused(Refusal.NO_SUCH_TABLE)
        return await self._tables.database.read(load, table.table_id)

    async def _only_one(
        self, interaction: discord.Interaction, fitting: Sequence[Table], meant: Meant
    ) -> Table | None:
        """Return the only table that fits, the only one of this thread, or the newest where that is meant.

        If several may be meant, or none, say what to do.
        """
        local = [table for table in fitting if table.thread_id == interaction.channel_id]
        for found in (fitting, local):
            if len(found) == 1:
                return found[0]
        if meant.newest:
            newest = max(fitting, key=lambda table: table.created_at, default=None)
            return newest or await self._last_of(interaction, meant)
        t, ids = texts_of(interaction), [table.table_id for table in fitting]
        await say(interaction, t.answers.several_tables(ids) if ids else meant.nothing(t))
        return None

    async def _last_of(self, interaction: discord.Interaction, meant: Meant) -> Table | None:
        """Return the last table of a user here whose race is over; if there is none say so."""
        assert interaction.guild_id is not None
        last = await self._tables.database.read(finished_in, interaction.guild_id, interaction.user.id)
        if not last:
            await say(interaction, meant.nothing(texts_of(interaction)))
        return next(iter(last), None)

    def offer(self, meant: Meant, *, all_of_them: bool = False) -> Offer:
        """Return what offers tables while one is typed: those that can be meant, or all with those first."""

        async def offer(
            interaction: discord.Interaction[Any], current: str
        ) -> list[app_commands.Choice[str]]:
            t = texts_of(interaction)
            found = await self._candidates(interaction, meant)
            fitting = [table for table in found if meant.fits(table, interaction.user.id)]
            if all_of_them:
                fitting += [table for table in found if table not in fitting]
            offered = [
                app_commands.Choice(name=name, value=table.table_id)
                for table in fitting
                if current.lower()
                in (name := f"{table_name(table, t)} · {', '.join(table.names)}"[:100]).lower()
            ]
            nothing = t.answers.no_table_like(current) if fitting else t.answers.no_choice
            return offered[:25] or [app_commands.Choice(name=nothing[:100], value="-")]

        return offer


def _is_among(found: Sequence[Table], interaction: discord.Interaction) -> bool:
    """Whether one of these tables is of the channel or thread that a command is used in."""
    return any(interaction.channel_id in {table.thread_id, table.channel_id} for table in found)
