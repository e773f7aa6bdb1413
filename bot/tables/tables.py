"""The tables of all servers, as the rest of the bot commands and reads them."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection

from bot.db import Database
from bot.tables.absent import IsHere, judge_by
from bot.tables.clock_commands import ClockCommands
from bot.tables.day_commands import DayCommands
from bot.tables.feats import FeatsOf, no_feats
from bot.tables.guild_commands import GuildCommands
from bot.tables.hint_commands import HintCommands
from bot.tables.horses import RunnersOf, no_runners
from bot.tables.lobby_commands import LobbyCommands
from bot.tables.manner_commands import MannerCommands
from bot.tables.opening_commands import OpeningCommands
from bot.tables.pace import AT_ONCE, Pacing
from bot.tables.race_commands import RaceCommands
from bot.tables.reading import Reader
from bot.tables.seat_commands import SeatCommands
from bot.tables.stakes import UsualBuyIn
from bot.tables.steps import Announce, Steps, nothing_more
from bot.tables.tote_commands import ToteCommands


def to_nobody(
    _db: Connection, _guild_id: int, _table_id: str, _word: Callable[[], str] = nothing_more
) -> bool:
    """Announce nothing: there is no other process."""
    return False


class Tables:
    """All tables: commands by what they are about, each one transaction, and a reader.

    Commands raise `Refused` (or the engines' refusals), and then nothing has changed.
    """

    def __init__(
        self,
        database: Database,
        now: Callable[[], int],
        usual_buy_in: UsualBuyIn,
        is_here: IsHere,
        announce: Announce = to_nobody,
        pacing: Pacing = AT_ONCE,
        runners: RunnersOf = no_runners,
        feats: FeatsOf = no_feats,
    ) -> None:
        """`is_here` tells by its key whether a game can be played and shown; the others are of `Steps`."""
        judge_by(is_here)
        self._steps = steps = Steps(database, now, usual_buy_in, announce, runners, feats)
        self.watchers = steps.watchers
        self.announce = announce
        self.now = now
        self.pacing = pacing
        self.outdated = steps.outdated
        self.opening = OpeningCommands(steps)
        self.lobby = LobbyCommands(steps)
        self.race = RaceCommands(steps)
        self.seats = SeatCommands(steps)
        self.day = DayCommands(steps)
        self.hints = HintCommands(steps)
        self.manner = MannerCommands(steps)
        self.tote = ToteCommands(steps)
        self.guilds = GuildCommands(steps)
        self.clocks = ClockCommands(steps)
        self.read = Reader(steps)
