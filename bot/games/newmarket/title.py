"""Newmarket as people meet it."""

from __future__ import annotations

from bot.games.newmarket.measures import MEASURES
from bot.games.newmarket.screens import NewmarketScreens
from bot.games.newmarket.story import STORY
from bot.games.newmarket.translations import TRANSLATIONS
from bot.games.newmarket.words import spoken
from bot.games.title import Pictures, Title
from engines.newmarket import COMPUTERS, GAME, View
from render import newmarket as pictures


def settled_deal(view: View) -> int | None:
    """Return the number of the deal that was settled last, None before the first."""
    return view.result.deal if view.result else None


def has_played(view: View) -> bool:
    """Tell whether a card lies on the table."""
    return bool(view.plays)


TITLE = Title(
    engine=GAME,
    computers=COMPUTERS,
    screens=NewmarketScreens(),
    words=spoken,
    pictures=Pictures(drawings=pictures, settled=settled_deal, is_moving=has_played),
    buy_in=1000,
    measures=MEASURES,
    story=STORY,
    translations=TRANSLATIONS,
    offers={
        "deals": (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30),
        "minutes": (None, 10, 15, 20, 30, 45, 60, 90, 120),
        "calling": None,
        "window": (5, 8, 10, 15, 20, 30, 45, 60),
    },
)
