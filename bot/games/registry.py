"""The screens of each game, and the sentences of its log, by its key."""

from __future__ import annotations

from typing import Any

from bot.games.jockey.screens import JockeyScreens
from bot.games.jockey.story import STORY as JOCKEY
from bot.games.jumpyjack.screens import JumpyJackScreens
from bot.games.jumpyjack.story import STORY as JUMPYJACK
from bot.games.kit.story import Story
from bot.games.newmarket.screens import NewmarketScreens
from bot.games.newmarket.story import STORY as NEWMARKET
from bot.games.screens import GameScreens
from bot.games.sulkydrom.screens import SulkydromScreens
from bot.games.sulkydrom.story import STORY as SULKYDROM
from bot.games.turfe.screens import TurfeScreens
from bot.games.turfe.story import STORY as TURFE

SCREENS: dict[str, GameScreens] = {
    screens.key: screens
    for screens in (
        JockeyScreens(),
        JumpyJackScreens(),
        NewmarketScreens(),
        SulkydromScreens(),
        TurfeScreens(),
    )
}
"""Every game that can be played at a table."""

STORIES: dict[str, Story[Any]] = {
    "jockey": JOCKEY,
    "jumpyjack": JUMPYJACK,
    "newmarket": NEWMARKET,
    "sulkydrom": SULKYDROM,
    "turfe": TURFE,
}
"""What `paddock replay` tells of each."""
