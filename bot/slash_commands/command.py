"""What slash commands are made with: the parts of the bot they use, names in every language, words to answer in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import discord
from discord import app_commands

from bot.db import Database
from bot.tables import Tables
from bot.texts import Texts, texts
from bot.ui.clicks.night_clicks import NightClicks
from bot.ui.clicks.privacy_clicks import PrivacyClicks
from bot.ui.clicks.settings_clicks import SettingsClicks
from bot.ui.clicks.standings_clicks import StandingsClicks
from bot.ui.guild.bank_audit import BankAudit
from bot.ui.guild.help_pages import CommandNames
from bot.ui.guild.profiles import Profiles
from bot.ui.lessons.lesson_clicks import LessonClicks
from bot.ui.screens import Screens

Command: TypeAlias = app_commands.Command[Any, ..., Any]


class CommandServices(NamedTuple):
    """The parts of the bot that commands use."""

    tree: app_commands.CommandTree[Any]
    database: Database
    tables: Tables
    screens: Screens
    settings: SettingsClicks
    privacy: PrivacyClicks
    lessons: LessonClicks
    profiles: Profiles
    command_names: CommandNames
    bank_audit: BankAudit
    nights: NightClicks
    standings: StandingsClicks
    now: Callable[[], int]


def named(key: str, english: str) -> app_commands.locale_str:
    """Mark a name or a description as translatable under `key`, such as `race.new.jockey`."""
    return app_commands.locale_str(english, key=key)


def slash_command(key: str, description: str) -> Callable[[Callable[..., Any]], Command]:
    """Make a command of a function, named by the last part of the key under which it is translated."""
    name = key.rpartition(".")[2].replace("_", "-")
    return app_commands.command(name=named(key, name), description=named(key, description))


def texts_of(interaction: discord.Interaction) -> Texts:
    """Return the sentences in the language of whoever uses a command."""
    return texts(str(interaction.locale))
