"""Coins out of a race's pools to many people at once: a few statements, however many bets there are."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Label,
    Select,
    Table,
    Text,
    and_,
    case,
    cast,
    false,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)

from bot.bank.accounts import Account, AccountKind, marker_of, tote_pool
from bot.bank.ledger import Journal, Memo, Reason
from bot.bank.tote.dividends import STEPS, Dividends
from bot.bank.tote.pools import Pool
from bot.bank.wallets import repay as repaid_by
from bot.db.schema import accounts, movements, tote_bets, tote_sums

Paid = Mapping[Pool, Dividends]
"""What every pool of a race pays."""

_ENTERED = ("key", "source", "target", "amount", "reason", "at")

SUMMED_UP = and_(
    *(tote_sums.c[name] == tote_bets.c[name] for name in ("table_id", "race", "pool", "combination"))
)
"""Tells the sum in which a bet is counted, which bears the dividend."""

AT_ONCE = 500
"""How many pay back what they owe in one statement."""


class Returned(StrEnum):
    """Why a stake went back."""

    SEATED = "seated"
    """Whoever had bet took a seat, before the race."""
    SCRATCHED = "scratched"
    """A horse of the bet did not start."""
    TOO_FEW = "too_few"
    """Fewer than two people play."""
    NOT_RUN = "not_run"
    """The race was not run to its end, and its order was level in front or unknown."""
    NO_WINNER = "no_winner"
    """Nobody in the pool has won."""
    MINUS_POOL = "minus_pool"
    """The race was broken off, and the pool held less than its winners' stakes."""


class Race(NamedTuple):
    """A race of a table, as the tote knows it."""

    guild: int
    table: str
    number: int
    """From 1 through the whole game."""

    def account(self, pool: str) -> Account:
        """Name the account of the stakes in one of its pools."""
        return tote_pool(self.guild, self.table, self.number, pool)

    def rows(self, of: Table) -> ColumnElement[bool]:
        """Tell its rows in one of the tote's tables."""
        return and_(of.c.table_id == self.table, of.c.race == self.number)

    @property
    def bets(self) -> ColumnElement[bool]:
        """Tell its bets that are still in their pools."""
        return self.rows(tote_bets) & tote_bets.c.returned.is_(False)


def due(race: Race, paid: Paid) -> Select[Any]:
    """Select what everybody is due of each pool of a race that pays so, a row a person and a pool.

    A row's `first` is the number of its first bet. Who is forgotten is due nothing: that stays in the pool.
    """
    those = or_(*(which for which, _ in _shares(paid)), false())
    return _summed(func.sum(_brought(paid))).where(race.bets, those)


