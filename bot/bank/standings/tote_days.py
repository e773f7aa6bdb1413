"""What the tote has brought people, from movements alone: they stay when bets and dividends are let go of."""

from __future__ import annotations

from string import ascii_lowercase, digits
from typing import Any

from sqlalchemy import (
    BigInteger,
    BindParameter,
    Column,
    ColumnElement,
    Select,
    Subquery,
    and_,
    bindparam,
    case,
    func,
    select,
    union_all,
)

from bot.bank.accounts import AccountKind
from bot.bank.check import GUILD
from bot.bank.ledger import Reason
from bot.bank.playing import DAY
from bot.store.schema import accounts, movements, tables

_BACK = (Reason.BET_RETURNED, Reason.REFUND)
"""Why a stake comes back whole, so that it is as if it had not been bet."""


BEFORE: BindParameter[int] = bindparam("before")
"""The last row before the open season."""


def _tote_days() -> Select[Any]:
    """Select what races of the tote have brought people, by game and day; late is what came after a movement.

    A pool that is empty is over, and whoever still has a stake in it bet on a race that was settled.
    """
    by_race, ended = _by_race(), _ended()
    table = func.rtrim(func.rtrim(by_race.c.race, digits), ":")
    day = (ended.c.at // DAY).label("day")
    late = case((ended.c.last > BEFORE, 1), else_=0).label("late")
    sums = (func.count().label("bets"), func.sum(by_race.c.change).label("tote_profit"))
    of = select(by_race.c.user, tables.c.game, day, late, *sums).select_from(by_race)
    joined = of.join(ended, ended.c.race == by_race.c.race).outerjoin(tables, tables.c.table_id == table)
    return joined.group_by(by_race.c.user, tables.c.game, day, late)


def _race(owner: ColumnElement[str]) -> ColumnElement[str]:
    """Return the table and race of a pool's account: its owner without the name of the pool."""
    return func.rtrim(func.rtrim(owner, ascii_lowercase), ":")


def _is_over() -> ColumnElement[bool]:
    return and_(accounts.c.guild_id == GUILD, accounts.c.kind == AccountKind.TOTE, accounts.c.balance == 0)


def _ended() -> Subquery:
    """Select when races were over: with the last that their pools paid."""
    race = _race(accounts.c.owner).label("race")
    last = (func.max(movements.c.at).label("at"), func.max(movements.c.movement_id).label("last"))
    paid = select(race, *last).join(movements, movements.c.source == accounts.c.account_id)
    return paid.where(_is_over()).group_by(race).subquery("ended")


def _by_race() -> Subquery:
    """Select what every race that was settled has brought whom."""
    flows = _flows()
    by_pool = (
        select(
            flows.c.user,
            flows.c.pool,
            func.sum(flows.c.change).label("change"),
        )
        .group_by(flows.c.user, flows.c.pool)
        .having(func.sum(flows.c.staked) > 0)
        .subquery("by_pool")
    )
    race = _race(by_pool.c.pool).label("race")
    change = func.sum(by_pool.c.change).label("change")
    return select(by_pool.c.user, race, change).group_by(by_pool.c.user, race).subquery("by_race")


def _flows() -> Subquery:
    """Select what went from people into pools that are over, and came back."""
    homes, pools = accounts.alias("homes"), select(accounts).where(_is_over()).subquery("pools")
    theirs = and_(homes.c.guild_id == GUILD, homes.c.kind == AccountKind.WALLET, homes.c.owner.not_like("-%"))

    def of(home: Column[Any], pool: Column[Any], sign: int) -> Select[Any]:
        amount, is_stake = movements.c.amount, movements.c.reason.in_([Reason.BET, *_BACK])
        staked = case((is_stake, -sign * amount), else_=0)
        wanted = select(
            homes.c.owner.label("user"),
            pools.c.owner.label("pool"),
            (sign * amount).label("change"),
            staked.cast(BigInteger).label("staked"),
        )
        joined = wanted.select_from(movements).join(pools, pool == pools.c.account_id)
        return joined.join(homes, home == homes.c.account_id).where(theirs)

    into = of(movements.c.source, movements.c.target, -1)
    return union_all(into, of(movements.c.target, movements.c.source, 1)).subquery("flows")


TOTE_DAYS = _tote_days()
"""What races of the tote have brought the people of a `GUILD`."""
