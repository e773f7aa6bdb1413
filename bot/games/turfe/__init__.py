"""Turfe at the table: its screens, its words, what its races measure."""

from __future__ import annotations

from bot.games.turfe.english import TurfeTexts
from bot.texts import Spoken

spoken = Spoken({"en-US": TurfeTexts()})
"""What it says, by language."""
