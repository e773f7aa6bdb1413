"""Checking the tote's books: pools against bets, and coins against pools."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Select, Subquery, Text, and_, cast, func, literal, select

from bot.bank.accounts import AccountKind
from bot.bank.check import Check, Which
from bot.bank.open_bets import UNSETTLED
from bot.db.schema import accounts, tote_bets, tote_races, tote_sums

_HERE = and_(tote_races.c.table_id == tote_sums.c.table_id, tote_races.c.race == tote_sums.c.race)
"""Tells the race of a sum."""


def wrong_pools(db: Connection, guild: int | None = None) -> list[str]:
    """Return what is wrong with the pools of a guild, or of all (None), a sentence each."""
    return [problem for check in _CHECKS for problem in check.problems(db, guild)]


def _wrong_sums(which: Which) -> Select[Any]:
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
        .join(tote_races, _HERE)
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
        .select_from(tote_sums.join(tote_races, _HERE))
        .where(tote_races.c.status.in_(UNSETTLED), which.has(tote_races.c.guild_id))
        .group_by(tote_races.c.guild_id, tote_races.c.table_id, tote_races.c.race, tote_sums.c.pool)
        .subquery("open_pools")
    )


def _wrong_accounts(which: Which) -> Select[Any]:
    """Find pools that hold other coins than are bet, and any of races that are over."""
    pools = _open_pools(which)
    staked = func.coalesce(pools.c.staked, 0)
    is_wrong = (accounts.c.kind == AccountKind.TOTE, accounts.c.balance != staked)
    return (
        select(accounts.c.account_id, accounts.c.balance, staked.label("staked"))
        .outerjoin(pools, pools.c.account_id == accounts.c.account_id)
        .where(*is_wrong, which.has(accounts.c.guild_id))
    )


def _missing_accounts(which: Which) -> Select[Any]:
    """Find pools in which something is bet, and that have no account."""
    pools = _open_pools(which)
    return (
        select(pools.c.account_id, pools.c.staked)
        .outerjoin(accounts, pools.c.account_id == accounts.c.account_id)
        .where(accounts.c.account_id.is_(None), pools.c.staked != 0)
    )


_CHECKS = [
    Check.build(
        _wrong_sums,
        "{pool} of race {race} at table {table_id} counts {stake} coins on a combination, "
        "but its bets add up to {staked}.",
    ),
    Check.build(_wrong_accounts, "{account_id} holds {balance} coins, but {staked} are bet."),
    Check.build(_missing_accounts, "{account_id} is not there, but {staked} coins are bet."),
]
