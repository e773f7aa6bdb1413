"""A user's money: a wallet to pay from and, when it does not suffice, a marker that says what is owed."""

from __future__ import annotations

from sqlalchemy import Connection

from bot.bank.accounts import Account, house, marker_of
from bot.bank.ledger import Journal, Memo, Reason, single


def charged(journal: Journal, wallet: Account, target: Account, amount: int, memo: Memo) -> bool:
    """Take coins out of a wallet; what is missing there the house lends against a marker.

    Returns False, and moves nothing, if the memo's key did just this before. Raises like `Journal.move`.
    """
    missing = amount - journal.opened(wallet, memo.now)
    if missing > 0 and not journal.is_used(memo.key):
        journal.move(marker_of(wallet), wallet, missing, memo.beside(Reason.LOAN))
    return journal.move(wallet, target, amount, memo)


def credited(journal: Journal, source: Account, wallet: Account, amount: int, memo: Memo) -> bool:
    """Pay coins into a wallet, and out of it what its owner owes the house, as far as it goes.

    Returns False, and moves nothing, if the memo's key did just this before. Raises like `Journal.move`.
    """
    if not journal.move(source, wallet, amount, memo):
        return False
    repay(journal, wallet, journal.balance(wallet), memo)
    return True


def keys_of_credit(memo: Memo) -> tuple[str, str]:
    """Return the keys that `credited` may use, which the journal has to know."""
    return memo.key, memo.beside(Reason.REPAYMENT).key


def repaid_of(journal: Journal, memo: Memo) -> int:
    """Return how many coins of what was credited went on to the house for what was owed."""
    back = journal.known.get(memo.beside(Reason.REPAYMENT).key)
    return back.amount if back else 0


def repay(journal: Journal, wallet: Account, at_most: int, memo: Memo) -> None:
    """Pay back what is owed, up to `at_most` coins, which the wallet has to hold."""
    owed = -journal.balance(marker_of(wallet))
    if amount := min(owed, at_most):
        journal.move(wallet, marker_of(wallet), amount, memo.beside(Reason.REPAYMENT))


def given_up(journal: Journal, wallet: Account, memo: Memo) -> None:
    """Give what a wallet holds to the house, and write off what its owner owes; an empty one stays as it is."""
    bank = house(wallet.guild)
    if held := journal.balance(wallet):
        journal.move(wallet, bank, held, memo)
    if owed := journal.balance(marker_of(wallet)):
        journal.move(bank, marker_of(wallet), -owed, memo.beside(Reason.WRITE_OFF))


def close(db: Connection, wallet: Account, memo: Memo) -> None:
    """Do what `given_up` does, alone."""
    touched = wallet, marker_of(wallet)
    journal = single(db, touched, memo.key, memo.beside(Reason.WRITE_OFF).key)
    given_up(journal, wallet, memo)
    journal.write()
