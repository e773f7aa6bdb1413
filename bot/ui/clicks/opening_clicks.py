"""Clicks that open a table of a game, where no table was pressed on: those at the end of a lesson."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

from bot.games.new_command import played
from bot.games.screens import Controls
from bot.games.title import Title
from bot.games.titles import is_here, title
from bot.messages.custom_ids import GuildId
from bot.messages.layout import button
from bot.tables import Opening, Status, Table, Tables
from bot.tables.race_commands import Company
from bot.tables.seat_limits import filled, playable
from bot.texts import Texts
from bot.ui.clicks.click import Click
from bot.ui.respond import acknowledge, say
from bot.ui.visitors import person, visitor

OPEN: Final = "open"
"""What their custom ids begin with: `s:open.<game>`, and with `.now` behind it the one that races at once."""


def opening_buttons(game: Title, t: Texts, *, has_computers: bool) -> Sequence[Controls]:
    """Offer a table of a game as it is usually played, and where computer players are wanted a race at once."""
    now = GuildId(f"{OPEN}.{game.key}.now")
    race = button(now, t.lobby.race_now(_company(game)), discord.ButtonStyle.success)
    table = button(GuildId(f"{OPEN}.{game.key}"), t.lessons.open_table, discord.ButtonStyle.primary)
    return ((race, table) if has_computers else (table,),)


class OpeningClicks:
    """Opens tables. What may be pressed twice opens one, as long as that is open."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def take(self, click: Click) -> None:
        """Open a table where somebody pressed, in their name, and race at once if they want to. Raises `Refused`."""
        key, _, how = click.argument.partition(".")
        if click.interaction.guild_id is None or how not in {"", "now"} or not is_here(key):
            await say(click.interaction, click.t.table.unknown_control)
            return
        await acknowledge(click.interaction, answer=True)
        table, is_new = await self._opened(click, title(key))
        if is_new and how == "now":
            company = Company(title(key).company, click.t.lobby.computer_names)
            pressed = click.interaction.id
            await self._tables.start(table.table_id, click.user_id, pressed, company=company)
            await say(click.interaction, click.t.lobby.begun(table.table_id))
            return
        said = click.t.lobby.opened if table.status is Status.LOBBY else click.t.lobby.begun
        await say(click.interaction, said(table.table_id))

    async def _opened(self, click: Click, game: Title) -> tuple[Table, bool]:
        """Return the table that whoever pressed has by this message, and whether it is a new one."""
        interaction = click.interaction
        opening = Opening(
            visitor=visitor(interaction),
            host=person(interaction),
            game=game.key,
            options=played(game).model_dump(mode="json"),
            capacity=game.engine.seats[-1],
            interaction_id=interaction.id,
        )
        message = interaction.message
        return await self._tables.open_once(opening, message.id if message else interaction.id)


def _company(game: Title) -> int:
    """Return how many computer players sit down with one person."""
    options, most = played(game).model_dump(mode="json"), game.engine.seats[-1]
    return filled(playable(game.key, options), 1, most, game.company) - 1
