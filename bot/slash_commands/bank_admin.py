"""`/bank admin` and `/bank export`: what those who manage a server do with its bank.

Discord hides no command of a group from anybody, and a server may open any command to everybody: whether somebody
manages the server is asked of the interaction, at every use.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import discord
from discord import app_commands
from sqlalchemy import Connection

from bot import bank
from bot.bank import Act, ActKind
from bot.bank.gifts import MOST_HELD
from bot.messages.layout import MessageLayout
from bot.slash_commands.command import Command, CommandServices, named, slash_command, texts_of
from bot.tables import guild_commands
from bot.texts.markup import channel as channel_link
from bot.texts.markup import mention
from bot.ui.respond import acknowledge, say, show

Somebody: TypeAlias = discord.Member | discord.User
Words: TypeAlias = app_commands.Range[str, 1, bank.LONGEST_WORDS]
Coins: TypeAlias = app_commands.Range[int, 1, MOST_HELD]

MOST_BYTES = 7_000_000
"""Of the books that are sent: Discord takes 10 MB in any server."""


def commands(services: CommandServices) -> Sequence[Command | app_commands.Group]:
    """Return what `/bank` has for those who manage the server."""
    group = app_commands.Group(
        name=named("bank.admin", "admin"),
        description=named("bank.admin", "For those who manage the server: grant, take, freeze"),
    )
    for command in (*acting(services), watching(services)):
        group.add_command(command)
    return (group, exporting(services))


def acting(services: CommandServices) -> Sequence[Command]:
    """Return what can be done to a wallet."""
    player = named("bank.admin.player", "player")
    amount = named("bank.admin.amount", "amount")
    reason = named("bank.admin.reason", "reason")
    whose = named("bank.admin.player", "Whose wallet")
    many = named("bank.admin.amount", "How many coins")
    why = named("bank.admin.reason", "Why: it is written down with your name")

    @slash_command("bank.admin.grant", "Pay coins of the house into a wallet")
    @app_commands.rename(player=player, amount=amount, reason=reason)
    @app_commands.describe(player=whose, amount=many, reason=why)
    async def grant(interaction: discord.Interaction, player: Somebody, amount: Coins, reason: Words) -> None:
        await done(services, interaction, ActKind.GRANT, player, reason, amount)

    @slash_command("bank.admin.take", "Take coins out of a wallet, for the house")
    @app_commands.rename(player=player, amount=amount, reason=reason)
    @app_commands.describe(player=whose, amount=many, reason=why)
    async def take(interaction: discord.Interaction, player: Somebody, amount: Coins, reason: Words) -> None:
        await done(services, interaction, ActKind.TAKE, player, reason, amount)

    @slash_command("bank.admin.freeze", "Have somebody move no coins, or let them again")
    @app_commands.rename(player=player, reason=reason, frozen=named("bank.admin.freeze.frozen", "frozen"))
    @app_commands.describe(
        player=whose, reason=why, frozen=named("bank.admin.freeze.frozen", "No lets them move coins again")
    )
    async def freeze(
        interaction: discord.Interaction, player: Somebody, reason: Words, frozen: bool = True
    ) -> None:
        await done(services, interaction, ActKind.FREEZE if frozen else ActKind.THAW, player, reason)

    return (grant, take, freeze)


async def done(
    services: CommandServices,
    interaction: discord.Interaction,
    kind: ActKind,
    player: Somebody,
    reason: str,
    amount: int = 0,
) -> None:
    """Do to a wallet what somebody who manages the server has asked for, and tell them what it holds then."""
    guild = await managed(interaction)
    if guild is None:
        return
    if player.bot:
        raise bank.BankRefused(bank.BankRefusal.TO_A_BOT)
    act = Act(interaction.id, guild, interaction.user.id, player.id, kind, amount, reason, services.now())
    held = await services.database.write(_act_on, act)
    services.bank_audit.ask(guild)
    await say(interaction, texts_of(interaction).bank.done(kind, mention(player.id), amount, held))


def _act_on(db: Connection, act: Act) -> int | None:
    """Do to a wallet what is asked for; return what it holds then, None where nothing was moved."""
    match act.kind:
        case ActKind.GRANT:
            return bank.grant(db, act).held
        case ActKind.TAKE:
            return bank.take(db, act).held
        case _:
            bank.set_frozen(db, act)
            return None


def watching(services: CommandServices) -> Command:
    """Return what says where acts are posted."""

    @slash_command("bank.admin.audit", "Post every grant, taking and freezing in a channel")
    @app_commands.rename(channel=named("bank.admin.audit.channel", "channel"))
    @app_commands.describe(channel=named("bank.admin.audit.channel", "Where; left out: nowhere"))
    async def audit(interaction: discord.Interaction, channel: discord.TextChannel | None = None) -> None:
        guild = await managed(interaction)
        if guild is None:
            return
        t = texts_of(interaction)
        if channel and not _may_write(interaction, channel):
            await say(interaction, t.bank.no_audit_there(channel_link(channel.id)))
            return
        chosen = channel.id if channel else 0
        await guild_commands.change_settings(
            services.tables,
            guild,
            lambda settings: settings.model_copy(update={"audit_channel": chosen}),
            by=interaction.user.id,
        )
        await say(interaction, t.bank.audited(channel_link(chosen) if chosen else None))

    return audit


def exporting(services: CommandServices) -> Command:
    """Return what hands the books out: to one person at a time, so that many who ask cannot fill the memory."""
    busy = asyncio.Lock()

    @slash_command("bank.export", "For those who manage the server: every movement of coins, as a CSV file")
    async def export(interaction: discord.Interaction) -> None:
        guild = await managed(interaction)
        if guild is None:
            return
        if busy.locked():
            raise bank.BankRefused(bank.BankRefusal.BOOKS_BUSY)
        async with busy:
            books = await written(services, guild)
            said = texts_of(interaction).bank.books(books.movements, is_cut=books.is_cut)
            name = f"paddock-bank-{guild}.csv"
            await show(interaction, MessageLayout(said, attached=[(name, books.file)]))

    return export


class Books(NamedTuple):
    """The newest movements of a server, as many as fit."""

    file: bytes
    movements: int
    is_cut: bool


async def written(services: CommandServices, guild: int) -> Books:
    """Write the books of a server down: in short readings, and off the event loop."""
    kept, size, count = list[bytes](), 0, 0
    async for page in bank.pages(services.database.read, guild):
        if (size := size + len(page.written)) > MOST_BYTES:
            return Books(b"".join(kept), count, is_cut=True)
        kept.append(page.written)
        count += page.movements
    return Books(b"".join(kept), count, is_cut=False)


async def managed(interaction: discord.Interaction) -> int | None:
    """Return the server that somebody manages; tell whoever does not, and return None."""
    await acknowledge(interaction)
    if interaction.guild_id is not None and interaction.permissions.manage_guild:
        return interaction.guild_id
    await say(interaction, texts_of(interaction).settings.not_yours)
    return None


def _may_write(interaction: discord.Interaction, channel: discord.TextChannel) -> bool:
    """Whether the bot may post in a channel, as far as it knows."""
    may = channel.permissions_for(channel.guild.me) if interaction.guild else discord.Permissions.none()
    return may.view_channel and may.send_messages
