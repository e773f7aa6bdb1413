"""Checking the tote's books: pools against bets, and coins against pools."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Text, and_, cast, func, literal, select, true
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.bank.accounts import AccountKind
from bot.bank.open_bets import UNSETTLED
from bot.store.schema import accounts, tote_bets, tote_races, tote_sums


async def wrong_pools(db: AsyncConnection, guild: int | None = None) -> list[str]:
    """Return what is wrong with the pools of a guild, or of all (None), a sentence each."""
    return [*await _wrong_sums(db, guild), *await _wrong_accounts(db, guild)]


def _of(guild: int | None, column: ColumnElement[int]) -> ColumnElement[bool]:
    return true() if guild is None else column == guild


async def _wrong_sums(db: AsyncConnection, guild: int | None) -> list[str]:
    """Find combinations whose sum is not that of their bets."""
    named = ("table_id", "race", "pool", "combination")
    bet = (
        select(*(tote_bets.c[name] for name in named), func.sum(tote_bets.c.stake).label("stake"))
        .where(tote_bets.c.returned.is_(False))
        .group_by(*(tote_bets.c[name] for name in named))
        .subquery("bet")
    )
    same = and_(*(bet.c[name] == tote_sums.c[name] for name in named))
    here = and_(tote_races.c.table_id == tote_sums.c.table_id, tote_races.c.race == tote_sums.c.race)
    staked = func.coalesce(bet.c.stake, 0)
    wrong = (
        select(
            tote_sums.c.table_id,
            tote_sums.c.race,
            tote_sums.c.pool,
            tote_sums.c.stake,
            staked.label("staked"),
        )
        .join(tote_races, here)
        .outerjoin(bet, same)
        .where(tote_sums.c.stake != staked, _of(guild, tote_races.c.guild_id))
    )
    return [
        f"{row.pool} of race {row.race} at table {row.table_id} counts {row.stake} coins on a combination, "
        f"but its bets add up to {row.staked}."
        for row in await db.execute(wrong)
    ]


async def _wrong_accounts(db: AsyncConnection, guild: int | None) -> list[str]:
    """Find pools that hold other coins than are bet, and any of races that are over."""
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
    here = and_(tote_races.c.table_id == tote_sums.c.table_id, tote_races.c.race == tote_sums.c.race)
    open_pools = (
        select(account.label("account_id"), func.sum(tote_sums.c.stake).label("staked"))
        .select_from(tote_sums.join(tote_races, here))
        .where(tote_races.c.status.in_(UNSETTLED), _of(guild, tote_races.c.guild_id))
        .group_by(tote_races.c.guild_id, tote_races.c.table_id, tote_races.c.race, tote_sums.c.pool)
        .subquery("open_pools")
    )
    staked = func.coalesce(open_pools.c.staked, 0)
    wrong = (
        select(accounts.c.account_id, accounts.c.balance, staked.label("staked"))
        .outerjoin(open_pools, open_pools.c.account_id == accounts.c.account_id)
        .where(
            accounts.c.kind == AccountKind.TOTE, accounts.c.balance != staked, _of(guild, accounts.c.guild_id)
        )
    )
    missing = (
        select(open_pools.c.account_id, open_pools.c.staked)
        .outerjoin(accounts, open_pools.c.account_id == accounts.c.account_id)
        .where(accounts.c.account_id.is_(None), open_pools.c.staked != 0)
    )
    return [
        *(
            f"{row.account_id} holds {row.balance} coins, but {row.staked} are bet."
            for row in await db.execute(wrong)
        ),
        *(
            f"{row.account_id} is not there, but {row.staked} coins are bet."
            for row in await db.execute(missing)
        ),
    ]
