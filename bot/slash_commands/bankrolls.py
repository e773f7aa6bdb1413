"""`/bank`: bankrolls of a server. What managers do to them stands in `bank_admin`."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands
from sqlalchemy import Connection

from bot import bank
from bot.bank import Balance
from bot.bank.gifts import MOST_GIVEN
from bot.messages.layout import MessageLayout
from bot.slash_commands import bank_admin
from bot.slash_commands.command import Command, CommandServices, named, slash_command, texts_of
from bot.texts.markup import mention
from bot.ui.respond import acknowledge, say, say_to_all

A_PAGE = 15
MOST_PAGES = 100_000


def commands(services: CommandServices) -> Sequence[Command | app_commands.Group]:
    """Return the `/bank` group."""
    group = app_commands.Group(
        name=named("bank", "bank"), description=named("bank", "Coins"), guild_only=True
    )

    @slash_command("bank.balance", "What you have and what you owe")
    async def balance(interaction: discord.Interaction) -> None:
        await acknowledge(interaction)
        assert interaction.guild_id is not None
        guild, user = interaction.guild_id, interaction.user.id
        held, rank, members, frozen = await services.database.read(_standing_of, guild, user)
        coins = (held.wallet, held.owed, held.in_play)
        said = texts_of(interaction).bank
        told = said.balance(mention(user), *coins, rank, members, bet=held.staked, frozen=frozen)
        await say(interaction, told)

    own = (balance, history(services), giving(services), daily(services))
    for command in (*own, *bank_admin.commands(services)):
        group.add_command(command)
    return (group,)


def _standing_of(db: Connection, guild: int, user: int) -> tuple[Balance, int | None, int, str | None]:
    held = bank.balance(db, guild, user)
    board = bank.standings.board(db, guild, bank.By.WORTH, "", bank.Since.ALL, 1, user, 0)
    assert board is not None
    own = board.own.place if board.own else None
    return held, own, board.total, bank.frozen_for(db, guild, user)


def history(services: CommandServices) -> Command:
    """Return what lists the movements of one's own coins."""

    @slash_command("bank.history", "Every coin that came to you or left you, newest first")
    @app_commands.rename(page=named("bank.history.page", "page"))
    @app_commands.describe(page=named("bank.history.page", "Which page"))
    async def history(
        interaction: discord.Interaction, page: app_commands.Range[int, 1, MOST_PAGES] = 1
    ) -> None:
        await acknowledge(interaction)
        assert interaction.guild_id is not None
        entries, total = await services.database.read(
            bank.statement, interaction.guild_id, interaction.user.id, A_PAGE, A_PAGE * (page - 1)
        )
        said = texts_of(interaction).bank
        lines = [
            said.entry(
                each.at,
                each.change,
                each.held,
                each.reason,
                each.table,
                mention(each.other) if each.other else None,
                each.words,
            )
            for each in entries
        ]
        await say(interaction, said.history(lines, page, -(-total // A_PAGE)))

    return history


def giving(services: CommandServices) -> Command:
    """Return what hands coins to somebody else."""

    @slash_command("bank.give", "Give somebody coins of yours; everybody here reads it")
    @app_commands.rename(
        player=named("bank.give.player", "player"), amount=named("bank.give.amount", "amount")
    )
    @app_commands.describe(
        player=named("bank.give.player", "To whom"),
        amount=named("bank.give.amount", "How many coins: at most 1,000 a day to the same person"),
    )
    async def give(
        interaction: discord.Interaction,
        player: discord.Member | discord.User,
        amount: app_commands.Range[int, 1, MOST_GIVEN],
    ) -> None:
        await acknowledge(interaction)
        assert interaction.guild_id is not None
        if player.bot:
            raise bank.BankRefused(bank.BankRefusal.TO_A_BOT)
        if not isinstance(player, discord.Member):
            raise bank.BankRefused(bank.BankRefusal.NOT_HERE, user=player.id)
        giver, now = interaction.user.id, services.now()
        given = await services.database.write(
            bank.give, interaction.guild_id, giver, player.id, amount, key=interaction.id, now=now
        )
        t = texts_of(interaction)
        await say(interaction, t.bank.given(given.amount, mention(player.id), given.held))
        told = t.bank.gift(mention(giver), mention(player.id), given.amount)
        await say_to_all(interaction, MessageLayout(told, pings=(player.id,)))

    return give


def daily(services: CommandServices) -> Command:
    """Return what pays the stipend."""

    @slash_command("bank.daily", "250 coins a day, until you hold 5,000 again")
    async def daily(interaction: discord.Interaction) -> None:
        await acknowledge(interaction)
        assert interaction.guild_id is not None
        drawn = await services.database.write(
            bank.draw_stipend,
            interaction.guild_id,
            interaction.user.id,
            key=interaction.id,
            now=services.now(),
        )
        await say(interaction, texts_of(interaction).bank.stipend(drawn.amount, drawn.held, drawn.repaid))

    return daily
