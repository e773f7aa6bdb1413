"""Newmarket's words, by language."""

from __future__ import annotations

from bot.games.newmarket.english import NewmarketTexts
from bot.texts import Spoken

spoken = Spoken({"en-US": NewmarketTexts()})
