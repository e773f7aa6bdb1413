"""What a command could not have been given is refused before anything happens, whatever stands in for Discord."""

from __future__ import annotations

from typing import Any
from unittest.mock import MagicMock

import discord
import pytest
from discord import app_commands

from bot.slash_commands.border import require_well_formed
from bot.slash_commands.command import slash_command


@slash_command("profile", "Somewhere")
@app_commands.guild_only()
async def looking(
    interaction: discord.Interaction, channel: discord.TextChannel | None = None
) -> None:  # pragma: no cover - never called
    """Take a channel."""


def used(guild: int | None, *options: dict[str, Any], channels: tuple[str, ...] = ()) -> Any:
    data = {"options": list(options), "resolved": {"channels": {key: {} for key in channels}}}
    kind = discord.InteractionType.application_command
    return MagicMock(command=looking, guild_id=guild, data=data, type=kind)


def channel(value: object) -> dict[str, Any]:
    return {"name": "channel", "type": 7, "value": value}


def test_a_command_of_servers_is_refused_in_a_direct_message() -> None:
    with pytest.raises(app_commands.NoPrivateMessage):
        require_well_formed(used(None))
    require_well_formed(used(1))


@pytest.mark.parametrize("value", ["7", "somewhere", "", 5, None, ["5"]])
def test_a_channel_that_discord_does_not_name_is_refused(value: object) -> None:
    with pytest.raises(app_commands.CommandSignatureMismatch):
        require_well_formed(used(1, channel(value), channels=("5",)))


def test_a_channel_that_discord_names_is_taken() -> None:
    require_well_formed(used(1, channel("5"), channels=("5",)))
