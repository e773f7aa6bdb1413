"""Checking the books: balances against the ledger, pools against bets, the rules no coin may break."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, Self

from sqlalchemy import (
    BigInteger,
    BindParameter,
    ColumnElement,
    Connection,
    Select,
    Subquery,
    Text,
    and_,
    bindparam,
    cast,
    func,
    literal,
    or_,
    select,
    text,
    true,
    union_all,
)

from bot.bank.accounts import AccountKind
from bot.db.schema import UNSETTLED, accounts, movements, tables, tote_bets, tote_races, tote_sums

_PART = literal(10**9, BigInteger)
"""Coins that are added up apart from what is beyond them."""

_RACE = and_(tote_races.c.table_id == tote_sums.c.table_id, tote_races.c.race == tote_sums.c.race)
"""Tells the race of a sum."""

GUILD: Final[BindParameter[int]] = bindparam("guild", type_=BigInteger)
"""The guild whose books are looked at, in statements that are the same for every guild."""


class Which(NamedTuple):
    """Whose books are looked at: those of `GUILD`, or all."""

    is_one: bool

    def has(self, guild: ColumnElement[int]) -> ColumnElement[bool]:
        """Tell rows of theirs by the column that names a guild."""
        return guild == GUILD if self.is_one else true()


class Check(NamedTuple):
    """Finds mistakes in the books of one guild, or of all."""

    of_one: Select[Any]
    of_all: Select[Any]
    sentence: str
    """What is said of each, with the columns of its row by their names."""

    @classmethod
    def build(cls, wanted: Callable[[Which], Select[Any]], sentence: str) -> Self:
        """Build one from what selects the mistakes where it is told whose books are meant."""
        return cls(wanted(Which(is_one=True)), wanted(Which(is_one=False)), sentence)

    def problems(self, db: Connection, guild: int | None) -> list[str]:
        """Return what is wrong in the books of a guild, or of all (None), a sentence each."""
        wanted = self.of_all if guild is None else self.of_one
        return [self.sentence.format_map(row) for row in db.execute(wanted, {"guild": guild}).mappings()]


def audit(db: Connection, guild: int | None = None) -> list[str]:
    """Return what is wrong with the books, or those of one guild, a sentence each; an empty list if all is well.

    Every balance and pool is worked out anew, so this takes time in proportion to the ledger.
    """
    return [problem for check in _CHECKS for problem in check.problems(db, guild)]


def guilds(db: Connection) -> list[int]:
    """Return every guild that has books."""
    return list(db.scalars(select(accounts.c.guild_id).distinct().order_by(accounts.c.guild_id)))


def _ends(column: ColumnElement[str], which: Which) -> ColumnElement[bool]:
    """Tell movements with an end in a guild; where all are meant nobody looks their accounts up."""
    theirs = select(accounts.c.account_id).where(which.has(accounts.c.guild_id))
    return column.in_(theirs) if which.is_one else true()


def _wrong_balances(which: Which) -> Select[Any]:
    changes = union_all(
        select(movements.c.target.label("account_id"), movements.c.amount.label("change")).where(
            _ends(movements.c.target, which)
        ),
        select(movements.c.source, -movements.c.amount).where(_ends(movements.c.source, which)),
    ).subquery("changes")
    totals = (
        select(changes.c.account_id, _sum(changes.c.change).label("total"))
        .group_by(changes.c.account_id)
        .subquery("totals")
    )
    total = func.coalesce(totals.c.total, 0)
    return (
        select(accounts.c.account_id, accounts.c.balance, total.label("total"))
        .outerjoin(totals, totals.c.account_id == accounts.c.account_id)
        .where(accounts.c.balance != total, which.has(accounts.c.guild_id))
    )


def _sum(change: ColumnElement[int]) -> ColumnElement[int]:
    """Add up in two parts: however often coins went to and fro, nothing on the way is more than a database counts."""
    return func.sum(change // _PART) * _PART + func.sum(change % _PART)


def _wrong_total(which: Which) -> Select[Any]:
    total = func.sum(accounts.c.balance).label("total")
    each = (
        select(accounts.c.guild_id, total).where(which.has(accounts.c.guild_id)).group_by(accounts.c.guild_id)
    )
    return each.having(total != 0)


def _wrong_sides(which: Which) -> Select[Any]:
    never_below = accounts.c.kind.in_([AccountKind.WALLET, AccountKind.ESCROW, AccountKind.TOTE])
    below = never_below & (accounts.c.balance < 0)
    above = (accounts.c.kind == AccountKind.MARKER) & (accounts.c.balance > 0)
    found = select(accounts.c.account_id, accounts.c.balance)
    return found.where(or_(below, above), which.has(accounts.c.guild_id))


def _foreign_movements(which: Which) -> Select[Any]:
    sources, targets = accounts.alias("sources"), accounts.alias("targets")
    return (
        select(movements.c.key)
        .join(sources, sources.c.account_id == movements.c.source)
        .join(targets, targets.c.account_id == movements.c.target)
        .where(sources.c.guild_id != targets.c.guild_id, _ends(movements.c.source, which))
    )


def _stranded_escrows(which: Which) -> Select[Any]:
    status = func.coalesce(tables.c.status, literal("missing"))
    is_stranded = (accounts.c.kind == AccountKind.ESCROW, accounts.c.balance != 0, status != "running")
    return (
        select(accounts.c.account_id, accounts.c.balance, status.label("status"))
        .outerjoin(tables, tables.c.table_id == accounts.c.owner)
        .where(*is_stranded, which.has(accounts.c.guild_id))
    )


def _wrong_combinations(which: Which) -> Select[Any]:
    """Find combinations whose sum is not that of their bets."""
    named = ("table_id", "race", "pool", "combination")
    bet = (
        select(*(tote_bets.c[name] for name in named), func.sum(tote_bets.c.stake).label("stake"))
        .where(tote_bets.c.returned.is_(False))
        .group_by(*(tote_bets.c[name] for name in named))
        .subquery("bet")
    )
    same = and_(*(bet.c[name] == tote_sums.c[name] for name in named))
    staked = func.coalesce(bet.c.stake, 0)
    told = (tote_sums.c.table_id, tote_sums.c.race, tote_sums.c.pool, tote_sums.c.stake)
    return (
        select(*told, staked.label("staked"))
        .join(tote_races, _RACE)
        .outerjoin(bet, same)
        .where(tote_sums.c.stake != staked, which.has(tote_races.c.guild_id))
    )


def _open_pools(which: Which) -> Subquery:
    """Select what is bet in the pools of races that are still to be settled, by their accounts."""
    account = (
        literal(f"{AccountKind.TOTE}:", Text)
        + cast(tote_races.c.guild_id, Text)
        + ":"
        + tote_races.c.table_id
        + ":"
        + cast(tote_races.c.race, Text)
        + ":"
        + tote_sums.c.pool
    )
    return (
        select(account.label("account_id"), func.sum(tote_sums.c.stake).label("staked"))
        .select_from(tote_sums.join(tote_races, _RACE))
        .where(text(UNSETTLED), which.has(tote_races.c.guild_id))
        .group_by(tote_races.c.guild_id, tote_races.c.table_id, tote_races.c.race, tote_sums.c.pool)
        .subquery("open_pools")
    )


def _wrong_pools(which: Which) -> Select[Any]:
    """Find pools that hold other coins than are bet, and any of races that are over."""
    pools = _open_pools(which)
    staked = func.coalesce(pools.c.staked, 0)
    is_wrong = (accounts.c.kind == AccountKind.TOTE, accounts.c.balance != staked)
    return (
        select(accounts.c.account_id, accounts.c.balance, staked.label("staked"))
        .outerjoin(pools, pools.c.account_id == accounts.c.account_id)
        .where(*is_wrong, which.has(accounts.c.guild_id))
    )


def _missing_pools(which: Which) -> Select[Any]:
    """Find pools in which something is bet, and that have no account."""
    pools = _open_pools(which)
    return (
        select(pools.c.account_id, pools.c.staked)
        .outerjoin(accounts, pools.c.account_id == accounts.c.account_id)
        .where(accounts.c.account_id.is_(None), pools.c.staked != 0)
    )


_CHECKS = [
    Check.build(_wrong_balances, "{account_id} holds {balance} coins, but its movements add up to {total}."),
    Check.build(_wrong_total, "The balances of guild {guild_id} add up to {total} coins instead of 0."),
    Check.build(_wrong_sides, "{account_id} holds {balance} coins, on the wrong side of zero."),
    Check.build(_foreign_movements, "Movement {key} crosses from one guild to another."),
    Check.build(_stranded_escrows, "{account_id} holds {balance} coins, but the table is {status}."),
    Check.build(
        _wrong_combinations,
        "{pool} of race {race} at table {table_id} counts {stake} coins on a combination, "
        "but its bets add up to {staked}.",
    ),
    Check.build(_wrong_pools, "{account_id} holds {balance} coins, but {staked} are bet."),
    Check.build(_missing_pools, "{account_id} is not there, but {staked} coins are bet."),
]
