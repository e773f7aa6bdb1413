"""Clicks on a lobby: its buttons, and the form of its options."""

from __future__ import annotations

from bot.tables import Tables
from bot.ui.acknowledging import acknowledge
from bot.ui.answers import open_form, person, say_pages
from bot.ui.clicks.click import TableClick
from bot.ui.clicks.subjects import table_here
from bot.ui.forms import options_form, options_from, typed
from bot.ui.screens import Screens


class LobbyClicks:
    """Changes lobbies; their message shows what came of it."""

    def __init__(self, tables: Tables, screens: Screens) -> None:
        self._tables = tables
        self._screens = screens

    async def join(self, click: TableClick) -> None:
        """Sit down."""
        await acknowledge(click.interaction)
        await table_here(self._tables, click)
        await self._tables.lobby.join(click.table_id, person(click.interaction), click.interaction.id)

    async def leave(self, click: TableClick) -> None:
        """Stand up."""
        await acknowledge(click.interaction)
        await table_here(self._tables, click)
        await self._tables.lobby.leave(click.table_id, click.user_id)

    async def add_computer(self, click: TableClick) -> None:
        """Seat a computer player."""
        await acknowledge(click.interaction)
        await table_here(self._tables, click)
        await self._tables.lobby.add_computer(click.table_id, click.user_id, *click.t.lobby.computer_names)

    async def remove_computer(self, click: TableClick) -> None:
        """Send the computer player away that sat down last."""
        await acknowledge(click.interaction)
        await table_here(self._tables, click)
        await self._tables.lobby.remove_computer(click.table_id, click.user_id)

    async def say_ready(self, click: TableClick) -> None:
        """Say Ready to the options that the button names."""
        await acknowledge(click.interaction)
        await table_here(self._tables, click)
        await self._tables.lobby.say_ready(click.table_id, click.user_id, click.argument)

    async def start(self, click: TableClick) -> None:
        """Start the race, from the luck whose digest the button names."""
        await acknowledge(click.interaction)
        await table_here(self._tables, click)
        seen = click.argument or None
        await self._tables.race.start(click.table_id, click.user_id, click.interaction.id, seen)

    async def open_options(self, click: TableClick) -> None:
        """Ask the host in a form what shall be played."""
        snapshot = await self._screens.snapshot(click.table_id)
        snapshot.table.require_lobby()
        snapshot.table.require_host(click.user_id)
        await open_form(click.interaction, options_form(snapshot))

    async def set_options(self, click: TableClick) -> None:
        """Change what is played to what the form says."""
        await acknowledge(click.interaction)
        await table_here(self._tables, click)
        options, capacity = options_from(
            await self._screens.snapshot(click.table_id), typed(click.interaction)
        )
        await self._tables.lobby.set_options(click.table_id, click.user_id, options, capacity)

    async def show_rules(self, click: TableClick) -> None:
        """Explain the game as this table plays it."""
        await acknowledge(click.interaction, answer=True)
        snapshot = await self._screens.snapshot(click.table_id)
        await say_pages(click.interaction, snapshot.words.rules(snapshot.table.edition))
