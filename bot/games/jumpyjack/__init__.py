"""Jumpy Jack at the table: its screens, its words, what its races measure."""

from __future__ import annotations

from bot.games.jumpyjack.english import JumpyJackTexts
from bot.texts import Spoken

spoken = Spoken({"en-US": JumpyJackTexts()})
"""What it says, by language."""
