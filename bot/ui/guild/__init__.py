"""The house's own screens, which belong to no table: settings, help, privacy, preferences, first steps."""

from __future__ import annotations

from bot.ui.guild.command_names import CommandNames
from bot.ui.guild.greeter import Greeter
from bot.ui.guild.guild_ids import GuildId
from bot.ui.guild.presses import GuildScreens, address_of

__all__ = ["CommandNames", "Greeter", "GuildId", "GuildScreens", "address_of"]
