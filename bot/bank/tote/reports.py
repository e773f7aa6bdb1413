"""How the tote of a race stands, and what it has paid: as much as everybody may know, and one person's own bets."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, Select, select

from bot.bank.balances import HERE, RaceStatus
from bot.bank.tote.dividends import LEAST, Odds, Stakes, odds, payout
from bot.bank.tote.payments import SUMMED_UP, Race, Returned
from bot.bank.tote.pools import Finish, Pool, horses_of
from bot.db.schema import tote_bets, tote_races, tote_sums


class PoolReport(NamedTuple):
    """One pool of a race."""

    stakes: Stakes
    """The coins on each combination."""
    odds: Mapping[str, Odds]
    """What each would pay as it stands; empty once the race is over."""
    dividends: Mapping[str, int]
    """What a coin on each has brought, in twentieths, 0 where it has lost; empty before the race is over."""
    is_refunded: bool = False
    """Whether every stake went back: nobody has won, or the race was not run."""

    @property
    def gross(self) -> int:
        """All coins in the pool."""
        return sum(self.stakes.values())


class RaceReport(NamedTuple):
    """The tote of a race. Nobody who bet occurs in it, and nothing that a seat has bet in secret at the table."""

    race: int
    status: RaceStatus
    takeout: int
    """Per cent."""
    runners: tuple[str, ...]
    finish: tuple[tuple[str, ...], ...]
    """The order of finish, a dead heat together; empty before it is known."""
    pools: Mapping[Pool, PoolReport]


class Ticket(NamedTuple):
    """The bet that paid most in a race, as everybody is told of it."""

    user: int | None
    """Who made it; None: somebody who is forgotten."""
    pool: Pool
    horses: tuple[str, ...]
    stake: int
    paid: int
    """Coins."""


class Slip(NamedTuple):
    """A bet of one person, and what became of it."""

    pool: Pool
    horses: tuple[str, ...]
    stake: int
    paid: int | None
    """Coins; None while the race is not over."""
    returned: Returned | None = None
    """Why the stake went back; None: it did not."""


def report(db: Connection, race: Race) -> RaceReport | None:
    """Return how the tote of a race stands; None where nobody has bet."""
    row = db.execute(select(tote_races).where(race.rows(tote_races))).one_or_none()
    if row is None:
        return None
    stakes: dict[Pool, dict[str, int]] = {}
    paid: dict[Pool, dict[str, int]] = {}
    refunded = set[Pool]()
    for each in db.execute(select(tote_sums).where(race.rows(tote_sums))):
        stakes.setdefault(Pool(each.pool), {})[each.combination] = each.stake
        if each.dividend is not None:
            paid.setdefault(Pool(each.pool), {})[each.combination] = each.dividend
        if each.refunded:
            refunded.add(Pool(each.pool))
    runners, status = tuple(json.loads(row.runners)), RaceStatus(row.status)
    pools = {
        pool: PoolReport(
            those,
            {} if pool in paid else odds(pool, those, len(runners), row.takeout),
            paid.get(pool, {}),
            pool in refunded,
        )
        for pool, those in stakes.items()
    }
    finish = tuple(tuple(group) for group in json.loads(row.finish or "[]"))
    return RaceReport(race.number, status, row.takeout, runners, finish, pools)


def slips(db: Connection, race: Race, user: int) -> Sequence[Slip]:
    """Return the bets of one person on a race, in the order in which they were made."""
    return slips_at(db, race.table, user).get(race.number, ())


def slips_at(db: Connection, table_id: str, user: int) -> Mapping[int, Sequence[Slip]]:
    """Return the bets of one person on all races of a table, by race."""
    found = db.execute(
        select(tote_bets, tote_sums.c.dividend, tote_sums.c.refunded, tote_races.c.status)
        .join(tote_sums, SUMMED_UP)
        .join(tote_races, HERE)
        .where(tote_bets.c.table_id == table_id, tote_bets.c.user_id == user)
        .order_by(tote_bets.c.bet_id)
    )
    by_race: dict[int, list[Slip]] = {}
    for row in found:
        by_race.setdefault(row.race, []).append(_slip(row))
    return by_race


def finishes(db: Connection, table_id: str) -> Mapping[int, Finish]:
    """Return how the races of a table came in on which there were bets; one whose bets went back has none."""
    wanted = select(tote_races.c.race, tote_races.c.finish).where(tote_races.c.table_id == table_id)
    return {
        race: tuple(tuple(group) for group in json.loads(finish))
        for race, finish in db.execute(wanted.where(tote_races.c.finish.is_not(None)))
    }


def bettors(race: Race) -> Select[tuple[int]]:
    """Select everybody who has bet on a race; who is forgotten has no name."""
    named = race.rows(tote_bets), tote_bets.c.user_id.is_not(None)
    return select(tote_bets.c.user_id.label("user_id")).where(*named).distinct()


def best_ticket(db: Connection, race: Race) -> Ticket | None:
    """Return the bet that paid most, of equals the first; None where none has brought more than its stake."""
    paid = tote_bets.c.stake * tote_sums.c.dividend
    won = tote_sums.c.dividend > LEAST, tote_sums.c.refunded.is_(False)
    best = (
        select(tote_bets, tote_sums.c.dividend)
        .join(tote_sums, SUMMED_UP)
        .where(race.bets, *won)
        .order_by(paid.desc(), tote_bets.c.bet_id)
        .limit(1)
    )
    row = db.execute(best).one_or_none()
    if row is None:
        return None
    horses, paid_out = horses_of(row.combination), payout(row.stake, row.dividend)
    return Ticket(row.user_id, Pool(row.pool), horses, row.stake, paid_out)


def _slip(row: Row[Any]) -> Slip:
    horses, returned = horses_of(row.combination), _returned(row)
    won = None if row.dividend is None else payout(row.stake, row.dividend)
    return Slip(Pool(row.pool), horses, row.stake, row.stake if returned else won, returned)


def _returned(row: Row[Any]) -> Returned | None:
    if row.returned_for is not None:
        return Returned(row.returned_for)
    if row.refunded:
        return Returned.NO_WINNER if row.status == RaceStatus.SETTLED else Returned.NOT_RUN
    return None
