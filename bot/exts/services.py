"""What slash commands work with, handed to them by who puts the bot together."""

from __future__ import annotations

from typing import Any, NamedTuple

from discord import app_commands

from bot.store import Store
from bot.tables import Tables
from bot.ui.clicks.privacy_clicks import PrivacyClicks
from bot.ui.clicks.settings_clicks import SettingsClicks
from bot.ui.guild.command_names import CommandNames
from bot.ui.screens import Screens


class Services(NamedTuple):
    """The parts of the bot that commands use."""

    tree: app_commands.CommandTree[Any]
    store: Store
    tables: Tables
    screens: Screens
    settings: SettingsClicks
    privacy: PrivacyClicks
    command_names: CommandNames
