"""The house's own screens, which belong to no table: settings, help, privacy, preferences, first steps."""

from __future__ import annotations

from bot.ui.house.commands import CommandNames
from bot.ui.house.greeter import Greeter
from bot.ui.house.house import House, address_of
from bot.ui.house.ids import HouseId

__all__ = ["CommandNames", "Greeter", "House", "HouseId", "address_of"]
