"""`/bank` and `/leaderboard`: bankrolls of a server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from bot import bank
from bot.exts.services import Services
from bot.exts.translator import named
from bot.texts import texts
from bot.texts.markup import mention
from bot.ui.acknowledging import acknowledge
from bot.ui.answers import say

AnyCommand = app_commands.Command[Any, ..., Any] | app_commands.Group

A_PAGE = 15


def commands(services: Services) -> Sequence[AnyCommand]:
    """Return the `/bank` group and `/leaderboard`."""
    return (Bank(services), leaderboard(services))


class Bank(app_commands.Group):
    """`/bank`."""

    def __init__(self, services: Services) -> None:
        super().__init__(name=named("bank", "bank"), description=named("bank", "Coins"), guild_only=True)
        self._services = services

    @app_commands.command(
        name=named("bank.balance", "balance"),
        description=named("bank.balance", "What you have and what you owe"),
    )
    async def balance(self, interaction: discord.Interaction) -> None:
        """Tell the own bankroll, in private."""
        await acknowledge(interaction)
        assert interaction.guild_id is not None
        guild, user = interaction.guild_id, interaction.user.id
        async with self._services.store.reading() as db:
            held = await bank.balance(db, guild, user)
            place = await bank.rank_of(db, guild, user)
            members = await bank.members(db, guild)
        rank = place.rank if place else None
        t = texts(str(interaction.locale))
        await say(
            interaction,
            t.bank.balance(mention(user), held.wallet, held.owed, held.in_play, rank, members),
        )


def leaderboard(services: Services) -> AnyCommand:
    """Make `/leaderboard`."""

    @app_commands.command(
        name=named("leaderboard", "leaderboard"),
        description=named("leaderboard", "The largest bankrolls of this server"),
    )
    @app_commands.guild_only()
    async def command(interaction: discord.Interaction) -> None:
        await acknowledge(interaction)
        assert interaction.guild_id is not None
        async with services.store.reading() as db:
            best = await bank.leaderboard(db, interaction.guild_id, A_PAGE)
            own = await bank.rank_of(db, interaction.guild_id, interaction.user.id)
        words = texts(str(interaction.locale)).bank
        lines = [
            words.leaderboard_line(place.rank, mention(place.user), place.worth, place.games, place.wins)
            for place in best
        ] or [words.leaderboard_empty]
        if own and own.user not in {place.user for place in best}:
            lines.append(words.leaderboard_own(own.rank, own.worth))
        await say(interaction, "\n".join([words.leaderboard_title, *lines, words.leaderboard_note()]))

    return command
