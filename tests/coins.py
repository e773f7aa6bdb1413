"""One movement of a wallet in a step of its own, as no command makes it: what the bank's tests begin with."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.bank.accounts import Account, marker_of
from bot.bank.ledger import Memo, Reason, single
from bot.bank.wallets import charged, credited, keys_of_credit


async def charge(db: AsyncConnection, wallet: Account, target: Account, amount: int, memo: Memo) -> bool:
    """Do what `charged` does, alone."""
    touched = wallet, marker_of(wallet), target
    journal = await single(db, touched, memo.key, memo.beside(Reason.LOAN).key)
    is_moved = charged(journal, wallet, target, amount, memo)
    await journal.write()
    return is_moved


async def credit(db: AsyncConnection, source: Account, wallet: Account, amount: int, memo: Memo) -> bool:
    """Do what `credited` does, alone."""
    touched = source, wallet, marker_of(wallet)
    journal = await single(db, touched, *keys_of_credit(memo))
    is_moved = credited(journal, source, wallet, amount, memo)
    await journal.write()
    return is_moved
