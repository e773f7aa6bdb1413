"""Newmarket at the table: its screens, its words, what its races measure."""

from __future__ import annotations

from bot.games.newmarket.english import NewmarketTexts
from bot.texts import Spoken

spoken = Spoken({"en-US": NewmarketTexts()})
"""What it says, by language."""
