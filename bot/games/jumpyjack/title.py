"""Jumpy Jack as people meet it."""

from __future__ import annotations

from bot.games.jumpyjack.measures import MEASURES
from bot.games.jumpyjack.screens import JumpyJackScreens
from bot.games.jumpyjack.story import STORY
from bot.games.jumpyjack.translations import TRANSLATIONS
from bot.games.jumpyjack.words import spoken
from bot.games.title import Pictures, Title
from engines.jumpyjack import COMPUTERS, GAME
from render import jumpyjack as pictures

TITLE = Title(
    engine=GAME,
    computers=COMPUTERS,
    screens=JumpyJackScreens(),
    words=spoken,
    pictures=Pictures(drawings=pictures),
    buy_in=100,
    measures=MEASURES,
    story=STORY,
    translations=TRANSLATIONS,
    offers={"target": range(2, 31, 2), "teams": None, "guessing": None},
)
