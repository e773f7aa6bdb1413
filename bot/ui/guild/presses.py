"""Presses on screens that belong to no table. They work after a restart: the custom id says what was pressed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import discord

from bot.outbox import PostError
from bot.store import Store
from bot.store.errors import StoreError
from bot.tables import Tables
from bot.texts import Texts, texts
from bot.ui.answers import acknowledge, say, say_pages, show
from bot.ui.guild.command_names import CommandNames
from bot.ui.guild.guild_ids import GuildId
from bot.ui.guild.help_pages import Offered, help_pages
from bot.ui.guild.own_data import PrivacyPresses, privacy_sheet
from bot.ui.guild.settings_presses import SettingsPresses
from bot.ui.posting import Poster
from bot.ui.render_pool import RenderPool

log = logging.getLogger(__name__)


def address_of(interaction: discord.Interaction) -> GuildId | None:
    """Read which of the house's controls was used; None if it is none of them."""
    data: Mapping[str, Any] = interaction.data or {}
    return GuildId.read(str(data.get("custom_id", "")))


class GuildScreens:
    """Opens the house's screens and takes what is pressed on them."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        poster: Poster,
        render_pool: RenderPool,
        named: CommandNames,
        now: Callable[[], int],
    ) -> None:
        self._settings = SettingsPresses(store, tables, poster)
        self._privacy = PrivacyPresses(store, tables, poster, render_pool, now)
        self._named = named

    async def close(self) -> None:
        """Let what is under way finish."""
        await self._privacy.close()

    async def open_settings(self, interaction: discord.Interaction, t: Texts) -> None:
        """Answer `/settings`."""
        await self._settings.open(interaction, t)

    async def open_privacy(self, interaction: discord.Interaction, t: Texts) -> None:
        """Answer `/privacy`."""
        await acknowledge(interaction)
        await show(interaction, privacy_sheet(t))

    async def open_preferences(self, interaction: discord.Interaction, t: Texts) -> None:
        """Answer `/preferences`."""
        await self._privacy.prefer(interaction, (), t)

    async def open_help(
        self, interaction: discord.Interaction, commands: Iterable[Offered], t: Texts
    ) -> None:
        """Answer `/help`."""
        await acknowledge(interaction)
        await say_pages(interaction, help_pages(commands, self._named, t))

    async def take(self, interaction: discord.Interaction, address: GuildId) -> None:
        """Answer a press, or a form that was sent. Never raises."""
        t = texts(str(interaction.locale))
        try:
            await self._answer(interaction, address, t)
        except PostError as error:
            log.warning("an answer was lost: %s", error)

    async def _answer(self, interaction: discord.Interaction, address: GuildId, t: Texts) -> None:
        screen, *parts = address.parts()
        try:
            match screen:
                case "settings":
                    await self._settings.take(interaction, parts, t)
                case "privacy":
                    await self._privacy.take(interaction, parts, t)
                case "preferences":
                    await self._privacy.prefer(interaction, parts, t)
                case _:
                    await say(interaction, t.table.unknown_control)
        except StoreError as error:
            log.error("a press was not saved: %s", error)
            await say(interaction, t.table.busy)
        except PostError:
            raise
        except Exception:
            log.exception("a press on %s failed", screen)
            await say(interaction, t.table.broken)
