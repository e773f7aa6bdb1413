"""Profits: what each table, and each pool of a race of the tote, has brought each person.

Rows are written in the transaction that pays out, and leaderboards add them up.

Tote profit does not count where it came from losses of users whose data were erased since. Else somebody could lose to
a friend on the tote, have their data erased, and do it again. In a pool every winner's gain comes from all losses in
proportion. The part that comes from erased users counts for nobody. Coins stay where they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    ScalarSelect,
    Select,
    and_,
    bindparam,
    func,
    insert,
    literal,
    select,
    update,
)

from bot.bank.playing import ALL_GAMES
from bot.db.schema import profits, tables

_POOL = (profits.c.table_id, profits.c.race, profits.c.pool)
_ENTER = insert(profits).returning(profits.c.profit_id)
"""Several rows are one statement where something is returned of them."""


class Share(NamedTuple):
    """What a pool that is settled has brought somebody, in coins."""

    profit_id: int
    user: int | None
    """None: they had their data erased."""
    profit: int
    counted: int
    """What leaderboards count of it."""


def note_paid(
    db: Connection, guild: int, table: str, brought: Iterable[tuple[int | None, int]], now: int
) -> None:
    """Note what a table that is paid out has brought its people: pay-out less buy-in, in coins.

    Computers, and users whose data were erased, are left out.
    """
    game = db.scalar(select(_game_of(table)))
    row = {"guild_id": guild, "game": game, "table_id": table, "at": now}
    rows = [
        row | {"user_id": user, "profit": profit, "counted": profit}
        for user, profit in brought
        if user is not None and user > 0
    ]
    if rows:
        db.execute(_ENTER, rows)


def note_tote(
    db: Connection, guild: int, table: str, race: int, brought: Select[tuple[str, int | None, int]], now: int
) -> None:
    """Note what a settled race has brought everybody who bet on it, by pool: coins paid less coins bet.

    `brought` selects `pool`, `user_id` and `profit`. One statement writes all rows, however many people have bet.
    Pools that are refunded brought nobody anything and are left out.
    """
    each = brought.subquery("brought")
    row: dict[str, Any] = {
        "guild_id": literal(guild, BigInteger),
        "user_id": each.c.user_id,
        "game": _game_of(table),
        "table_id": literal(table),
        "race": literal(race),
        "pool": each.c.pool,
        "profit": each.c.profit,
        "counted": each.c.profit,
        "at": literal(now, BigInteger),
    }
    db.execute(insert(profits).from_select([*row], select(*row.values())))
    this = and_(profits.c.table_id == table, profits.c.race == race)
    if db.scalar(select(profits.c.profit_id).where(this, profits.c.user_id.is_(None)).limit(1)) is not None:
        _count(db, _shares(db, this))


def forget_profits(db: Connection, guild: int, user: int) -> None:
    """Take a user's name off their profits, and count no longer what others won of their losses."""
    mine = and_(profits.c.guild_id == guild, profits.c.user_id == user)
    lost = select(*_POOL).where(mine, profits.c.race.is_not(None), profits.c.profit < 0).subquery("lost")
    same = and_(*(column == lost.c[column.name] for column in _POOL))
    pools = _shares(db, profits.c.profit_id.in_(select(profits.c.profit_id).join(lost, same)))
    db.execute(update(profits).where(mine).values(user_id=None))
    _count(db, [[each._replace(user=None) if each.user == user else each for each in pool] for pool in pools])


def counted_of(gain: int, lost: int, nobodys: int) -> int:
    """Return how many coins of a gain count: erased users lost `nobodys` of the coins `lost` in its pool."""
    return gain * (lost - nobodys) // lost


def _game_of(table: str) -> ColumnElement[str]:
    named: ScalarSelect[str] = select(tables.c.game).where(tables.c.table_id == table).scalar_subquery()
    return func.coalesce(named, ALL_GAMES)


def _shares(db: Connection, which: ColumnElement[bool]) -> list[list[Share]]:
    """Read some rows of the tote, pool by pool."""
    facts = (profits.c.profit_id, profits.c.user_id, profits.c.profit, profits.c.counted)
    found = db.execute(select(*_POOL, *facts).where(which).order_by(*_POOL))
    return [[Share(*row[3:]) for row in pool] for _, pool in groupby(found, key=lambda row: tuple(row[:3]))]


def _count(db: Connection, pools: Sequence[Sequence[Share]]) -> None:
    """Write what counts of the gains in some pools, where it has changed."""
    # Not in a statement: the product is beyond the whole numbers of both backends.
    changed = []
    for pool in pools:
        lost = -sum(each.profit for each in pool if each.profit < 0)
        nobodys = -sum(each.profit for each in pool if each.profit < 0 and each.user is None)
        for each in pool:
            if each.user is not None and each.profit > 0:
                counted = counted_of(each.profit, lost, nobodys)
                if counted != each.counted:
                    changed.append({"this": each.profit_id, "now_counted": counted})
    if changed:
        db.execute(_CHANGE, changed)


_CHANGE = (
    update(profits)
    .where(profits.c.profit_id == bindparam("this"))
    .values(counted=bindparam("now_counted", type_=BigInteger))
)
