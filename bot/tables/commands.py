"""The tables of all servers, as the rest of the bot commands and reads them."""

from __future__ import annotations

from collections.abc import Callable

from bot.store import Store
from bot.tables.channel_commands import ChannelCommands
from bot.tables.clock_commands import ClockCommands
from bot.tables.day_commands import DayCommands
from bot.tables.guild_commands import GuildCommands
from bot.tables.lobby_commands import LobbyCommands
from bot.tables.opening_commands import OpeningCommands
from bot.tables.race_commands import RaceCommands
from bot.tables.reading import Reader
from bot.tables.seat_commands import SeatCommands
from bot.tables.stakes import UsualBuyIn
from bot.tables.steps import Steps


class Tables(Steps):
    """All tables: commands by what they are about, each one transaction, and a reader.

    Commands raise `Refused` (or the engines' refusals), and then nothing has changed.
    """

    def __init__(self, store: Store, now: Callable[[], int], usual_buy_in: UsualBuyIn) -> None:
        super().__init__(store, now, usual_buy_in)
        self.opening = OpeningCommands(self)
        self.lobby = LobbyCommands(self)
        self.race = RaceCommands(self)
        self.seats = SeatCommands(self)
        self.day = DayCommands(self)
        self.channels = ChannelCommands(self)
        self.guilds = GuildCommands(self)
        self.clocks = ClockCommands(self)
        self.read = Reader(self)
