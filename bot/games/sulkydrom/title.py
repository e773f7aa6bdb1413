"""Sulkydrom as people meet it."""

from __future__ import annotations

from bot.games.sulkydrom.measures import MEASURES
from bot.games.sulkydrom.screens import SulkydromScreens
from bot.games.sulkydrom.story import STORY
from bot.games.sulkydrom.translations import TRANSLATIONS
from bot.games.sulkydrom.words import spoken
from bot.games.title import Pictures, Title, TypedOption
from engines.sulkydrom import COMPUTERS, GAME, View
from render import sulkydrom as pictures


def has_left_start(view: View) -> bool:
    """Tell whether a horse is further on than the start."""
    return any(place is None or place.space > 0 for place in view.places)


def letters(text: str) -> list[str | None] | None:
    """Read horses by seat: `A - C`, `A,?,C`; nothing at all leaves all to the draw."""
    wished = text.upper().replace(",", " ").split()
    return [None if word in {"-", "?"} else word for word in wished] or None


TITLE = Title(
    engine=GAME,
    computers=COMPUTERS,
    screens=SulkydromScreens(),
    words=spoken,
    pictures=Pictures(drawings=pictures, is_moving=has_left_start),
    buy_in=100,
    measures=MEASURES,
    story=STORY,
    translations=TRANSLATIONS,
    typed={"horses": TypedOption(read=letters, most=30)},
)
