"""`/bank` and `/leaderboard`: bankrolls of a server."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands

from bot import bank
from bot.slash_commands.command import Command, CommandServices, named, slash_command, texts_of
from bot.texts.markup import mention
from bot.ui.acknowledging import acknowledge
from bot.ui.answers import say

A_PAGE = 15


def commands(services: CommandServices) -> Sequence[Command | app_commands.Group]:
    """Return the `/bank` group and `/leaderboard`."""
    group = app_commands.Group(
        name=named("bank", "bank"), description=named("bank", "Coins"), guild_only=True
    )

    @slash_command("bank.balance", "What you have and what you owe")
    async def balance(interaction: discord.Interaction) -> None:
        await acknowledge(interaction)
        assert interaction.guild_id is not None
        guild, user = interaction.guild_id, interaction.user.id
        async with services.store.reading() as db:
            held = await bank.balance(db, guild, user)
            own = await bank.rank_of(db, guild, user)
            members = await bank.members(db, guild)
        rank = own.rank if own else None
        said = texts_of(interaction).bank
        await say(
            interaction, said.balance(mention(user), held.wallet, held.owed, held.in_play, rank, members)
        )

    @slash_command("leaderboard", "The largest bankrolls of this server")
    @app_commands.guild_only()
    async def leaderboard(interaction: discord.Interaction) -> None:
        await acknowledge(interaction)
        assert interaction.guild_id is not None
        async with services.store.reading() as db:
            best = await bank.leaderboard(db, interaction.guild_id, A_PAGE)
            own = await bank.rank_of(db, interaction.guild_id, interaction.user.id)
        said = texts_of(interaction).bank
        lines = [
            said.leaderboard_line(member.rank, mention(member.user), member.worth, member.games, member.wins)
            for member in best
        ] or [said.leaderboard_empty]
        if own and own.user not in {member.user for member in best}:
            lines.append(said.leaderboard_own(own.rank, own.worth))
        await say(interaction, "\n".join([said.leaderboard_title, *lines, said.leaderboard_note]))

    group.add_command(balance)
    return (group, leaderboard)
