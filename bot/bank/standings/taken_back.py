"""Tote profit that boards no longer count: it came from losses of users whose data were erased since.

Else somebody could lose to a friend on the tote, have their data erased, and do it again. In a pool every winner's gain
comes from all losses in proportion. The part that comes from erased users counts for nobody. Coins stay where they are.
All of it follows from movements alone, so it can be worked out anew at any time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Select,
    Subquery,
    and_,
    bindparam,
    case,
    cast,
    exists,
    func,
    select,
    true,
    update,
)

from bot.bank.accounts import Account, AccountKind
from bot.bank.check import GUILD
from bot.bank.ledger import Reason
from bot.bank.playing import DAY
from bot.bank.standings.ratings import STREAMED
from bot.bank.standings.sums import Change, Key, OpenSeason, Sums, add_days
from bot.bank.standings.tote_days import BEFORE, NOBODYS, brought, is_over, race_of, table_of
from bot.db.schema import accounts, movements, standings, tables


def taken_back(db: Connection, guild: int) -> Mapping[Key, Change]:
    """Return what is taken from the sums of people's tote profits, as changes to them."""
    return _changes(db, guild, _OF_ALL)


def take_back(db: Connection, guild: int, pools: Sequence[Account]) -> None:
    """Take back what pools that have just been settled brought of losses of the erased; the books are held."""
    these = {"pools": [pool.id for pool in pools]}
    _change(db, guild, _changes(db, guild, _OF_POOLS, **these))


@contextmanager
def taking_back(db: Connection, old: Account, new: Account) -> Iterator[None]:
    """Take back what an erased user has lost. The block renames their wallet `old` to `new`, which is nobody's.

    The books are held.
    """
    before = _changes(db, old.guild, _OF_WALLET, home=old.id)
    yield
    after = _changes(db, new.guild, _OF_WALLET, home=new.id)
    none = Change()
    more = {
        key: change._replace(tote_profit=change.tote_profit - before.get(key, none).tote_profit)
        for key, change in after.items()
    }
    _change(db, new.guild, more)


def _change(db: Connection, guild: int, changes: Mapping[Key, Change]) -> None:
    """Change tote profits where they are still kept: those of days, weeks and months that are over may be deleted."""
    rows = [
        {"guild": guild, "in_span": span, "of_game": game, "of_user": user, "more": change.tote_profit}
        for (span, game, user), change in changes.items()
        if change.tote_profit
    ]
    if rows:
        db.execute(_CHANGE, rows)


def share_taken(gain: int, lost: int, nobodys: int) -> int:
    """Return how many coins of a gain no longer count: erased users lost `nobodys` of the coins `lost` in its pool."""
    return gain - gain * (lost - nobodys) // lost


def _changes(db: Connection, guild: int, gains: Select[Any], **which: Any) -> Mapping[Key, Change]:
    season, taken, sums = OpenSeason.of(db, guild), _Taken(), Sums(Change)
    found = db.execute(
        gains, {"guild": guild, "before": season.movements_before, **which}, execution_options=STREAMED
    )
    for some in found.partitions():
        _add_shares(taken, some)
    days = ({**day._asdict(), "tote_profit": -coins} for day, coins in taken.items())
    add_days(sums, days, season)
    return sums


class _Day(NamedTuple):
    user: str
    game: str | None
    day: int
    late: int


_Taken = Counter[_Day]


def _add_shares(taken: _Taken, gains: Iterable[Any]) -> None:
    # Not in the statement: the product is beyond the whole numbers of both backends.
    for *facts, gain, lost, nobodys in gains:
        taken[_Day(*facts)] += share_taken(int(gain), int(lost), int(nobodys))


def _gains(these: ColumnElement[bool]) -> Select[Any]:
    """Select each gain in those of `these` pools in which erased users lost, with what was lost there.

    The last movement of a winner in a pool is its dividend, so it says when the race was settled.
    """
    by_pool = _by_pool(_nobodys(these))
    of = select(
        by_pool.c.user,
        tables.c.game,
        (by_pool.c.paid_at // DAY).label("day"),
        case((by_pool.c.last > BEFORE, 1), else_=0).label("late"),
        *(by_pool.c.change.label("gain"), by_pool.c.lost, by_pool.c.nobodys),
    )
    with_game = of.outerjoin(tables, tables.c.table_id == table_of(race_of(by_pool.c.pool)))
    return with_game.where(by_pool.c.change > 0, by_pool.c.user.not_like(NOBODYS), by_pool.c.nobodys > 0)


def _nobodys(these: ColumnElement[bool]) -> Subquery:
    """Select those of `these` pools that are over and on which erased users have bet."""
    homes = accounts.alias("homes")
    theirs = (homes.c.guild_id == GUILD, homes.c.kind == AccountKind.WALLET, homes.c.owner.like(NOBODYS))
    put = select(movements.c.movement_id).join(homes, homes.c.account_id == movements.c.source)
    has_some = exists(put.where(movements.c.target == accounts.c.account_id, *theirs))
    return select(accounts).where(is_over(), these, has_some).subquery("pools")


def _by_pool(pools: Subquery) -> Subquery:
    """Select what pools have brought each user, with all losses in that pool and those of erased users."""
    homes = accounts.alias("homes")
    all_of_it = brought(pools, homes, true()).subquery("brought")
    user, pool, change = all_of_it.c.user, all_of_it.c.pool, all_of_it.c.change
    lost = case((change < 0, -change), else_=0)
    nobodys = case((and_(change < 0, user.like(NOBODYS)), -change), else_=0)

    def in_pool(amount: ColumnElement[int], name: str) -> Any:
        return cast(func.sum(amount).over(partition_by=pool), BigInteger).label(name)

    sums = (in_pool(lost, "lost"), in_pool(nobodys, "nobodys"))
    return select(user, pool, change, all_of_it.c.paid_at, all_of_it.c.last, *sums).subquery("by_pool")


_OF_ALL = _gains(true())
_OF_POOLS = _gains(accounts.c.account_id.in_(bindparam("pools", expanding=True)))
_OF_WALLET = _gains(
    accounts.c.account_id.in_(
        select(movements.c.target).where(
            movements.c.source == bindparam("home"), movements.c.reason == Reason.BET
        )
    )
)


# By the primary key, one after another: joined to handed rows, SQLite reads them all for every sum that is kept.
_CHANGE = (
    update(standings)
    .where(
        standings.c.guild_id == GUILD,
        standings.c.span == bindparam("in_span"),
        standings.c.game == bindparam("of_game"),
        standings.c.user_id == bindparam("of_user"),
    )
    .values(tote_profit=standings.c.tote_profit + bindparam("more", type_=BigInteger))
)
