"""What one user has and owes: wallet, debt, buy-ins of running tables, and bets on races still to be settled.

The stakes of such bets lie in the pools, and are still of those who made them.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Select, and_, case, func, select, text

from bot.bank.accounts import balance_of, in_play, marker, wallet
from bot.bank.ledger import OPENING
from bot.db.schema import UNSETTLED, movements, tote_bets, tote_races


class RaceStatus(StrEnum):
    """How the tote of a race stands."""

    OPEN = "open"
    CLOSED = "closed"
    """It is run: nobody bets any more."""
    SETTLED = "settled"
    REFUNDED = "refunded"
    """Every bet on it went back."""


HERE: Final = and_(tote_races.c.table_id == tote_bets.c.table_id, tote_races.c.race == tote_bets.c.race)
"""Tells the race of a bet."""


class Balance(NamedTuple):
    """A user's coins in one guild."""

    wallet: int
    """What can be spent."""
    owed: int
    """What is owed to the house, as a number from 0 up."""
    in_play: int
    """Buy-ins that lie on running tables."""
    staked: int = 0
    """Bets on races of the tote that are still to be settled."""

    @property
    def worth(self) -> int:
        """All of it, less what is owed: so it tells nobody that, and how much, somebody has bet."""
        return self.wallet + self.in_play + self.staked - self.owed


def spendable(db: Connection, guild: int, user: int) -> int:
    """Return what a user can spend; who never touched a coin what the first touch would bring."""
    held = balance_of(db, wallet(guild, user))
    return OPENING if held is None else held


def balance(db: Connection, guild: int, user: int) -> Balance:
    """Return what a user has; who never touched a coin has the wallet that the first touch would open."""
    held = spendable(db, guild, user)
    owed = balance_of(db, marker(guild, user))
    # Added up over the few escrows in play: as a condition, the source would be looked up with all a wallet ever paid.
    theirs = case((movements.c.source == wallet(guild, user).id, movements.c.amount), else_=0)
    bought = select(func.coalesce(func.sum(theirs), 0)).where(movements.c.target.in_(in_play(guild)))
    on_tables = db.execute(bought).scalar_one()
    return Balance(held, -(owed or 0), int(on_tables), staked_by(db, guild, user))


def open_bets(guild: int) -> Select[Any]:
    """Select who has bet what on races of a guild that are still to be settled."""
    unsettled = (tote_races.c.guild_id == guild, text(UNSETTLED))
    bets = select(tote_bets.c.user_id, tote_bets.c.stake).select_from(tote_bets).join(tote_races, HERE)
    return bets.where(*unsettled, tote_bets.c.returned.is_(False))


def staked_by(db: Connection, guild: int, user: int) -> int:
    """Return how many coins somebody has on races of a guild that are still to be settled."""
    theirs = open_bets(guild).where(tote_bets.c.user_id == user)
    staked = db.execute(theirs.with_only_columns(func.coalesce(func.sum(tote_bets.c.stake), 0)))
    return int(staked.scalar_one())
