"""What the tote has brought people, from movements alone: they stay when bets and dividends are let go of."""

from __future__ import annotations

from string import ascii_lowercase, digits
from typing import Any

from sqlalchemy import (
    BigInteger,
    BindParameter,
    Column,
    ColumnElement,
    FromClause,
    Select,
    Subquery,
    and_,
    bindparam,
    case,
    func,
    null,
    select,
    union_all,
)

from bot.bank.accounts import AccountKind
from bot.bank.check import GUILD
from bot.bank.ledger import Reason
from bot.bank.playing import DAY
from bot.db.schema import accounts, movements, tables

_BACK = (Reason.BET_RETURNED, Reason.REFUND)
"""Why a stake comes back whole, so that it is as if it had not been bet."""

NOBODYS = "-%"
"""What the owners of wallets are like who had their data erased."""

BEFORE: BindParameter[int] = bindparam("before")
"""The last row before the open season."""


def _tote_days() -> Select[Any]:
    """Select what races of the tote have brought people, by game and day; late is what came after a movement.

    A pool that is empty is over, and whoever still has a stake in it bet on a race that was settled.
    """
    by_race, ended = _by_race(), _ended()
    table = table_of(by_race.c.race)
    day = (ended.c.at // DAY).label("day")
    late = case((ended.c.last > BEFORE, 1), else_=0).label("late")
    sums = (func.count().label("bets"), func.sum(by_race.c.change).label("tote_profit"))
    of = select(by_race.c.user, tables.c.game, day, late, *sums).select_from(by_race)
    joined = of.join(ended, ended.c.race == by_race.c.race).outerjoin(tables, tables.c.table_id == table)
    return joined.group_by(by_race.c.user, tables.c.game, day, late)


def table_of(race: ColumnElement[str]) -> ColumnElement[str]:
    """Return the table of a race that is named as `race_of` does."""
    return func.rtrim(func.rtrim(race, digits), ":")


def race_of(owner: ColumnElement[str]) -> ColumnElement[str]:
    """Return the table and race of a pool's account: its owner without the name of the pool."""
    return func.rtrim(func.rtrim(owner, ascii_lowercase), ":")


def is_over() -> ColumnElement[bool]:
    """Tell the accounts of pools of `GUILD` that are over: they are empty."""
    return and_(accounts.c.guild_id == GUILD, accounts.c.kind == AccountKind.TOTE, accounts.c.balance == 0)


def _ended() -> Subquery:
    """Select when races were over: with the last that their pools paid."""
    race = race_of(accounts.c.owner).label("race")
    last = (func.max(movements.c.at).label("at"), func.max(movements.c.movement_id).label("last"))
    paid = select(race, *last).join(movements, movements.c.source == accounts.c.account_id)
    return paid.where(is_over()).group_by(race).subquery("ended")


def _by_race() -> Subquery:
    """Select what every race that was settled has brought whom."""
    pools = select(accounts).where(is_over()).subquery("pools")
    homes = accounts.alias("homes")
    by_pool = brought(pools, homes, homes.c.owner.not_like(NOBODYS)).subquery("by_pool")
    race = race_of(by_pool.c.pool).label("race")
    change = func.sum(by_pool.c.change).label("change")
    return select(by_pool.c.user, race, change).group_by(by_pool.c.user, race).subquery("by_race")


def brought(pools: FromClause, homes: FromClause, whose: ColumnElement[bool]) -> Select[Any]:
    """Select what pools that are over have brought the owners of some of the wallets `homes`, in coins.

    Whose stakes all went back is left out. A row says when its owner was paid last, and has their last movement.
    """
    flows = _flows(pools, homes, whose)
    change, paid_at = func.sum(flows.c.change).label("change"), func.max(flows.c.paid_at).label("paid_at")
    of = select(flows.c.user, flows.c.pool, change, paid_at, func.max(flows.c.movement_id).label("last"))
    return of.group_by(flows.c.user, flows.c.pool).having(func.sum(flows.c.staked) > 0)


def _flows(pools: FromClause, homes: FromClause, whose: ColumnElement[bool]) -> Subquery:
    """Select what went from people into pools, and came back."""
    theirs = and_(homes.c.guild_id == GUILD, homes.c.kind == AccountKind.WALLET, whose)

    def of(home: Column[Any], pool: Column[Any], sign: int) -> Select[Any]:
        amount, is_stake = movements.c.amount, movements.c.reason.in_([Reason.BET, *_BACK])
        staked = case((is_stake, -sign * amount), else_=0)
        wanted = select(
            homes.c.owner.label("user"),
            pools.c.owner.label("pool"),
            (sign * amount).label("change"),
            staked.cast(BigInteger).label("staked"),
            (movements.c.at if sign > 0 else null().cast(BigInteger)).label("paid_at"),
            movements.c.movement_id,
        )
        joined = wanted.select_from(movements).join(pools, pool == pools.c.account_id)
        return joined.join(homes, home == homes.c.account_id).where(theirs)

    into = of(movements.c.source, movements.c.target, -1)
    return union_all(into, of(movements.c.target, movements.c.source, 1)).subquery("flows")


TOTE_DAYS = _tote_days()
"""What races of the tote have brought the people of a `GUILD`."""
