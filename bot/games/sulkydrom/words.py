"""Sulkydrom's words, by language."""

from __future__ import annotations

from bot.games.sulkydrom.english import SulkydromTexts
from bot.texts import Spoken

spoken = Spoken({"en-US": SulkydromTexts()})
