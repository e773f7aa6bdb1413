"""Jumpy Jack's words, by language."""

from __future__ import annotations

from bot.games.jumpyjack.english import JumpyJackTexts
from bot.texts import Spoken

spoken = Spoken({"en-US": JumpyJackTexts()})
