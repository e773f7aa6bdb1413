"""Jockey's words, by language."""

from __future__ import annotations

from bot.games.jockey.english import JockeyTexts
from bot.texts import Spoken

spoken = Spoken({"en-US": JockeyTexts()})
