"""`/race`: your desk, the board, the open tables, the rules; the rest of the group stands in the modules beside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from bot.games.titles import by_name
from bot.messages.layout import MOST_OPTIONS
from bot.messages.snapshot import Snapshot
from bot.slash_commands import learning, publishing, seats
from bot.slash_commands.command import Command, CommandServices, named, slash_command, texts_of
from bot.slash_commands.meant import MINE, MY_LAST
from bot.slash_commands.new import new
from bot.slash_commands.table_command import TableCommands
from bot.slash_commands.table_finder import table_name
from bot.tables import Status, Table, guild_commands
from bot.tables.playing_hours import LONGEST_ZONE
from bot.tables.reading import open_in
from bot.tables.zones import zones_like
from bot.texts import DEFAULT, Texts
from bot.texts.markup import channel
from bot.ui.guild.rules import rules_of, which_rules_layout
from bot.ui.respond import acknowledge, say, say_pages, show
from bot.ui.visitors import may_see, visitor

MOST_LISTED = 20


def commands(services: CommandServices) -> Sequence[app_commands.Group]:
    """Return the `/race` group."""
    race = app_commands.Group(
        name=named("race", "race"),
        description=named("race", "Race days: open, play, look up"),
        guild_only=True,
    )
    race.add_command(new(services))
    for command in (
        *seats.commands(services),
        publishing.luck(services),
        *showing(services),
        *listing(services),
        planning(services),
        *learning.commands(services),
        *publishing.of_the_past(services),
    ):
        race.add_command(command)
    return (race,)


def showing(services: CommandServices) -> Sequence[Command]:
    """Return what shows a table again: to oneself, or to all."""
    make = TableCommands(services)

    @make.command("desk", "Your hand and what you can do, for your eyes only", MINE)
    async def desk(interaction: discord.Interaction, table: Table) -> None:
        await services.screens.show_desk(table.table_id, interaction.user.id, through=interaction)

    @make.command("board", "Show the board again; used in another channel, it moves there", MY_LAST)
    async def board(interaction: discord.Interaction, table: Table) -> None:
        if not table.status.is_open:
            await show(interaction, await services.screens.published.last_board(table.table_id))
            return
        await services.tables.step(
            guild_commands.bring_board, table.table_id, interaction.user.id, visitor(interaction)
        )
        is_lobby = table.status is Status.LOBBY
        stood = table.stands_in if is_lobby else table.thread_id
        moved = channel(stood) if stood and stood != interaction.channel_id else None
        await say(interaction, texts_of(interaction).answers.board_follows(moved, is_lobby=is_lobby))

    return (desk, board)


def listing(services: CommandServices) -> Sequence[Command]:
    """Return what tells which tables are open, and how a game is played."""
    make = TableCommands(services)
    games = [app_commands.Choice(name=each.words(DEFAULT).name, value=each.key) for each in by_name(DEFAULT)]

    @slash_command("race.tables", "The open tables of this server")
    async def tables(interaction: discord.Interaction) -> None:
        await acknowledge(interaction)
        assert interaction.guild_id is not None
        t = texts_of(interaction)
        every = await services.tables.database.read(open_in, interaction.guild_id)
        found = [table for table in every if may_see(interaction, table)]
        await say(interaction, t.answers.tables([line(table, t) for table in found[:MOST_LISTED]]))

    @slash_command("race.rules", "The rules of a game: that of this thread, or whichever you choose")
    @app_commands.rename(game=named("race.rules.game", "game"))
    @app_commands.describe(game=named("race.rules.game", "Which game"))
    @app_commands.choices(game=games)
    async def rules(interaction: discord.Interaction, game: str | None = None) -> None:
        await acknowledge(interaction)
        game = game or await make.finder.game_here(interaction)
        t = texts_of(interaction)
        if game is None:
            await show(interaction, which_rules_layout(t))
        else:
            await say_pages(interaction, rules_of(game, t))

    return (tables, rules)


def planning(services: CommandServices) -> Command:
    """Return what plans a race night."""

    @slash_command("race.night", "Plan an evening, a knock-out or a night of a league")
    @app_commands.rename(zone=named("race.night.zone", "zone"))
    @app_commands.describe(zone=named("race.night.zone", "Your time zone, remembered for your next night"))
    @app_commands.autocomplete(zone=_offer_zones)
    async def night(interaction: discord.Interaction, zone: str | None = None) -> None:
        await services.nights.open(interaction, texts_of(interaction), zone)

    return night


async def _offer_zones(
    _interaction: discord.Interaction[Any], current: str
) -> list[app_commands.Choice[str]]:
    offered = zones_like(current[:LONGEST_ZONE], MOST_OPTIONS)
    return [app_commands.Choice(name=zone, value=zone) for zone in offered]


def line(table: Table, t: Texts) -> str:
    """Tell an open table in a line of a list."""
    state = t.answers.waiting_lobby if table.status is Status.LOBBY else t.answers.racing
    if table.paused_at is not None:
        state = t.answers.asleep if table.is_asleep else t.answers.resting
    snapshot = Snapshot(table, None, t)
    people = [snapshot.who(seat.number) for seat in table.seats]
    return t.answers.table_line(table_name(table, t), state, people, snapshot.link)
