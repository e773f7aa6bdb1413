"""The screens of each game, by its key."""

from __future__ import annotations

from bot.ui.games.base import GameScreens
from bot.ui.games.jockey import JockeyScreens
from bot.ui.games.jumpyjack import JumpyJackScreens
from bot.ui.games.newmarket import NewmarketScreens
from bot.ui.games.sulkydrom import SulkydromScreens
from bot.ui.games.turfe import TurfeScreens

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
