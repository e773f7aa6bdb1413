"""Who sits at a table (`/race join`, `leave`, `back`, `hand-over`), and whether it runs (`pause` to `cancel`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.exts.services import Services
from bot.exts.table_argument import (
    WhichTable,
    is_a_lobby_with_room,
    is_mine,
    is_my_hosted_lobby,
    is_my_race,
    is_my_rest,
    words,
)
from bot.tables import Status, Table
from bot.texts.markup import channel, mention
from bot.ui.answers import person, say, stop_answer

Command: TypeAlias = app_commands.Command[Any, ..., Any]
Somebody: TypeAlias = discord.Member | discord.User
"""Who is named in a command: a member, or somebody who has left the server."""


def commands(services: Services) -> Sequence[Command]:
    """Return what `/race` has to do with seats."""
    which = WhichTable(services)
    return (
        *sitting(services, which),
        hand_over(services, which),
        *guests(services, which),
        *running(services, which),
    )


def sitting(services: Services, which: WhichTable) -> Sequence[Command]:
    """Return the commands about one's own seat."""

    @which.command("join", "Sit down at a table that has not started", is_a_lobby_with_room)
    async def join(interaction: discord.Interaction, table: Table) -> None:
        await services.tables.lobby.join(table.table_id, person(interaction), interaction.id)
        t = words(interaction)
        said = t.answers.joined(table.table_id, channel(table.channel_id))
        await say(interaction, f"{said}\n{t.luck.pressed(interaction.id)}")

    @which.command("leave", "Stand up; a computer player finishes a race that runs", is_mine)
    async def leave(interaction: discord.Interaction, table: Table) -> None:
        t, seat = words(interaction), table.seat_of(interaction.user.id)
        is_running = table.status is Status.RUNNING
        await (services.tables.seats.stand_up if is_running else services.tables.lobby.leave)(
            table.table_id, interaction.user.id
        )
        if seat and seat.owner_id and seat.is_held_for_another:
            await say(interaction, t.answers.gave_back(table.table_id, mention(seat.owner_id)))
        else:
            await say(interaction, t.answers.left(table.table_id, is_running=is_running))

    @which.command("back", "Take your seat into your own hands again", is_my_race)
    async def back(interaction: discord.Interaction, table: Table) -> None:
        await services.tables.seats.come_back(table.table_id, interaction.user.id)
        await services.screens.show_desk(table.table_id, interaction.user.id, through=interaction)

    return (join, leave, back)


def hand_over(services: Services, which: WhichTable) -> Command:
    """Return the command that puts a seat into somebody else's hands."""

    @which.command_about(
        "hand-over",
        "Let somebody else play your seat; your coins stay yours",
        "Who plays on for you",
        is_my_race,
    )
    async def hand_over(interaction: discord.Interaction, table: Table, player: Somebody) -> None:
        t = words(interaction)
        if player.bot or not isinstance(player, discord.Member):
            await say(interaction, t.answers.no_bots if player.bot else t.answers.no_member)
            return
        await services.tables.seats.hand_over(table.table_id, interaction.user.id, player.id)
        await say(interaction, t.answers.handed_over(mention(player.id)))

    return hand_over


def guests(services: Services, which: WhichTable) -> Sequence[Command]:
    """Return the commands by which a host says who sits in their lobby."""

    @which.command_about(
        "remove", "Send somebody away from your table before it starts", "Who is to go", is_my_hosted_lobby
    )
    async def remove(interaction: discord.Interaction, table: Table, player: Somebody) -> None:
        await services.tables.lobby.send_away(table.table_id, interaction.user.id, player.id)
        await say(interaction, words(interaction).answers.sent_away(mention(player.id)))

    @which.command_about(
        "invite", "Let somebody you have sent away sit down again", "Who may come back", is_my_hosted_lobby
    )
    async def invite(interaction: discord.Interaction, table: Table, player: Somebody) -> None:
        answers = words(interaction).answers
        if table.seat_of(player.id):
            await say(interaction, answers.sits_here(mention(player.id)))
            return
        await services.tables.lobby.invite(table.table_id, interaction.user.id, player.id)
        await say(interaction, answers.invited(mention(player.id)))

    return (remove, invite)


def running(services: Services, which: WhichTable) -> Sequence[Command]:
    """Return the commands that let a table rest, go on or end."""

    @which.command("pause", "Let your table rest; every clock stands still", is_my_race)
    async def pause(interaction: discord.Interaction, table: Table) -> None:
        await services.tables.day.pause(table.table_id, interaction.user.id)
        await say(interaction, words(interaction).answers.paused)

    @which.command("resume", "Let your table go on", is_my_rest)
    async def resume(interaction: discord.Interaction, table: Table) -> None:
        await services.tables.day.resume(table.table_id, interaction.user.id)
        await say(interaction, words(interaction).answers.resumed)

    @which.command(
        "stop", "Agree, or no longer agree, to end the race day here; what is settled stays", is_my_race
    )
    async def stop(interaction: discord.Interaction, table: Table) -> None:
        vote = await services.tables.day.vote_to_stop(table.table_id, interaction.user.id)
        await say(interaction, stop_answer(vote, words(interaction)))

    @which.command(
        "cancel", "Cancel a table: until a race has been run every stake returns", is_mine, all_of_them=True
    )
    async def cancel(interaction: discord.Interaction, table: Table) -> None:
        may_manage = interaction.permissions.manage_guild
        ended = await services.tables.day.cancel(table.table_id, interaction.user.id, may_manage=may_manage)
        answers = words(interaction).answers
        await say(interaction, answers.cancelled(ended.table_id, ended.stakes, ended.counted))

    return (pause, resume, stop, cancel)
