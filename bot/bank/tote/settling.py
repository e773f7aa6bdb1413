"""A race's pools up to its end: non-runners, the close, settlement and refunds, in the transaction of their cause."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    and_,
    case,
    func,
    literal,
    or_,
    select,
    true,
    update,
)

from bot.bank.accounts import house
from bot.bank.balances import HERE, RaceStatus
from bot.bank.ledger import Journal, Memo, Reason, SettledError
from bot.bank.standings.profits import note_tote
from bot.bank.tote.dividends import LEAST, REFUND, Dividends, Stakes, dividends, is_minus
from bot.bank.tote.payments import (
    Race,
    Returned,
    due,
    pay,
    profits,
    repay,
    staked,
    totals,
)
from bot.bank.tote.pools import Finish, Pool, horses_of
from bot.db.locks import Lock, hold
from bot.db.schema import tote_bets, tote_races, tote_sums

_RETURNED = dict.fromkeys(Pool, Reason.BET_RETURNED)
_OVER = (RaceStatus.SETTLED, RaceStatus.REFUNDED)


def return_to(db: Connection, race: Race, user: int, now: int) -> None:
    """Give somebody who takes a seat back what they have bet on a race that is not run yet."""
    _give_back(db, race, tote_bets.c.user_id == user, Returned.SEATED, now)


def return_all_to(db: Connection, user: int, now: int) -> Sequence[str]:
    """Give somebody back what they have bet on all races that are not off yet; return their tables."""
    found = (
        select(tote_races.c.guild_id, tote_races.c.table_id, tote_races.c.race)
        .join(tote_bets, HERE)
        .where(tote_bets.c.user_id == user, tote_bets.c.returned.is_(False))
        .where(tote_races.c.status == RaceStatus.OPEN)
        .distinct()
        .order_by(tote_races.c.guild_id, tote_races.c.table_id)
    )
    races = [Race(*row) for row in db.execute(found)]
    for race in races:
        return_to(db, race, user, now)  # why is told to nobody: whose they are is forgotten
    return tuple(race.table for race in races)


def scratch(db: Connection, race: Race, running: Sequence[str], now: int) -> None:
    """Say which horses run, and give back what was bet on others: on a pair if either does not."""
    db.execute(update(tote_races).where(race.rows(tote_races)).values(runners=json.dumps([*running])))
    stakes = stakes_of(db, race)
    gone = [
        and_(tote_bets.c.pool == pool, tote_bets.c.combination == combination)
        for pool, those in stakes.items()
        for combination in those
        if not {*horses_of(combination)} <= {*running}
    ]
    if gone:
        _give_back(db, race, or_(*gone), Returned.SCRATCHED, now)


def return_all(db: Connection, race: Race, why: Returned, now: int) -> None:
    """Give back every bet on a race that is not off yet."""
    _give_back(db, race, true(), why, now)


def close(db: Connection, race: Race) -> None:
    """Take no more bets on a race: it is run."""
    db.execute(
        update(tote_races)
        .where(race.rows(tote_races), tote_races.c.status == RaceStatus.OPEN)
        .values(status=RaceStatus.CLOSED)
    )


def settle(db: Connection, race: Race, finish: Finish, now: int, *, is_broken_off: bool = False) -> bool:
    """Pay what the bets on a race have won, now that it is over, and add it to what the tote has brought everybody.

    Done before, it moves nothing and returns False. Where the race was broken off the house adds nothing to a pool: one
    that would pay more than was staked in it goes back.

    Raises `SettledError` where the race was refunded.
    """
    hold(db, Lock.BOOKS, race.guild)
    row = db.execute(select(tote_races).where(race.rows(tote_races))).one()
    if _was_ended(row.status, RaceStatus.SETTLED):
        return False
    runners, stakes = len(json.loads(row.runners)), stakes_of(db, race)
    paid = {pool: dividends(pool, those, finish, runners, row.takeout) for pool, those in stakes.items()}
    if is_broken_off and (minus := [pool for pool, each in paid.items() if is_minus(stakes[pool], each)]):
        paid |= dict.fromkeys(minus, REFUND)
        those = update(tote_bets).where(race.bets, tote_bets.c.pool.in_(minus))
        db.execute(those.values(returned_for=Returned.MINUS_POOL))
    _end(db, race, stakes, paid, now)
    note_tote(db, race.guild, race.table, race.number, profits(race, paid), now)
    ended = {"status": RaceStatus.SETTLED, "finish": json.dumps([[*group] for group in finish])}
    db.execute(update(tote_races).where(race.rows(tote_races)).values(ended))
    return True


def refund(db: Connection, race: Race, now: int) -> None:
    """Give everybody back what they have bet on a race that is not run. Done before, it moves nothing.

    Raises `SettledError` where the race was settled.
    """
    hold(db, Lock.BOOKS, race.guild)
    status = db.scalar(select(tote_races.c.status).where(race.rows(tote_races)))
    if status is None or _was_ended(status, RaceStatus.REFUNDED):
        return
    stakes = stakes_of(db, race)
    _end(db, race, stakes, dict.fromkeys(stakes, REFUND), now)
    db.execute(update(tote_races).where(race.rows(tote_races)).values(status=RaceStatus.REFUNDED))


def stakes_of(db: Connection, race: Race) -> Mapping[Pool, Stakes]:
    """Return the coins in the pools of a race, by combination."""
    wanted = select(tote_sums.c.pool, tote_sums.c.combination, tote_sums.c.stake).where(race.rows(tote_sums))
    found: dict[Pool, dict[str, int]] = {}
    for pool, combination, stake in db.execute(wanted):
        found.setdefault(Pool(pool), {})[combination] = stake
    return found


def _was_ended(status: str, so: RaceStatus) -> bool:
    if status in _OVER and status != so:
        raise SettledError(f"The bets on this race were already {status}.")
    return status == so


def _end(
    db: Connection, race: Race, stakes: Mapping[Pool, Stakes], paid: Mapping[Pool, Dividends], now: int
) -> None:
    """Write the dividends down, pay by them, and give the house what is left."""
    if not stakes:
        return
    refunded = tote_sums.c.pool.in_([pool for pool, each in paid.items() if each.is_refunded])
    told = {"dividend": _written(paid), "refunded": refunded}
    db.execute(update(tote_sums).where(race.rows(tote_sums)).values(told))
    owed = due(race, paid)
    gone = totals(db, owed)
    journal = Journal.begin(db, [race.account(pool) for pool in stakes], {})
    for pool in stakes:
        _balance(journal, race, pool, gone.get(pool, 0), now)
    journal.write()
    if gone:
        reasons = {
            pool: Reason.REFUND if each.is_refunded else Reason.DIVIDEND for pool, each in paid.items()
        }
        pay(db, race, owed, reasons, gone, now)
        repay(db, race, now)


def _written(paid: Mapping[Pool, Dividends]) -> ColumnElement[int]:
    """Say of every combination what a coin on it brings."""
    each = [
        (and_(tote_sums.c.pool == pool, tote_sums.c.combination == combination), dividend)
        for pool, those in paid.items()
        for combination, dividend in those.paid.items()
    ]
    refunded = [(tote_sums.c.pool == pool, LEAST) for pool, those in paid.items() if those.is_refunded]
    told = [(which, literal(dividend, BigInteger)) for which, dividend in (*each, *refunded)]
    return case(*told, else_=0) if told else literal(0, BigInteger)


def _balance(journal: Journal, race: Race, pool: Pool, due: int, now: int) -> None:
    """Have a pool hold what it pays, no more and no less: the house takes the rest, or adds what is missing."""
    account, bank = race.account(pool), house(race.guild)
    over = journal.balance(account) - due
    key = f"{race.table}:{race.number}:{pool}"
    if over > 0:
        journal.move(account, bank, over, Memo(f"{Reason.TAKEOUT}:{key}", Reason.TAKEOUT, now))
    elif over < 0:
        journal.move(bank, account, -over, Memo(f"{Reason.MINUS_POOL}:{key}", Reason.MINUS_POOL, now))


class _TakenOut(NamedTuple):
    """Coins that leave a pool before the race."""

    paid: int
    """To those who have bet them."""
    nobodys: int
    """Bet by people who had their data erased meanwhile."""
    first: int
    """The number of the first bet among them."""


def _taken_out(
    db: Connection, race: Race, which: ColumnElement[bool]
) -> Mapping[tuple[Pool, str], _TakenOut]:
    """Return what some bets on a race come to, by pool and combination."""
    nobodys = func.sum(case((tote_bets.c.user_id.is_(None), tote_bets.c.stake), else_=0))
    of = (tote_bets.c.pool, tote_bets.c.combination)
    sums = (func.sum(tote_bets.c.stake), nobodys, func.min(tote_bets.c.bet_id))
    return {
        (Pool(pool), combination): _TakenOut(int(staked) - int(lost), int(lost), int(first))
        for pool, combination, staked, lost, first in db.execute(
            select(*of, *sums).where(race.bets, which).group_by(*of)
        )
    }


def _by_pool(taken: Mapping[tuple[Pool, str], _TakenOut]) -> Mapping[Pool, _TakenOut]:
    pools: dict[Pool, _TakenOut] = {}
    for (pool, _), each in taken.items():
        paid, nobodys, first = pools.get(pool, _TakenOut(0, 0, each.first))
        pools[pool] = _TakenOut(paid + each.paid, nobodys + each.nobodys, min(first, each.first))
    return pools


def _less(taken: Mapping[tuple[Pool, str], _TakenOut]) -> ColumnElement[int]:
    """Say of every combination what is left on it."""
    each = [
        (and_(tote_sums.c.pool == pool, tote_sums.c.combination == combination), gone.paid + gone.nobodys)
        for (pool, combination), gone in taken.items()
    ]
    those = [(which, literal(coins, BigInteger)) for which, coins in each]
    return tote_sums.c.stake - case(*those, else_=literal(0, BigInteger))


def _forfeit(db: Connection, race: Race, left: Mapping[Pool, _TakenOut], now: int) -> None:
    """Give the house what nobody is there any more to be paid."""
    journal = Journal.begin(db, [race.account(pool) for pool in left], {})
    for pool, each in left.items():
        key = f"{Reason.TAKEOUT}:{race.table}:{race.number}:{pool}:{each.first}"
        journal.move(race.account(pool), house(race.guild), each.nobodys, Memo(key, Reason.TAKEOUT, now))
    journal.write()


def _give_back(db: Connection, race: Race, which: ColumnElement[bool], why: Returned, now: int) -> None:
    """Take some bets out of their pools, before the race, and pay them back; the house has those of the forgotten."""
    hold(db, Lock.BOOKS, race.guild)
    by_combination = _taken_out(db, race, which)
    if not by_combination:
        return
    taken = _by_pool(by_combination)
    if gone := {pool: each.paid for pool, each in taken.items() if each.paid}:
        pay(db, race, staked(race, which), _RETURNED, gone, now)
    if lost := {pool: each for pool, each in taken.items() if each.nobodys}:
        _forfeit(db, race, lost, now)
    db.execute(update(tote_bets).where(race.bets, which).values(returned=True, returned_for=why))
    db.execute(update(tote_sums).where(race.rows(tote_sums)).values(stake=_less(by_combination)))
