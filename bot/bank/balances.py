"""What one user has and owes."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, case, func, select

from bot.bank.accounts import balance_of, in_play, marker, wallet
from bot.bank.ledger import OPENING
from bot.bank.open_bets import staked_by
from bot.db.schema import movements


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
