"""Sulkydrom at the table: its screens, its words, what its races measure."""

from __future__ import annotations

from bot.games.sulkydrom.english import SulkydromTexts
from bot.texts import Spoken

spoken = Spoken({"en-US": SulkydromTexts()})
"""What it says, by language."""
