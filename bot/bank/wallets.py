"""A user's money: a wallet to pay from and, when it does not suffice, a marker that says what is owed."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.bank.accounts import Account, balance_of, house, marker_of
from bot.bank.ledger import Memo, Reason, is_used, move, opened
from bot.store.locks import Lock, hold


async def charge(db: AsyncConnection, wallet: Account, target: Account, amount: int, memo: Memo) -> bool:
    """Take coins out of a wallet; what is missing there the house lends against a marker.

    Returns False, and moves nothing, if the memo's key did just this before. Raises like `move`.
    """
    missing = amount - await opened(db, wallet, memo.now)
    if missing > 0 and not await is_used(db, memo.key):
        await move(db, marker_of(wallet), wallet, missing, memo.beside(Reason.LOAN))
    return await move(db, wallet, target, amount, memo)


async def credit(db: AsyncConnection, source: Account, wallet: Account, amount: int, memo: Memo) -> bool:
    """Pay coins into a wallet, and out of it what its owner owes the house, as far as it goes.

    Returns False, and moves nothing, if the memo's key did just this before. Raises like `move`.
    """
    if not await move(db, source, wallet, amount, memo):
        return False
    await repay(db, wallet, await opened(db, wallet, memo.now), memo)
    return True


async def repay(db: AsyncConnection, wallet: Account, at_most: int, memo: Memo) -> None:
    """Pay back what is owed, up to `at_most` coins, which the wallet has to hold."""
    owed = -await opened(db, marker_of(wallet), memo.now)
    if amount := min(owed, at_most):
        await move(db, wallet, marker_of(wallet), amount, memo.beside(Reason.REPAYMENT))


async def close(db: AsyncConnection, wallet: Account, memo: Memo) -> None:
    """Give what a wallet holds to the house, and write off what its owner owes; an empty one stays as it is."""
    await hold(db, Lock.BOOKS, wallet.guild)
    bank = house(wallet.guild)
    if held := await balance_of(db, wallet):
        await move(db, wallet, bank, held, memo)
    if owed := await balance_of(db, marker_of(wallet)):
        await move(db, bank, marker_of(wallet), -owed, memo.beside(Reason.WRITE_OFF))
