"""Checking the books: balances against the ledger, sums and ratings against results, the rules no coin may break."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Select,
    func,
    literal,
    or_,
    select,
    true,
    union_all,
)

from bot.bank.accounts import AccountKind
from bot.bank.check import Check, Which
from bot.bank.standings.checking import wrong_standings
from bot.bank.standings.worth import wrong_worths
from bot.bank.tote.checking import wrong_pools
from bot.db.schema import accounts, movements, tables

_PART = literal(10**9, BigInteger)
"""Coins that are added up apart from what is beyond them."""


def audit(db: Connection, guild: int | None = None) -> list[str]:
    """Return what is wrong with the books, or those of one guild, a sentence each; an empty list if all is well.

    Every balance, sum and rating is worked out anew, so this takes time in proportion to the ledger.
    """
    return [
        *[problem for check in _CHECKS for problem in check.problems(db, guild)],
        *wrong_pools(db, guild),
        *wrong_standings(db, guild),
        *wrong_worths(db, guild),
    ]


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


def _wrong_sum(which: Which) -> Select[Any]:
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


_CHECKS = [
    Check.build(_wrong_balances, "{account_id} holds {balance} coins, but its movements add up to {total}."),
    Check.build(_wrong_sum, "The balances of guild {guild_id} add up to {total} coins instead of 0."),
    Check.build(_wrong_sides, "{account_id} holds {balance} coins, on the wrong side of zero."),
    Check.build(_foreign_movements, "Movement {key} crosses from one guild to another."),
    Check.build(_stranded_escrows, "{account_id} holds {balance} coins, but the table is {status}."),
]
