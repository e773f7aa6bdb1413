"""`/race log`, `verify`, `replay`: what is published of a table once it is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from bot.exts.services import Services
from bot.exts.table_argument import WhichTable
from bot.tables import Table
from bot.ui.answers import show


def is_published(table: Table, _: int) -> bool:
    """Whether a table's log may be read: once its race is over or was cancelled, by everyone."""
    return not table.status.is_open and table.length > 0


def commands(services: Services) -> Sequence[app_commands.Command[Any, ..., Any]]:
    """Return what `/race` has to do with tables that are over."""
    which = WhichTable(services)

    @which.command("log", "The whole log of a game that is over, as a file", is_published, finished=True)
    async def log(interaction: discord.Interaction, table: Table) -> None:
        await show(interaction, await services.screens.records.log(table.table_id))

    @which.command(
        "verify",
        "Check that a game that is over was fair: sealed luck, seed, every line",
        is_published,
        finished=True,
    )
    async def check(interaction: discord.Interaction, table: Table) -> None:
        await show(interaction, await services.screens.records.verdict(table.table_id))

    @which.command("replay", "Show a game that is over once more, animated", is_published, finished=True)
    async def replay(interaction: discord.Interaction, table: Table) -> None:
        await show(interaction, await services.screens.records.replay(table.table_id))

    return (log, check, replay)
