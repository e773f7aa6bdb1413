"""The screens of each game, by its key."""

from __future__ import annotations

from bot.games.jockey.screens import JockeyScreens
from bot.games.jumpyjack.screens import JumpyJackScreens
from bot.games.newmarket.screens import NewmarketScreens
from bot.games.screens import GameScreens
from bot.games.sulkydrom.screens import SulkydromScreens
from bot.games.turfe.screens import TurfeScreens

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
