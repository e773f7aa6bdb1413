"""The fullest settings that a server can have, and every language."""

from __future__ import annotations

import pytest

from bot.games.titles import titles
from bot.servers import BoardManner, Pace, ServerSettings
from bot.texts import LANGUAGES

LAST = 2**63 - 1
MANY = tuple(LAST - each for each in range(25))
FULL = ServerSettings(
    language="en-US",
    clock=7 * 86_400 - 1,
    channels=MANY,
    openers=MANY,
    boards=BoardManner.EDITED,
    pictures=False,
    buy_ins=dict.fromkeys([title.key for title in titles()], 100_000),
    computers=False,
    most_tables=49,
    pace=Pace.STEADY,
    takeout=17,
)
languages = pytest.mark.parametrize("t", LANGUAGES.values(), ids=LANGUAGES)
