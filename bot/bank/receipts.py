"""What a table did to each seat's money, read from the ledger: the same whenever it is asked."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import case, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.bank.accounts import Account, AccountKind, balance_of, escrow, marker, wallet
from bot.bank.ledger import Memo, Reason
from bot.store.schema import accounts, movements


class Seated(NamedTuple):
    """A seat as the ledger knows it: who bought in (None: a computer player), and for how many coins."""

    user: int | None
    buy_in: int


class Receipt(NamedTuple):
    """How a seat was paid out, in coins. A computer player's wallet is the house, shown as zero."""

    seat: int
    user: int | None
    paid: int
    """Final capital paid to the wallet; 0 if there was none."""
    repaid: int
    """How much of the wallet went on to the house for what was owed."""
    charged: int
    """Capital below zero taken from the wallet, what was lent for it included."""
    lent: int
    """How much of that the wallet did not have: newly owed."""
    balance: int
    """What the wallet held after all this."""
    owed: int
    """What was owed to the house after all this."""

    @property
    def final(self) -> int:
        """The final capital, below zero for a debt."""
        return self.paid - self.charged


def seat_memo(reason: Reason, table: str, seat: int, now: int = 0) -> Memo:
    """Return the memo of what happens once to a seat's money."""
    return Memo(f"{reason}:{table}:{seat}", reason, now, table)


async def seated(db: AsyncConnection, guild: int, table: str) -> list[Seated]:
    """Return who bought into a table, in seat order; empty if nobody did."""
    bought = (
        select(accounts.c.kind, accounts.c.owner, movements.c.amount)
        .join(accounts, accounts.c.account_id == movements.c.source)
        .where(movements.c.target == escrow(guild, table).id, movements.c.reason == Reason.BUY_IN)
        .order_by(movements.c.movement_id)
    )
    return [
        Seated(int(row.owner) if row.kind == AccountKind.WALLET else None, row.amount)
        for row in await db.execute(bought)
    ]


async def amounts(db: AsyncConnection, table: str) -> dict[str, int]:
    """Return how many coins each movement of a table moved, by its key."""
    moved = select(movements.c.key, movements.c.amount).where(movements.c.table_id == table)
    return {row.key: row.amount for row in await db.execute(moved)}


async def receipts(db: AsyncConnection, guild: int, table: str) -> list[Receipt]:
    """Return how each seat of a table was paid out, in seat order."""
    moved = await amounts(db, table)
    last = select(func.max(movements.c.movement_id)).where(movements.c.table_id == table)
    until = (await db.execute(last)).scalar_one() or 0
    found = []
    for seat, (user, _) in enumerate(await seated(db, guild, table)):
        pay_out, debt = seat_memo(Reason.PAY_OUT, table, seat), seat_memo(Reason.DEBT, table, seat)
        found.append(
            Receipt(
                seat=seat,
                user=user,
                paid=moved.get(pay_out.key, 0),
                repaid=moved.get(pay_out.beside(Reason.REPAYMENT).key, 0),
                charged=moved.get(debt.key, 0),
                lent=moved.get(debt.beside(Reason.LOAN).key, 0),
                balance=0 if user is None else await _balance_at(db, wallet(guild, user), until),
                owed=0 if user is None else -await _balance_at(db, marker(guild, user), until),
            )
        )
    return found


async def _balance_at(db: AsyncConnection, account: Account, until: int) -> int:
    """Return what an account held after the movement with the id `until`: what it holds, without what came since."""
    change = case((movements.c.target == account.id, movements.c.amount), else_=-movements.c.amount)
    since = select(func.coalesce(func.sum(change), 0)).where(
        (movements.c.source == account.id) | (movements.c.target == account.id),
        movements.c.movement_id > until,
    )
    return (await balance_of(db, account) or 0) - int((await db.execute(since)).scalar_one())
