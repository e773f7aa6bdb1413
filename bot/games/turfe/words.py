"""Turfe's words, by language."""

from __future__ import annotations

from bot.games.turfe.english import TurfeTexts
from bot.texts import Spoken

spoken = Spoken({"en-US": TurfeTexts()})
