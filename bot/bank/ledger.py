"""The ledger: every coin that ever moved, one row from one account to another.

A movement carries a key that says what it is for ("seat 2 of table x buys in"). The same key never moves
coins twice, so whoever is not sure whether a step was done does it again.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, TypeAlias

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.bank.accounts import Account, AccountKind, balance_of, house, open_with
from bot.store.locks import Lock, hold
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


class BankError(Exception):
    """The bank refused a mistake of the caller. Let it undo the transaction: other steps of it may be done."""


class KeyReusedError(BankError):
    """A key that already stands for one thing was given for another."""


class OverdrawnError(BankError):
    """A movement would take a wallet or an escrow below zero, or a marker above it."""


class SettledError(BankError):
    """A table's money was already dealt with in the other way."""


class Reason(StrEnum):
    """Why coins moved."""

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

    def beside(self, reason: Reason) -> Memo:
        """Return the memo of what moves with it: a loan for it, a repayment out of it, a debt that ends with it."""
        return self._replace(key=f"{self.key}:{reason}", reason=reason)


async def move(db: AsyncConnection, source: Account, target: Account, amount: int, memo: Memo) -> bool:
    """Move `amount` coins (at least 1) from one account to another of the same guild.

    Returns False, and moves nothing, if the memo's key did just this before. Accounts are opened as needed.
    Raises `KeyReusedError` if the key stands for other facts, `OverdrawnError` if an account would come to
    stand on the wrong side of zero, `BankError` for what is no movement at all.
    """
    if amount <= 0 or source == target or source.guild != target.guild:
        raise BankError(f"{amount} coins cannot be moved from {source.id} to {target.id}.")
    await hold(db, Lock.BOOKS, source.guild)
    if await _was_moved(db, memo.key, (source.id, target.id, amount, memo.reason, memo.table_id)):
        return False
    changes = {source: -amount, target: amount}
    for account, change in changes.items():
        balance = await opened(db, account, memo.now)
        if not account.may_hold(balance + change):
            raise OverdrawnError(
                f"{account.id} holds {balance} coins, which {change:+} would take past zero."
            )
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
    await hold(db, Lock.BOOKS, account.guild)
    balance = await balance_of(db, account)
    if balance is not None:
        return balance
    await open_with(db, account, 0)
    if account.kind is not AccountKind.WALLET:
        return 0
    memo = Memo(opening_key(account), Reason.OPENING, now)
    await move(db, house(account.guild), account, OPENING, memo)
    return OPENING


def opening_key(wallet: Account) -> str:
    """Return the key of a wallet's first coins, the only one that names a person."""
    return f"open:{wallet.guild}:{wallet.owner}"


async def _was_moved(db: AsyncConnection, key: str, facts: Facts) -> bool:
    columns = movements.c
    wanted = select(columns.source, columns.target, columns.amount, columns.reason, columns.table_id)
    earlier = (await db.execute(wanted.where(columns.key == key))).one_or_none()
    if earlier is None:
        return False
    if tuple(earlier) != facts:
        raise KeyReusedError(f"The key {key} stands for {tuple(earlier)} and was given for {facts}.")
    return True
