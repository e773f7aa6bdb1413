"""The odds that are shown, where several processes take bets on one race."""

from __future__ import annotations

from itertools import count

from bot.bank.tote import Pool
from bot.messages.snapshots import Snapshots
from bot.tables import tote_commands
from bot.ui.odds_refresh import PAUSE
from tests.databases import reading
from tests.tables.playing import PEOPLE, TableRig

DORA, EMIL = PEOPLE[3:5]


class Process:
    """One process of the bot, as far as it takes bets and shows odds."""

    def __init__(self, rig: TableRig, table_id: str, first_press: int) -> None:
        self.rig, self.table_id, self.presses = rig, table_id, count(first_press)
        self.snapshots = Snapshots(rig.database, rig.tables)

    async def bet(self, who, stake: int) -> None:
        bet = tote_commands.bet
        await self.rig.tables.step(
            bet, self.table_id, who.user_id, Pool.WIN, ["red"], stake, next(self.presses)
        )

    async def refresh(self) -> int:
        return await self.rig.tables.step(tote_commands.show_odds, self.table_id, PAUSE)

    async def shown(self) -> int:
        """Return how many coins lie on Red by what a post of this process shows now."""
        with reading(self.rig.database) as db:
            table = self.snapshots.read(db, self.table_id).table
            self.snapshots.odds.read(db, table)
        return self.snapshots.odds.of(table).pools[Pool.WIN].gross


async def test_of_two_processes_none_shows_older_odds_than_the_other_nor_newer_ones_too_soon(
    rig: TableRig,
) -> None:
    await rig.played(DORA, EMIL)
    table_id = await rig.lobby(people=3, game="turfe", options={})
    other_rig = rig.restarted()
    one, other = Process(rig, table_id, 1), Process(other_rig, table_id, 9)
    await one.bet(DORA, 100)
    assert await one.refresh() == 0
    assert (await one.shown(), await other.shown()) == (100, 100)

    rig.time += 1000
    other_rig.time += 1000
    await other.bet(EMIL, 300)
    assert await other.refresh() == PAUSE - 1000, "the other one did it a second ago"
    assert (await one.shown(), await other.shown()) == (100, 100)

    other_rig.time += PAUSE - 1000
    assert await other.refresh() == 0
    assert (await one.shown(), await other.shown()) == (400, 400)
