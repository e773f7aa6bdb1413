"""A click: the custom id says what was pressed and where it belongs, the interaction says who pressed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import discord

from bot.games.screens import Press
from bot.texts import Texts, texts
from bot.ui.custom_ids import CustomId
from bot.ui.forms import pressed
from bot.ui.guild.guild_ids import GuildId


@dataclass(frozen=True, slots=True)
class Click:
    """One press of a control, or one form that was sent."""

    interaction: discord.Interaction
    press: Press
    t: Texts

    @property
    def user_id(self) -> int:
        """Who pressed: never read from the custom id, which anybody can forge."""
        return self.interaction.user.id

    @property
    def what(self) -> str:
        """The part of the custom id that names the control."""
        return ".".join(self.press.parts)

    @property
    def argument(self) -> str:
        """What follows the first part of it; empty if nothing does."""
        return self.what.partition(".")[2]

    def __str__(self) -> str:
        return self.what


@dataclass(frozen=True, slots=True)
class TableClick(Click):
    """A click on a control of a table."""

    address: CustomId

    @property
    def table_id(self) -> str:
        """At which table."""
        return self.address.table

    def __str__(self) -> str:
        return f"table {self.table_id}"


def read(interaction: discord.Interaction) -> Click:
    """Read what was clicked; a custom id that is none of ours names no control."""
    data: Mapping[str, Any] = interaction.data or {}
    custom_id, t = str(data.get("custom_id", "")), texts(str(interaction.locale))
    if address := CustomId.read(custom_id):
        return TableClick(interaction, pressed(address.parts(), data), t, address)
    address_of_guild = GuildId.read(custom_id)
    return Click(interaction, pressed(address_of_guild.parts() if address_of_guild else ("",), data), t)
