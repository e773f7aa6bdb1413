"""Where every button, select and form of Paddock arrives, whichever message it is on and whichever process sent it."""

from __future__ import annotations

import discord

from bot.tables import Tables
from bot.ui.clicks.click import read
from bot.ui.clicks.desk_refresh import DeskRefresh
from bot.ui.clicks.handlers import Handlers
from bot.ui.clicks.privacy_clicks import PrivacyClicks
from bot.ui.clicks.settings_clicks import SettingsClicks
from bot.ui.explaining import explain
from bot.ui.screens import Screens


class Clicks:
    """Takes one interaction after another; any number may be under way at once."""

    def __init__(
        self, tables: Tables, screens: Screens, settings: SettingsClicks, privacy: PrivacyClicks
    ) -> None:
        self._desks = DeskRefresh(tables, screens)
        self._handlers = Handlers(tables, screens, self._desks, settings, privacy)

    async def close(self) -> None:
        """Have desks marked that are not up to date; one that cannot be still works."""
        await self._desks.close()

    async def take(self, interaction: discord.Interaction) -> None:
        """Answer a press of a component, or a form that was sent. Never raises."""
        click = read(interaction)
        try:
            await self._handlers.handle(click)
        except Exception as error:  # noqa: BLE001 - whatever went wrong is logged, and whoever pressed is told
            await explain(interaction, error, f"a press on {click}")
