"""Which table a command is about: found by name, by the thread it is used in, or the only one that can be meant.

While a name is typed, tables are offered, that of the thread first.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import discord
from discord import app_commands

from bot.exts.services import Services
from bot.exts.translator import named
from bot.games.titles import name_of
from bot.tables import Refusal, Refused, Status, Table
from bot.texts import Texts, texts
from bot.ui.acknowledging import acknowledge
from bot.ui.answers import say

Meant = Callable[[Table, int], bool]
"""Whether a command can be about a table, for the user of this id."""

Use = Callable[[discord.Interaction, Table], Awaitable[None]]
"""What a command does with the table it is about."""

UseAbout = Callable[[discord.Interaction, Table, discord.Member | discord.User], Awaitable[None]]
"""What a command does with the table it is about, to a person there."""

Offer = Callable[[discord.Interaction[Any], str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]


def words(interaction: discord.Interaction) -> Texts:
    """Return the sentences in the language of whoever uses a command."""
    return texts(str(interaction.locale))


def table_name(table: Table, t: Texts) -> str:
    """Name a table: `Jockey K7QH2M`."""
    return f"{name_of(table.game, t)} {table.table_id}"


def is_mine(table: Table, user_id: int) -> bool:
    """Whether the user sits there, or owns a seat there that somebody else holds."""
    return table.seat_of(user_id) is not None or user_id in table.owners


def is_my_lobby(table: Table, user_id: int) -> bool:
    """Whether the user sits there, and the race has not started."""
    return table.status is Status.LOBBY and table.seat_of(user_id) is not None


def is_my_race(table: Table, user_id: int) -> bool:
    """Whether the user sits there, and the race runs."""
    return table.status is Status.RUNNING and is_mine(table, user_id)


def is_my_rest(table: Table, user_id: int) -> bool:
    """Whether the user sits at a table that rests: for some time only its host lets it go on."""
    return table.paused_at is not None and is_mine(table, user_id)


def is_my_hosted_lobby(table: Table, user_id: int) -> bool:
    """Whether the user is host of a table that has not started."""
    return table.status is Status.LOBBY and table.host_id == user_id


def is_a_lobby_with_room(table: Table, user_id: int) -> bool:
    """Whether the user can sit down there."""
    has_room = len(table.seats) < table.capacity
    return table.status is Status.LOBBY and has_room and not is_mine(table, user_id)


TABLE_NAME, TABLE = (
    named("race.table", "table"),
    named("race.table", "Which table (that of this thread, or your only one)"),
)
FINISHED_NAME, FINISHED = (
    named("race.finished", "table"),
    named("race.finished", "Which table that is over (that of this thread, or the last)"),
)


def nothing_meant(meant: Meant, t: Texts, *, finished: bool) -> str:
    """Say that there is no table a command can be about."""
    if finished:
        return t.answers.nothing_finished
    if meant is is_a_lobby_with_room:
        return t.answers.no_lobby
    if meant is is_my_lobby:
        return t.answers.no_seat_in_a_lobby
    if meant is is_my_rest:
        return t.answers.no_rest
    if meant is is_my_hosted_lobby:
        return t.answers.no_hosted_lobby
    return t.answers.no_race if meant is is_my_race else t.answers.no_table


class WhichTable:
    """Finds the table of a command among the open ones of the server, or among those whose race is over."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def command(
        self, name: str, description: str, meant: Meant, *, finished: bool = False, all_of_them: bool = False
    ) -> Callable[[Use], app_commands.Command[Any, ..., Any]]:
        """Make a command of `/race` of what is done with the table that is meant."""
        key = f"race.{name}"
        option, described = (FINISHED_NAME, FINISHED) if finished else (TABLE_NAME, TABLE)

        def made(use: Use) -> app_commands.Command[Any, ..., Any]:
            @app_commands.command(name=named(key, name), description=named(key, description))
            @app_commands.rename(table=option)
            @app_commands.describe(table=described)
            @app_commands.autocomplete(table=self.offer(meant, finished=finished, all_of_them=all_of_them))
            async def command(interaction: discord.Interaction, table: str | None = None) -> None:
                await acknowledge(interaction)
                chosen = await self.find(interaction, table, meant, finished=finished)
                if chosen:
                    await use(interaction, chosen)

            return command

        return made

    def command_about(
        self, name: str, description: str, who: str, meant: Meant
    ) -> Callable[[UseAbout], app_commands.Command[Any, ..., Any]]:
        """Make a command of `/race` of what is done with a person at the table that is meant."""
        key = f"race.{name.replace('-', '_')}"

        def made(use: UseAbout) -> app_commands.Command[Any, ..., Any]:
            @app_commands.command(name=named(key, name), description=named(key, description))
            @app_commands.rename(player=named(f"{key}.player", "player"), table=TABLE_NAME)
            @app_commands.describe(player=named(f"{key}.player", who), table=TABLE)
            @app_commands.autocomplete(table=self.offer(meant))
            async def command(
                interaction: discord.Interaction, player: discord.User, table: str | None = None
            ) -> None:
                await acknowledge(interaction)
                chosen = await self.find(interaction, table, meant)
                if chosen:
                    await use(interaction, chosen, player)

            return command

        return made

    async def _candidates(self, interaction: discord.Interaction, *, finished: bool) -> list[Table]:
        """Return the tables of the server that a command may be about, those of this place first."""
        assert interaction.guild_id is not None
        tables = self._services.tables
        found = await (tables.read.finished_in if finished else tables.read.open_in)(interaction.guild_id)
        return sorted(found, key=lambda table: table.thread_id != interaction.channel_id)

    async def _run_here(self, interaction: discord.Interaction, *, also_over: bool) -> Table | None:
        """Return the race of the thread a command is used in: the one that runs there or, `also_over`, ran there last.

        None in a channel, where several races share the thread, or if there is none that fits the command.
        """
        assert interaction.guild_id is not None
        if not isinstance(interaction.channel, discord.Thread):
            return None
        races = await self._services.tables.read.run_in(interaction.guild_id, interaction.channel.id)
        running = [race for race in races if race.status is Status.RUNNING]
        over = [race for race in races if also_over and not race.status.is_open]
        return next(iter(running or over), None) if len(running) <= 1 else None

    async def find(
        self,
        interaction: discord.Interaction,
        name: str | None,
        meant: Meant,
        *,
        finished: bool = False,
        also_over: bool = False,
    ) -> Table | None:
        """Return the table that is named, or the race of this thread, or the only one that can be meant.

        The race of a thread is meant also by whom the command is not for: it refuses, and no other table is touched.
        `also_over`: where no table is open in the thread, the command may be about the race that is over there.
        If there is none of these, say what to do and return None.
        """
        t = words(interaction)
        if name is not None:
            table = await self._services.tables.read.table(name.strip().upper())
            if table.guild_id != interaction.guild_id:
                raise Refused(Refusal.OTHER_SERVER)
            return table
        if here := await self._run_here(interaction, also_over=finished):
            return here
        candidates = await self._candidates(interaction, finished=finished)
        fitting = [table for table in candidates if meant(table, interaction.user.id)]
        is_open_here = any(interaction.channel_id in {table.thread_id, table.channel_id} for table in fitting)
        if also_over and not is_open_here and (over := await self._run_here(interaction, also_over=True)):
            return over
        local = [table for table in fitting if table.thread_id == interaction.channel_id]
        if len(fitting) == 1 or len(local) == 1 or (finished and fitting):
            return fitting[0]
        ids = [table.table_id for table in fitting]
        await say(
            interaction, t.answers.several_tables(ids) if ids else nothing_meant(meant, t, finished=finished)
        )
        return None

    def offer(self, meant: Meant, *, finished: bool = False, all_of_them: bool = False) -> Offer:
        """Return what offers tables while one is typed: those that can be meant, or all with those first."""

        async def offer(
            interaction: discord.Interaction[Any], current: str
        ) -> list[app_commands.Choice[str]]:
            t = words(interaction)
            found = await self._candidates(interaction, finished=finished)
            fitting = [table for table in found if meant(table, interaction.user.id)]
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
