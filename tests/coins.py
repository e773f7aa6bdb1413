"""One movement of a wallet in a step of its own, as no command makes it: what the bank's tests begin with."""

from __future__ import annotations

from sqlalchemy import Connection

from bot.bank.accounts import Account, marker_of
from bot.bank.ledger import Memo, Reason, single
from bot.bank.wallets import charged, credited, keys_of_credit


def charge(db: Connection, wallet: Account, target: Account, amount: int, memo: Memo) -> bool:
    """Do what `charged` does, alone."""
    touched = wallet, marker_of(wallet), target
    journal = single(db, touched, memo.key, memo.beside(Reason.LOAN).key)
    is_moved = charged(journal, wallet, target, amount, memo)
    journal.write()
    return is_moved


def credit(db: Connection, source: Account, wallet: Account, amount: int, memo: Memo) -> bool:
    """Do what `credited` does, alone."""
    touched = source, wallet, marker_of(wallet)
    journal = single(db, touched, *keys_of_credit(memo))
    is_moved = credited(journal, source, wallet, amount, memo)
    journal.write()
    return is_moved
