"""Jockey as people meet it."""

from __future__ import annotations

from bot.games.jockey.measures import MEASURES
from bot.games.jockey.screens import JockeyScreens
from bot.games.jockey.story import STORY
from bot.games.jockey.translations import TRANSLATIONS
from bot.games.jockey.words import spoken
from bot.games.title import Pictures, Title
from engines.jockey import COMPUTERS, GAME
from render import jockey as pictures

TITLE = Title(
    engine=GAME,
    computers=COMPUTERS,
    screens=JockeyScreens(),
    words=spoken,
    pictures=Pictures(drawings=pictures),
    buy_in=1000,
    measures=MEASURES,
    story=STORY,
    translations=TRANSLATIONS,
)
