"""Who sits at a table (`/race join`, `leave`, `back`, `hand-over`), and whether it runs (`pause` to `cancel`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import discord

from bot.servers import read_settings
from bot.slash_commands.command import Command, CommandServices, texts_of
from bot.slash_commands.meant import LOBBY_WITH_ROOM, MINE, MY_HOSTED_LOBBY, MY_RACE, MY_REST
from bot.slash_commands.table_command import TableCommands
from bot.tables import Status, Table, day_commands, lobby_commands, seat_commands
from bot.texts.markup import channel, mention
from bot.ui.clicks.desk_clicks import stop_answer
from bot.ui.respond import say
from bot.ui.visitors import person

Somebody: TypeAlias = discord.Member | discord.User
"""Who is named in a command: a member, or somebody who has left the server."""


def commands(services: CommandServices) -> Sequence[Command]:
    """Return what `/race` has to do with seats."""
    make = TableCommands(services)
    return (*sitting(services, make), *with_somebody(services, make), *running(services, make))


def sitting(services: CommandServices, make: TableCommands) -> Sequence[Command]:
    """Return the commands about one's own seat."""

    @make.command("join", "Sit down at a table that has not started", LOBBY_WITH_ROOM)
    async def join(interaction: discord.Interaction, table: Table) -> None:
        # The command shows no terms, so coins at stake need a Ready under the lobby, which shows them.
        seen = await services.tables.database.read(
            lobby_commands.read_terms, services.tables.games, table.table_id
        )
        if (await services.tables.database.read(read_settings, table.guild_id)).money:
            seen = ""
        is_ready = await services.tables.step(
            lobby_commands.join, table.table_id, person(interaction), interaction.id, seen
        )
        t = texts_of(interaction)
        said = t.answers.joined(table.table_id, channel(table.stands_in), is_ready=is_ready)
        await say(interaction, f"{said}\n{t.luck.pressed(interaction.id)}")

    @make.command("leave", "Stand up; a computer player finishes a race that runs", MINE)
    async def leave(interaction: discord.Interaction, table: Table) -> None:
        t, seat = texts_of(interaction), table.seat_of(interaction.user.id)
        is_running, is_asleep = table.status is Status.RUNNING, False
        if is_running:
            is_asleep = (
                await services.tables.step(seat_commands.stand_up, table.table_id, interaction.user.id)
            ).is_asleep
        else:
            await services.tables.step(lobby_commands.leave, table.table_id, interaction.user.id)
        if seat and seat.owner_id and seat.is_held_for_another:
            gave_back = t.answers.gave_back(table.table_id, mention(seat.owner_id), is_asleep=is_asleep)
            await say(interaction, gave_back)
        else:
            left = t.answers.left(table.table_id, is_running=is_running, is_asleep=is_asleep)
            await say(interaction, left)

    @make.command("back", "Take your seat into your own hands again", MY_RACE)
    async def back(interaction: discord.Interaction, table: Table) -> None:
        await services.tables.step(seat_commands.come_back, table.table_id, interaction.user.id)
        await services.screens.show_desk(table.table_id, interaction.user.id, through=interaction)

    return (join, leave, back)


def with_somebody(services: CommandServices, make: TableCommands) -> Sequence[Command]:
    """Return the commands about somebody else: who plays on, and by which a host says who sits in their lobby."""

    @make.command_about(
        "hand_over",
        "Ask somebody to play your seat; your coins stay yours",
        "Who shall play on for you",
        MY_RACE,
    )
    async def hand_over(interaction: discord.Interaction, table: Table, player: Somebody) -> None:
        t = texts_of(interaction)
        if player.bot or not isinstance(player, discord.Member):
            await say(interaction, t.answers.no_bots if player.bot else t.answers.no_member)
            return
        until = await services.tables.step(
            seat_commands.offer, table.table_id, interaction.user.id, player.id
        )
        if until is None:
            await say(interaction, t.answers.handed_back(mention(player.id)))
            return
        await say(interaction, t.answers.offered(mention(player.id), until))

    @make.command_about(
        "remove", "Send somebody away from your table before it starts", "Who is to go", MY_HOSTED_LOBBY
    )
    async def remove(interaction: discord.Interaction, table: Table, player: Somebody) -> None:
        await services.tables.step(lobby_commands.send_away, table.table_id, interaction.user.id, player.id)
        await say(interaction, texts_of(interaction).answers.sent_away(mention(player.id)))

    @make.command_about(
        "invite", "Let somebody you have sent away sit down again", "Who may come back", MY_HOSTED_LOBBY
    )
    async def invite(interaction: discord.Interaction, table: Table, player: Somebody) -> None:
        answers = texts_of(interaction).answers
        if table.seat_of(player.id):
            await say(interaction, answers.sits_here(mention(player.id)))
            return
        await services.tables.step(lobby_commands.invite, table.table_id, interaction.user.id, player.id)
        await say(interaction, answers.invited(mention(player.id)))

    return (hand_over, remove, invite)


def running(services: CommandServices, make: TableCommands) -> Sequence[Command]:
    """Return the commands that let a table rest, go on or end."""

    @make.command("pause", "Let your table rest; every clock stands still", MY_RACE)
    async def pause(interaction: discord.Interaction, table: Table) -> None:
        await services.tables.step(
            day_commands.pause, table.table_id, interaction.user.id, services.tables.stands_still_since
        )
        await say(interaction, texts_of(interaction).answers.paused)

    @make.command("resume", "Let your table go on", MY_REST)
    async def resume(interaction: discord.Interaction, table: Table) -> None:
        await services.tables.step(day_commands.resume, table.table_id, interaction.user.id)
        await say(interaction, texts_of(interaction).answers.resumed)

    @make.command("stop", "Agree to end the race day here, or take that back", MY_RACE)
    async def stop(interaction: discord.Interaction, table: Table) -> None:
        vote = await services.tables.step(day_commands.vote_to_stop, table.table_id, interaction.user.id)
        await say(interaction, stop_answer(vote, texts_of(interaction)))

    @make.command(
        "cancel", "Cancel a table: until a race has been run every stake returns", MINE, all_of_them=True
    )
    async def cancel(interaction: discord.Interaction, table: Table) -> None:
        may_manage = interaction.permissions.manage_guild
        ended = await services.tables.step(
            day_commands.cancel, table.table_id, interaction.user.id, may_manage=may_manage
        )
        answers = texts_of(interaction).answers
        await say(interaction, answers.cancelled(ended.table_id, ended.stakes, ended.counted))

    return (pause, resume, stop, cancel)
