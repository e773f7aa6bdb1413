"""What one user has and owes, and how it came about."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.bank.accounts import Kind, balance_of, marker, wallet
from bot.bank.ledger import OPENING, Reason
from bot.store.schema import accounts, movements


class Balance(NamedTuple):
    """A user's coins in one guild."""

    wallet: int
    """What can be spent."""
    owed: int
    """What is owed to the house, as a number from 0 up."""
    in_play: int
    """Buy-ins that lie on running tables."""

    @property
    def worth(self) -> int:
        """Wallet and buy-ins, less what is owed."""
        return self.wallet + self.in_play - self.owed


class Entry(NamedTuple):
    """A movement as the owner of a wallet sees it."""

    movement_id: int
    at: int
    """Milliseconds since 1970 UTC."""
    reason: Reason
    table_id: str | None
    wallet: int
    """Change of the wallet in coins."""
    owed: int
    """Change of what is owed in coins: above zero for a loan, below for a repayment."""


async def balance(db: AsyncConnection, guild: int, user: int) -> Balance:
    """Return what a user has; who never touched a coin has the wallet that the first touch would open."""
    held = await balance_of(db, wallet(guild, user))
    owed = await balance_of(db, marker(guild, user))
    bought = (
        select(func.coalesce(func.sum(movements.c.amount), 0))
        .join(accounts, accounts.c.account_id == movements.c.target)
        .where(movements.c.source == wallet(guild, user).id)
        .where(accounts.c.kind == Kind.ESCROW, accounts.c.balance > 0)
    )
    in_play = (await db.execute(bought)).scalar_one()
    return Balance(OPENING if held is None else held, -(owed or 0), int(in_play))


async def statement(
    db: AsyncConnection, guild: int, user: int, limit: int, before: int | None = None
) -> list[Entry]:
    """Return the last movements of a wallet, newest first, from below the `movement_id` that is `before`."""
    mine, debts = wallet(guild, user).id, marker(guild, user).id
    columns = movements.c
    found = select(movements).where((columns.source == mine) | (columns.target == mine))
    if before is not None:
        found = found.where(columns.movement_id < before)
    rows = await db.execute(found.order_by(columns.movement_id.desc()).limit(limit))
    return [
        Entry(
            movement_id=row.movement_id,
            at=row.at,
            reason=Reason(row.reason),
            table_id=row.table_id,
            wallet=row.amount if row.target == mine else -row.amount,
            owed=row.amount if row.source == debts else -row.amount if row.target == debts else 0,
        )
        for row in rows
    ]
