"""The ledger: every coin that ever moved, one row from one account to another.

A movement carries a key that says what it is for ("seat 2 of table x buys in"). The same key never moves
coins twice, so whoever is not sure whether a step was done does it again.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, TypeAlias

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.bank.accounts import Account, Kind, balance_of, house, open_empty
from bot.bank.errors import BankError, KeyReusedError, OverdrawnError
from bot.store.schema import accounts, movements

Facts: TypeAlias = tuple[str, str, int, str, str | None]
"""What a key stands for: source, target, amount, reason, table."""

OPENING = 5000
"""Coins a wallet holds when it is first used."""


_SHIFT = (
    update(accounts)
    .where(accounts.c.account_id == bindparam("account"))
    .values(balance=accounts.c.balance + bindparam("change"))
)


class Reason(StrEnum):
    """Why coins moved: `bot.texts` has a sentence for each."""

    OPENING = "opening"
    """House to wallet: the first coins of a new player."""
    LOAN = "loan"
    """Marker to wallet: what a charge found missing, lent by the house."""
    REPAYMENT = "repayment"
    """Wallet to marker: a loan paid back."""
    BUY_IN = "buy_in"
    """Wallet (or house, for a computer player) to escrow."""
    PAY_OUT = "pay_out"
    """Escrow to wallet (or house): a seat's final capital."""
    DEBT = "debt"
    """Wallet to house: the capital a seat ended below zero with."""
    COVER = "cover"
    """House to escrow: the final capitals come to more than the buy-ins."""
    REMAINDER = "remainder"
    """Escrow to house: the final capitals come to less than the buy-ins."""
    GIVE_BACK = "give_back"
    """Escrow to wallet (or house): a buy-in of a table that was cancelled."""
    CLOSING = "closing"
    """Wallet to house: its owner had their data erased."""
    WRITE_OFF = "write_off"
    """House to marker: the debt of somebody who had their data erased."""


class Memo(NamedTuple):
    """What a movement is for."""

    key: str
    """Says which step this is; the same key never moves coins twice."""
    reason: Reason
    now: int
    """Milliseconds since 1970 UTC."""
    table_id: str | None = None

    def for_loan(self) -> Memo:
        """Return the memo of what is lent so that this movement can be paid."""
        return self._replace(key=f"{self.key}:loan", reason=Reason.LOAN)

    def for_repayment(self) -> Memo:
        """Return the memo of what is paid back out of this movement."""
        return self._replace(key=f"{self.key}:repayment", reason=Reason.REPAYMENT)

    def for_write_off(self) -> Memo:
        """Return the memo of the debt that ends with this movement."""
        return self._replace(key=f"{self.key}:write_off", reason=Reason.WRITE_OFF)


async def move(db: AsyncConnection, source: Account, target: Account, amount: int, memo: Memo) -> bool:
    """Move `amount` coins (at least 1) from one account to another of the same guild.

    Returns False, and moves nothing, if the memo's key did just this before. Accounts are opened as needed.
    Raises `KeyReusedError` if the key stands for other facts, `OverdrawnError` if an account would come to
    stand on the wrong side of zero, `BankError` for what is no movement at all.
    """
    _check(source, target, amount)
    if await _was_moved(db, memo.key, (source.id, target.id, amount, memo.reason, memo.table_id)):
        return False
    changes = {source: -amount, target: amount}
    for account, change in changes.items():
        _check_stays(account, await opened(db, account, memo.now), change)
    await db.execute(_SHIFT, [{"account": account.id, "change": changes[account]} for account in changes])
    await db.execute(
        insert(movements).values(
            key=memo.key,
            source=source.id,
            target=target.id,
            amount=amount,
            reason=memo.reason,
            table_id=memo.table_id,
            at=memo.now,
        )
    )
    return True


async def is_used(db: AsyncConnection, key: str) -> bool:
    """Whether a key stands for a movement."""
    return (await db.execute(select(movements.c.key).where(movements.c.key == key))).first() is not None


async def opened(db: AsyncConnection, account: Account, now: int) -> int:
    """Return an account's balance and open it if it is new: a wallet with `OPENING` coins of the house."""
    balance = await balance_of(db, account)
    if balance is not None:
        return balance
    await open_empty(db, account)
    if account.kind is not Kind.WALLET:
        return 0
    memo = Memo(opening_key(account), Reason.OPENING, now)
    await move(db, house(account.guild), account, OPENING, memo)
    return OPENING


def opening_key(wallet: Account) -> str:
    """Return the key of a wallet's first coins, the only one that names a person."""
    return f"open:{wallet.guild}:{wallet.owner}"


def _check(source: Account, target: Account, amount: int) -> None:
    if amount <= 0:
        raise BankError(f"{amount} coins cannot be moved from {source.id} to {target.id}.")
    if source == target or source.guild != target.guild:
        raise BankError(f"Coins cannot be moved from {source.id} to {target.id}.")


async def _was_moved(db: AsyncConnection, key: str, facts: Facts) -> bool:
    columns = movements.c
    wanted = select(columns.source, columns.target, columns.amount, columns.reason, columns.table_id)
    earlier = (await db.execute(wanted.where(columns.key == key))).one_or_none()
    if earlier is None:
        return False
    if tuple(earlier) != facts:
        raise KeyReusedError(f"The key {key} stands for {tuple(earlier)} and was given for {facts}.")
    return True


def _check_stays(account: Account, balance: int, change: int) -> None:
    if not account.may_hold(balance + change):
        raise OverdrawnError(f"{account.id} holds {balance} coins, which {change:+} would take past zero.")
