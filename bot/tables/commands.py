"""The tables of all servers, as the rest of the bot commands and reads them."""

from __future__ import annotations

from collections.abc import Callable

from bot.store import Store
from bot.tables import queries
from bot.tables.clock_commands import ClockCommands
from bot.tables.day_commands import DayCommands
from bot.tables.lobby_commands import LobbyCommands
from bot.tables.opening_commands import OpeningCommands
from bot.tables.place_commands import PlaceCommands
from bot.tables.race_commands import RaceCommands
from bot.tables.reading import Reader
from bot.tables.seat_commands import SeatCommands
from bot.tables.steps import Steps


class Tables(Steps):
    """All tables: commands by what they are about, each one transaction, and a reader.

    Commands raise `Refused` (or the engines' refusals), and then nothing has changed.
    """

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        super().__init__(store, now)
        self.opening = OpeningCommands(self)
        self.lobby = LobbyCommands(self)
        self.race = RaceCommands(self)
        self.seats = SeatCommands(self)
        self.day = DayCommands(self)
        self.places = PlaceCommands(self)
        self.clocks = ClockCommands(self)
        self.read = Reader(self)

    async def end_outdated(self) -> None:
        """End every running table that cannot be finished by the rules it began with: a step of the start-up.

        Safe to do again if it is broken off: what is ended stays ended, and what goes on is not touched.
        """
        async with self.store.reading() as db:
            going_on = await queries.running_tables(db)
        for table_id in going_on:
            await self.read.with_standing(table_id)
