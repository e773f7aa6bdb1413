"""`/race`: your desk, the board, the open tables, the rules; the rest of the group stands in the modules beside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from bot.exts import luck, records, seats
from bot.exts.new import new
from bot.exts.services import Services
from bot.exts.table_argument import WhichTable, is_mine, table_name, words
from bot.exts.translator import named
from bot.games.titles import by_name, title, titles
from bot.tables import Status, Table
from bot.texts import DEFAULT, Texts
from bot.ui.acknowledging import acknowledge
from bot.ui.answers import say, say_pages
from bot.ui.snapshot import Snapshot
from bot.ui.visitors import visitor
from engines import catalog

MOST_LISTED = 20


def commands(services: Services) -> Sequence[app_commands.Group]:
    """Return the `/race` group."""
    race = app_commands.Group(
        name=named("race", "race"),
        description=named("race", "Race days: open, play, look up"),
        guild_only=True,
    )
    race.add_command(new(services))
    for command in (
        *seats.commands(services),
        luck.command(services),
        *looking(services),
        *records.commands(services),
    ):
        race.add_command(command)
    return (race,)


def looking(services: Services) -> Sequence[app_commands.Command[Any, ..., Any]]:
    """Return what `/race` has to look at."""
    which = WhichTable(services)
    games = [app_commands.Choice(name=each.words(DEFAULT).name, value=each.key) for each in by_name(DEFAULT)]

    @which.command("desk", "Your hand and what you can do, for your eyes only", is_mine)
    async def desk(interaction: discord.Interaction, table: Table) -> None:
        await services.screens.show_desk(table.table_id, interaction.user.id, through=interaction)

    @which.command("board", "Show the board again, also in another channel", is_mine)
    async def board(interaction: discord.Interaction, table: Table) -> None:
        await services.tables.channels.bring_board(table.table_id, interaction.user.id, visitor(interaction))
        await say(interaction, words(interaction).answers.board_follows())

    @app_commands.command(
        name=named("race.tables", "tables"),
        description=named("race.tables", "The open tables of this server"),
    )
    async def tables(interaction: discord.Interaction) -> None:
        await acknowledge(interaction)
        assert interaction.guild_id is not None
        t = words(interaction)
        found = await services.tables.read.open_in(interaction.guild_id)
        await say(interaction, t.answers.tables([line(table, t) for table in found[:MOST_LISTED]]))

    @app_commands.command(
        name=named("race.rules", "rules"), description=named("race.rules", "The rules of a game")
    )
    @app_commands.rename(game=named("race.rules.game", "game"))
    @app_commands.describe(game=named("race.rules.game", "Which game"))
    @app_commands.choices(game=games)
    async def rules(interaction: discord.Interaction, game: str = titles()[0].key) -> None:
        await acknowledge(interaction)
        edition = catalog.game(game).edition.model_dump(mode="json")
        await say_pages(interaction, title(game).words(words(interaction)).rules(edition))

    return (desk, board, tables, rules)


def line(table: Table, t: Texts) -> str:
    """Tell an open table in a line of a list."""
    state = t.answers.waiting_lobby if table.status is Status.LOBBY else t.answers.racing
    if table.paused_at is not None:
        state = t.answers.resting
    snapshot = Snapshot(table, None, t)
    people = [snapshot.who(seat.number) for seat in table.seats]
    return t.answers.table_line(table_name(table, t), state, people, snapshot.link)
