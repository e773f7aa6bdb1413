"""Turfe as people meet it."""

from __future__ import annotations

from bot.games.title import Pictures, Title
from bot.games.turfe.measures import MEASURES
from bot.games.turfe.screens import TurfeScreens
from bot.games.turfe.story import STORY
from bot.games.turfe.translations import TRANSLATIONS
from bot.games.turfe.words import spoken
from engines.turfe import COMPUTERS, GAME
from render import turfe as pictures

TITLE = Title(
    engine=GAME,
    computers=COMPUTERS,
    screens=TurfeScreens(),
    words=spoken,
    pictures=Pictures(drawings=pictures),
    buy_in=1000,
    measures=MEASURES,
    story=STORY,
    translations=TRANSLATIONS,
)