def _shares(paid: Paid) -> list[tuple[ColumnElement[bool], ColumnElement[int]]]:
    """Tell the bets to which something is paid, each with the coins that it is.

    The few combinations that have won are named one by one, and not looked up for every bet: how many bets there are
    PostgreSQL does not know when it plans that.
    """
    stake, pool = tote_bets.c.stake, tote_bets.c.pool
    back = [(pool == of, stake) for of, each in paid.items() if each.is_refunded]
    # A bet is paid in whole coins: what its twentieths come to beyond them is left in the pool.
    won = [
        (and_(pool == of, tote_bets.c.combination == combination), stake * dividend // STEPS)
        for of, each in paid.items()
        for combination, dividend in each.paid.items()
    ]
    return back + won


def _brought(paid: Paid) -> ColumnElement[int]:
    """Say what a bet is paid, in coins."""
    shares = _shares(paid)
    return case(*shares, else_=literal(0, BigInteger)) if shares else literal(0, BigInteger)


def staked(race: Race, which: ColumnElement[bool]) -> Select[Any]:
    """Select what everybody has staked on each pool of a race with some of its bets, as `due` does."""
    return _summed(func.sum(tote_bets.c.stake)).where(race.bets, which)


def _amount_of(summed: Select[Any]) -> ColumnElement[int]:
    labelled = summed.selected_columns["amount"]
    assert isinstance(labelled, Label)
    return labelled.element


def _summed(amount: ColumnElement[int]) -> Select[Any]:
    return (
        select(
            tote_bets.c.pool,
            tote_bets.c.user_id,
            cast(amount, BigInteger).label("amount"),
            func.min(tote_bets.c.bet_id).label("first"),
        )
        .select_from(tote_bets)
        .where(tote_bets.c.user_id.is_not(None))
        .group_by(tote_bets.c.pool, tote_bets.c.user_id)
    )


def profits(race: Race, paid: Paid) -> Select[tuple[str, int | None, int]]:
    """Select by pool what a race that pays so brings everybody: coins paid less coins bet. Refunded pools are left out.

    Who is forgotten has lost their stakes, since what those win is the house's.
    """
    brought = case((tote_bets.c.user_id.is_(None), 0), else_=_brought(paid))
    profit = cast(func.sum(brought - tote_bets.c.stake), BigInteger)
    kept = tote_bets.c.pool.not_in([str(pool) for pool, each in paid.items() if each.is_refunded])
    return (
        select(tote_bets.c.pool, tote_bets.c.user_id, profit.label("profit"))
        .where(race.bets, kept)
        .group_by(tote_bets.c.pool, tote_bets.c.user_id)
    )


def totals(db: Connection, owed: Select[Any]) -> Mapping[Pool, int]:
    """Return how many coins `owed` selects of each pool."""
    those = owed.subquery("owed")
    found = db.execute(select(those.c.pool, func.sum(those.c.amount)).group_by(those.c.pool))
    return {Pool(pool): int(amount) for pool, amount in found}


def pay(
    db: Connection,
    race: Race,
    owed: Select[Any],
    reasons: Mapping[Pool, Reason],
    in_all: Mapping[Pool, int],
    now: int,
) -> None:
    """Pay out of the pools what `owed` selects, which is so much of each `in_all`; `reasons` says why for each."""
    those = owed.having(_amount_of(owed) > 0).subquery("owed")
    home = literal(f"{AccountKind.WALLET}:{race.guild}:", Text) + cast(those.c.user_id, Text)
    rows = select(
        literal(f"tote:{race.table}:{race.number}:", Text) + cast(those.c.first, Text),
        literal(race.account("").id, Text) + those.c.pool,
        home,
        those.c.amount,
        case({str(pool): literal(str(reason), Text) for pool, reason in reasons.items()}, value=those.c.pool),
        literal(now, BigInteger),
    )
    db.execute(insert(movements).from_select(_ENTERED, rows))
    each = (
        select(home.label("account_id"), cast(func.sum(those.c.amount), BigInteger).label("amount"))
        .group_by(those.c.user_id)
        .subquery("paid")
    )
    mine = accounts.c.account_id == each.c.account_id
    db.execute(update(accounts).where(mine).values(balance=accounts.c.balance + each.c.amount))
    gone = {race.account(pool).id: amount for pool, amount in in_all.items()}
    left = accounts.c.balance - case(
        {account: literal(amount, BigInteger) for account, amount in gone.items()},
        value=accounts.c.account_id,
    )
    db.execute(update(accounts).where(accounts.c.account_id.in_([*gone])).values(balance=left))


def repay(db: Connection, race: Race, now: int) -> None:
    """Have those who have won on a race pay back out of it what they owe the house, as far as that goes."""
    won = (
        select(
            movements.c.target,
            cast(func.sum(movements.c.amount), BigInteger).label("amount"),
            func.min(movements.c.key).label("key"),
        )
        .where(movements.c.source.in_([race.account(pool).id for pool in Pool]))
        .where(movements.c.reason == Reason.DIVIDEND)
        .group_by(movements.c.target)
        .subquery("won")
    )
    after = len(f"{AccountKind.WALLET}:") + 1
    marker = literal(f"{AccountKind.MARKER}:", Text) + func.substr(won.c.target, after)
    owing = (accounts.c.account_id == marker) & (accounts.c.balance < 0)
    found = db.execute(select(won).select_from(won.join(accounts, owing)).order_by(won.c.target))
    owing_them = found.all()
    for start in range(0, len(owing_them), AT_ONCE):
        some = owing_them[start : start + AT_ONCE]
        homes = [Account.of(row.target) for row in some]
        journal = Journal.begin(db, [*homes, *map(marker_of, homes)], {})
        for home, row in zip(homes, some, strict=True):
            repaid_by(journal, home, int(row.amount), Memo(row.key, Reason.DIVIDEND, now))
        journal.write()
