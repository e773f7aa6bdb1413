"""What a server has settled on: language, clocks, channels, stakes. It knows no Discord."""

from __future__ import annotations

from bot.servers.settings import BUY_INS, DEFAULTS, Boards, ServerSettings
from bot.servers.stored import (
    note_greeted,
    owe_greeting,
    owed_greetings,
    read_settings,
    write_settings,
)

__all__ = [
    "BUY_INS",
    "DEFAULTS",
    "Boards",
    "ServerSettings",
    "note_greeted",
    "owe_greeting",
    "owed_greetings",
    "read_settings",
    "write_settings",
]
