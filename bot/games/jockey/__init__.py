"""Jockey at the table: its screens, its words, what its races measure."""

from __future__ import annotations

from bot.games.jockey.english import JockeyTexts
from bot.texts import Spoken

spoken = Spoken({"en-US": JockeyTexts()})
"""What it says, by language."""
