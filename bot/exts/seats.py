"""Who sits at a table (`/race join`, `leave`, `back`, `hand-over`), and whether it runs (`pause` to `cancel`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import app_commands

from bot.exts.translator import named
from bot.exts.which_table import (
    TABLE,
    TABLE_NAME,
    WhichTable,
    is_a_lobby_with_room,
    is_mine,
    is_my_race,
    is_my_rest,
    words,
)
from bot.tables import Status, Table
from bot.texts.markup import channel, mention
from bot.ui.answers import acknowledge, person, say

if TYPE_CHECKING:
    from bot.client import Paddock

Command: TypeAlias = app_commands.Command[Any, ..., Any]


def commands(bot: Paddock) -> Sequence[Command]:
    """Return what `/race` has to do with seats."""
    which = WhichTable(bot)
    return (*sitting(bot, which), hand_over(bot, which), *running(bot, which))


def sitting(bot: Paddock, which: WhichTable) -> Sequence[Command]:
    """Return the commands about one's own seat."""

    @which.command("join", "Sit down at a table that has not started", is_a_lobby_with_room)
    async def join(interaction: discord.Interaction, table: Table) -> None:
        await bot.tables.join(table.table_id, person(interaction), interaction.id)
        t = words(interaction)
        said = t.answers.joined(table.table_id, channel(table.channel_id))
        await say(interaction, f"{said}\n{t.luck.pressed(interaction.id)}")

    @which.command("leave", "Stand up; a computer player finishes a race that runs", is_mine)
    async def leave(interaction: discord.Interaction, table: Table) -> None:
        t, seat = words(interaction), table.seat_of(interaction.user.id)
        is_running = table.status is Status.RUNNING
        await (bot.tables.stand_up if is_running else bot.tables.leave)(table.table_id, interaction.user.id)
        if seat and seat.owner_id and seat.is_held_for_another:
            await say(interaction, t.answers.gave_back(table.table_id, mention(seat.owner_id)))
        else:
            await say(interaction, t.answers.left(table.table_id, is_running=is_running))

    @which.command("back", "Take your seat into your own hands again", is_my_race)
    async def back(interaction: discord.Interaction, table: Table) -> None:
        await bot.tables.come_back(table.table_id, interaction.user.id)
        await bot.screens.show_desk(table.table_id, interaction.user.id, through=interaction)

    return (join, leave, back)


def hand_over(bot: Paddock, which: WhichTable) -> Command:
    """Return the command that puts a seat into somebody else's hands."""

    @app_commands.command(
        name=named("race.hand_over", "hand-over"),
        description=named("race.hand_over", "Let somebody else play your seat; your coins stay yours"),
    )
    @app_commands.rename(player=named("race.hand_over.player", "player"), table=TABLE_NAME)
    @app_commands.describe(player=named("race.hand_over.player", "Who plays on for you"), table=TABLE)
    @app_commands.autocomplete(table=which.offer(is_my_race))
    async def command(
        interaction: discord.Interaction, player: discord.Member, table: str | None = None
    ) -> None:
        await acknowledge(interaction)
        t = words(interaction)
        chosen = await which.find(interaction, table, is_my_race)
        if chosen is None:
            return
        if player.bot:
            await say(interaction, t.answers.no_bots)
            return
        await bot.tables.hand_over(chosen.table_id, interaction.user.id, player.id)
        await say(interaction, t.answers.handed_over(mention(player.id)))

    return command


def running(bot: Paddock, which: WhichTable) -> Sequence[Command]:
    """Return the commands that let a table rest, go on or end."""

    @which.command("pause", "Let your table rest; every clock stands still", is_my_race)
    async def pause(interaction: discord.Interaction, table: Table) -> None:
        await bot.tables.pause(table.table_id, interaction.user.id)
        await say(interaction, words(interaction).answers.paused)

    @which.command("resume", "Let your table go on", is_my_rest)
    async def resume(interaction: discord.Interaction, table: Table) -> None:
        await bot.tables.resume(table.table_id, interaction.user.id)
        await say(interaction, words(interaction).answers.resumed)

    @which.command("stop", "Agree, or no longer agree, to stop here and return every stake", is_my_race)
    async def stop(interaction: discord.Interaction, table: Table) -> None:
        voted = await bot.tables.vote_to_stop(table.table_id, interaction.user.id)
        missing = [mention(seat.user_id) for seat in voted.present if seat.user_id and not seat.would_stop]
        would = voted.require_seat(interaction.user.id).would_stop
        await say(interaction, words(interaction).answers.stop_noted(missing, would=would))

    @which.command("cancel", "Cancel a table and return every stake", is_mine, all_of_them=True)
    async def cancel(interaction: discord.Interaction, table: Table) -> None:
        may_manage = interaction.permissions.manage_guild
        ended = await bot.tables.cancel(table.table_id, interaction.user.id, may_manage=may_manage)
        await say(interaction, words(interaction).answers.cancelled(ended.table_id, paid_back=ended.stakes))

    return (pause, resume, stop, cancel)
