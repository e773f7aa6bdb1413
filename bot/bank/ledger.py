"""The ledger: every coin that ever moved, one row from one account to another.

A movement carries a key that says what it is for ("seat 2 of table x buys in"). The same key never moves
coins twice, so whoever is not sure whether a step was done does it again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, ColumnElement, Connection, case, insert, literal, select, update

from bot.bank.accounts import Account, AccountKind, balances_of, house
from bot.db.locks import Lock, hold
from bot.db.schema import accounts, movements


class Facts(NamedTuple):
    """What a key stands for."""

    source: str
    target: str
    amount: int
    reason: str
    table_id: str | None


OPENING = 5000
"""Coins a wallet holds when it is first used."""

_AT_ONCE = 8
"""Balances are changed by so many, or a multiple of that, in one statement: there are few forms of it to compile."""

_ENTER = insert(movements).returning(movements.c.movement_id)
_OPEN = insert(accounts).returning(accounts.c.account_id)
"""Several rows are one statement where something is returned of them."""


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
    BET = "bet"
    """Wallet to tote: the stake of a bet."""
    BET_RETURNED = "bet_returned"
    """Tote to wallet: a stake that is taken out of its pool before the race."""
    DIVIDEND = "dividend"
    """Tote to wallet: what bets of a pool have won."""
    REFUND = "refund"
    """Tote to wallet: the stakes of a pool that nobody has won, or of a race that was not run."""
    MINUS_POOL = "minus_pool"
    """House to tote: the least dividend comes to more than the pool holds."""
    TAKEOUT = "takeout"
    """Tote to house: takeout and breakage, and whatever else is not paid."""
    GIFT = "gift"
    """Wallet to wallet: given by one person to another."""
    STIPEND = "stipend"
    """House to wallet: the coins of the day."""
    GRANT = "grant"
    """House to wallet: by who manages the server."""
    TAKE = "take"
    """Wallet to house: by who manages the server."""
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


class Journal:
    """Movements of one guild that are made together: what they need is read at once, and they are written at once.

    In between nobody else moves coins of the guild, and nothing is asked of the database. Its methods raise
    `KeyReusedError` if a key stands for other facts, `OverdrawnError` if an account would come to stand on the wrong
    side of zero, `BankError` for what is no movement at all.
    """

    def __init__(
        self, db: Connection, balances: Mapping[Account, int | None], known: Mapping[str, Facts]
    ) -> None:
        self._db = db
        self._before = balances
        self._balances = dict(balances)
        self.known = dict(known)
        """What keys stand for, with what was moved."""
        self._rows: list[dict[str, Any]] = []

    @classmethod
    def begin(cls, db: Connection, touched: Collection[Account], known: Mapping[str, Facts]) -> Journal:
        """Begin one that may touch some accounts of a guild; `known` is what the keys stand for that it may use."""
        houses = {house(account.guild) for account in touched}  # where the first coins come from
        return cls(db, balances_of(db, {*touched, *houses}), known)

    def balance(self, account: Account) -> int:
        """Return what an account holds by now; nothing if it was never opened."""
        return self._balances[account] or 0

    def opened(self, account: Account, now: int) -> int:
        """Return an account's balance and open it if it is new: a wallet with `OPENING` coins of the house."""
        balance = self._balances[account]
        if balance is not None:
            return balance
        self._balances[account] = 0
        if account.kind is AccountKind.WALLET:
            memo = Memo(opening_key(account), Reason.OPENING, now)
            self.move(house(account.guild), account, OPENING, memo)
        return self.balance(account)

    def is_used(self, key: str) -> bool:
        """Whether a key stands for a movement."""
        return key in self.known

    def move(self, source: Account, target: Account, amount: int, memo: Memo) -> bool:
        """Move `amount` coins (at least 1) from one account to another of the same guild; they are opened as needed.

        Returns False, and moves nothing, if the memo's key did just this before.
        """
        if amount <= 0 or source == target or source.guild != target.guild:
            raise BankError(f"{amount} coins cannot be moved from {source.id} to {target.id}.")
        facts = Facts(source.id, target.id, amount, memo.reason, memo.table_id)
        if self._was_moved(memo.key, facts):
            return False
        for account, change in ((source, -amount), (target, amount)):
            balance = self.opened(account, memo.now)
            if not account.may_hold(balance + change):
                raise OverdrawnError(
                    f"{account.id} holds {balance} coins, which {change:+} would take past zero."
                )
        for account, change in ((source, -amount), (target, amount)):
            self._balances[account] = self.balance(account) + change
        self.known[memo.key] = facts
        self._rows.append({**facts._asdict(), "key": memo.key, "at": memo.now})
        return True

    def _was_moved(self, key: str, facts: Facts) -> bool:
        earlier = self.known.get(key)
        if earlier is not None and earlier != facts:
            raise KeyReusedError(
                f"The key {key} stands for {tuple(earlier)} and was given for {tuple(facts)}."
            )
        return earlier is not None

    def write(self) -> None:
        """Write down what was moved."""
        changes = {
            account: balance - (self._before[account] or 0)
            for account, balance in self._balances.items()
            if balance is not None and balance != self._before[account]
        }
        if new := [account for account in changes if self._before[account] is None]:
            self._db.execute(_OPEN, [account.row(0) for account in new])
        moved = {account.id: change for account, change in changes.items() if change}
        if moved:
            self._db.execute(_shift(moved))
        if self._rows:
            self._db.execute(_ENTER, self._rows)


def _shift(changes: Mapping[str, int]) -> Any:
    """Change several balances in one statement."""
    none = {f"-{number}": 0 for number in range(-len(changes) % _AT_ONCE)}
    by_account = {account: literal(change, BigInteger) for account, change in {**changes, **none}.items()}
    mine = accounts.c.account_id.in_(sorted(changes))
    change = case(by_account, value=accounts.c.account_id, else_=0)
    return update(accounts).where(mine).values(balance=accounts.c.balance + change)


def moved(db: Connection, which: ColumnElement[bool]) -> dict[str, Facts]:
    """Return what some movements were, by their keys."""
    wanted = select(movements.c.key, *(movements.c[name] for name in Facts._fields)).where(which)
    return {key: Facts(*facts) for key, *facts in db.execute(wanted)}


def move(db: Connection, source: Account, target: Account, amount: int, memo: Memo) -> bool:
    """Make one movement, as `Journal.move` does."""
    journal = single(db, (source, target), memo.key)
    is_moved = journal.move(source, target, amount, memo)
    journal.write()
    return is_moved


def single(db: Connection, touched: Collection[Account], *keys: str) -> Journal:
    """Begin a journal for these accounts, whose movements have these keys."""
    for guild in sorted({account.guild for account in touched}):
        hold(db, Lock.BOOKS, guild)
    return Journal.begin(db, touched, moved(db, movements.c.key.in_(keys)))


def opening_key(wallet: Account) -> str:
    """Return the key of a wallet's first coins, the only one that names a person."""
    return f"open:{wallet.guild}:{wallet.owner}"
