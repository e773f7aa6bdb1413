"""What a server has set: language, clocks, channels, stakes. It knows no Discord."""

from __future__ import annotations

from bot.servers.settings import DEFAULTS, Boards, ServerSettings
from bot.servers.stored import (
    note_greeted,
    owe_greeting,
    owed_greetings,
    read_settings,
    write_settings,
)

__all__ = [
    "DEFAULTS",
    "Boards",
    "ServerSettings",
    "note_greeted",
    "owe_greeting",
    "owed_greetings",
    "read_settings",
    "write_settings",
]
