"""Checking the books: balances against the ledger, sums and ratings against results, the rules no coin may break."""

from __future__ import annotations

from sqlalchemy import BigInteger, ColumnElement, func, literal, or_, select, true, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.bank.accounts import AccountKind
from bot.bank.standings.checking import wrong_standings
from bot.bank.standings.worth import wrong_worths
from bot.bank.tote.checking import wrong_pools
from bot.store.schema import accounts, movements, tables

_PART = literal(10**9, BigInteger)
"""Coins that are added up apart from what is beyond them."""


async def audit(db: AsyncConnection, guild: int | None = None) -> list[str]:
    """Return what is wrong with the books, or those of one guild, a sentence each; an empty list if all is well.

    Every balance, sum and rating is worked out anew, so this takes time in proportion to the ledger.
    """
    return [
        *await _wrong_balances(db, guild),
        *await _wrong_sum(db, guild),
        *await _wrong_sides(db, guild),
        *await _foreign_movements(db, guild),
        *await _stranded_escrows(db, guild),
        *await wrong_pools(db, guild),
        *await wrong_standings(db, guild),
        *await wrong_worths(db, guild),
    ]


async def guilds(db: AsyncConnection) -> list[int]:
    """Return every guild that has books."""
    return list(await db.scalars(select(accounts.c.guild_id).distinct().order_by(accounts.c.guild_id)))


def _of(guild: int | None) -> ColumnElement[bool]:
    return true() if guild is None else accounts.c.guild_id == guild


def _ends(column: ColumnElement[str], guild: int | None) -> ColumnElement[bool]:
    """Tell movements with an end in a guild."""
    return true() if guild is None else column.in_(select(accounts.c.account_id).where(_of(guild)))


async def _wrong_balances(db: AsyncConnection, guild: int | None) -> list[str]:
    changes = union_all(
        select(movements.c.target.label("account_id"), movements.c.amount.label("change")).where(
            _ends(movements.c.target, guild)
        ),
        select(movements.c.source, -movements.c.amount).where(_ends(movements.c.source, guild)),
    ).subquery("changes")
    totals = (
        select(changes.c.account_id, _sum(changes.c.change).label("total"))
        .group_by(changes.c.account_id)
        .subquery("totals")
    )
    total = func.coalesce(totals.c.total, 0)
    wrong = (
        select(accounts.c.account_id, accounts.c.balance, total.label("total"))
        .outerjoin(totals, totals.c.account_id == accounts.c.account_id)
        .where(accounts.c.balance != total, _of(guild))
    )
    return [
        f"{row.account_id} holds {row.balance} coins, but its movements add up to {row.total}."
        for row in await db.execute(wrong)
    ]


def _sum(change: ColumnElement[int]) -> ColumnElement[int]:
    """Add up in two parts: however often coins went to and fro, nothing on the way is more than a database counts."""
    return func.sum(change // _PART) * _PART + func.sum(change % _PART)


async def _wrong_sum(db: AsyncConnection, guild: int | None) -> list[str]:
    total = func.sum(accounts.c.balance).label("total")
    uneven = (
        select(accounts.c.guild_id, total).where(_of(guild)).group_by(accounts.c.guild_id).having(total != 0)
    )
    return [
        f"The balances of guild {row.guild_id} add up to {row.total} coins instead of 0."
        for row in await db.execute(uneven)
    ]


async def _wrong_sides(db: AsyncConnection, guild: int | None) -> list[str]:
    below = accounts.c.kind.in_([AccountKind.WALLET, AccountKind.ESCROW, AccountKind.TOTE]) & (
        accounts.c.balance < 0
    )
    above = (accounts.c.kind == AccountKind.MARKER) & (accounts.c.balance > 0)
    wrong = select(accounts.c.account_id, accounts.c.balance).where(or_(below, above), _of(guild))
    return [
        f"{row.account_id} holds {row.balance} coins, on the wrong side of zero."
        for row in await db.execute(wrong)
    ]


async def _foreign_movements(db: AsyncConnection, guild: int | None) -> list[str]:
    sources, targets = accounts.alias("sources"), accounts.alias("targets")
    foreign = (
        select(movements.c.key)
        .join(sources, sources.c.account_id == movements.c.source)
        .join(targets, targets.c.account_id == movements.c.target)
        .where(sources.c.guild_id != targets.c.guild_id, _ends(movements.c.source, guild))
    )
    return [f"Movement {row.key} crosses from one guild to another." for row in await db.execute(foreign)]


async def _stranded_escrows(db: AsyncConnection, guild: int | None) -> list[str]:
    status = func.coalesce(tables.c.status, literal("missing"))
    stranded = (
        select(accounts.c.account_id, accounts.c.balance, status.label("status"))
        .outerjoin(tables, tables.c.table_id == accounts.c.owner)
        .where(
            accounts.c.kind == AccountKind.ESCROW, accounts.c.balance != 0, status != "running", _of(guild)
        )
    )
    return [
        f"{row.account_id} holds {row.balance} coins, but the table is {row.status}."
        for row in await db.execute(stranded)
    ]
