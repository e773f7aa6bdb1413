"""A bet is made: its row, its coins, and the sum of its combination, in the transaction of the caller."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    Connection,
    Integer,
    Text,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
)
from sqlalchemy.types import TypeEngine

from bot.bank.accounts import wallet
from bot.bank.balances import RaceStatus
from bot.bank.freezing import frozen_for
from bot.bank.ledger import BankError, Journal, KeyReusedError, Memo, OverdrawnError, Reason
from bot.bank.playing import earned, is_newcomer
from bot.bank.tote.dividends import MOST
from bot.bank.tote.payments import Race
from bot.bank.tote.pools import Pool
from bot.db.locks import Lock, hold
from bot.db.schema import frozen_wallets, tote_bets, tote_races, tote_sums
from bot.db.statements import inserting

_KINDS: Mapping[str, TypeEngine[Any]] = {
    "table_id": Text(),
    "race": Integer(),
    "user_id": BigInteger(),
    "pool": Text(),
    "combination": Text(),
    "stake": BigInteger(),
    "at": BigInteger(),
    "key": Text(),
    "name": Text(),
}
_OPEN_RACE = insert(tote_races)


MOST_BETS = 50
"""How many bets one person makes on one race, those that went back included."""

MOST_ON_A_RACE = 20_000
"""How many bets all people together make on one race, those that went back included: one transaction settles them."""


class Bet(NamedTuple):
    """What somebody bets on a race of a table."""

    race: Race
    user: int
    pool: Pool
    combination: str
    stake: int
    """Coins, at least one."""
    key: str
    """Says which press made it; the same key never bets twice."""
    name: str = ""
    """What they are called in the server, to be drawn in its leaderboards."""


class StakeError(BankError):
    """A stake below one coin, or with which a pool would hold more than the books can."""


class FrozenError(BankError):
    """The wallet is frozen, so nothing is staked out of it."""


class EnoughBetsError(BankError):
    """Somebody has made `MOST_BETS` bets on the race already."""


class FullRaceError(BankError):
    """All people together have made `MOST_ON_A_RACE` bets on the race already."""


def open_race(db: Connection, race: Race, runners: Sequence[str], rate: int) -> None:
    """Write down a race before its first bet: the horses that can be bet on, and the takeout in per cent."""
    facts = {"runners": _json(runners), "takeout": rate, "status": RaceStatus.OPEN}
    db.execute(_OPEN_RACE, {**_named(race), "guild_id": race.guild, **facts})


class NewcomerError(BankError):
    """A newcomer would bet more than they have earned; `left` is what they can bet."""

    def __init__(self, left: int) -> None:
        super().__init__(f"Only {left} coins can be bet yet.")
        self.left = left


def bet(db: Connection, made: Bet, now: int, *, is_earned: bool = False) -> bool:
    """Take a bet on a race that the caller holds open.

    With `is_earned` a newcomer bets no more than they have earned (see `bot.bank.playing`).

    Returns False, and moves nothing, if its key made just this bet before. Raises `KeyReusedError` if it made
    another, `StakeError`, `FrozenError`, `EnoughBetsError`, `FullRaceError`, `NewcomerError`, and `OverdrawnError`
    where the wallet holds too little: nothing is lent.
    """
    if not 0 < made.stake <= MOST:
        raise StakeError(f"{made.stake} coins cannot be bet.")
    hold(db, Lock.BOOKS, made.race.guild)
    if not _noted(db, made, now, is_earned=is_earned):
        return False
    home, pool = wallet(made.race.guild, made.user), made.race.account(made.pool)
    journal = Journal.begin(db, [home, pool], {})
    if journal.opened(pool, now) + made.stake > MOST:
        raise StakeError(f"{pool.id} cannot hold {made.stake} coins more.")
    if journal.opened(home, now) < made.stake:
        raise OverdrawnError(f"{home.id} holds {journal.balance(home)} coins, and {made.stake} are bet.")
    journal.move(home, pool, made.stake, Memo(f"{Reason.BET}:{made.key}", Reason.BET, now))
    journal.write()
    _add_up(db, made)
    return True


def _noted(db: Connection, made: Bet, now: int, *, is_earned: bool) -> bool:
    """Write the bet down; False if it stands there already."""
    facts = _facts(made)
    row = {**facts, "at": now, "key": made.key, "name": made.name}
    values = select(*(literal(row[name], kind).label(name) for name, kind in _KINDS.items()))
    is_new = ~exists().where(tote_bets.c.key == made.key)
    frozen = exists().where(
        frozen_wallets.c.guild_id == made.race.guild, frozen_wallets.c.user_id == made.user
    )
    own = earned(made.race.guild, made.user)
    may = [or_(~is_newcomer(made.race.guild, made.user), own >= made.stake)] if is_earned else []
    theirs = (made.race.rows(tote_bets), tote_bets.c.user_id == made.user)
    few = select(func.count()).select_from(tote_bets).where(*theirs).scalar_subquery() < MOST_BETS
    of_all = select(func.coalesce(func.sum(tote_sums.c.bets), 0)).where(made.race.rows(tote_sums))
    is_free = of_all.scalar_subquery() < MOST_ON_A_RACE
    noting = insert(tote_bets).from_select([*_KINDS], values.where(is_new, ~frozen, few, is_free, *may))
    if db.scalar(noting.returning(tote_bets.c.bet_id)) is not None:
        return True
    known = db.execute(select(*(tote_bets.c[name] for name in facts)).where(tote_bets.c.key == made.key))
    earlier = known.mappings().one_or_none()
    if earlier is None and frozen_for(db, made.race.guild, made.user) is not None:
        raise FrozenError(f"The wallet of {made.user} in guild {made.race.guild} is frozen.")
    if earlier is None and not db.scalar(select(few)):
        raise EnoughBetsError(f"{made.user} has made {MOST_BETS} bets on this race.")
    if earlier is None and not db.scalar(select(is_free)):
        raise FullRaceError(f"{MOST_ON_A_RACE} bets have been made on this race.")
    if earlier is None:
        raise NewcomerError(max(0, int(db.execute(select(own)).scalar_one())))
    if dict(earlier) != facts:
        raise KeyReusedError(f"The key {made.key} stands for another bet.")
    return False


def _named(race: Race) -> dict[str, Any]:
    return {"table_id": race.table, "race": race.number}


def _json(horses: Sequence[object]) -> str:
    return json.dumps(horses, separators=(",", ":"), ensure_ascii=False)


def _facts(made: Bet) -> dict[str, Any]:
    return {
        **_named(made.race),
        "user_id": made.user,
        "pool": str(made.pool),
        "combination": made.combination,
        "stake": made.stake,
    }


def _add_up(db: Connection, made: Bet) -> None:
    """Add the stake to the sum of its combination, the first one or another."""
    facts = {name: fact for name, fact in _facts(made).items() if name != "user_id"} | {"bets": 1}
    db.execute(_adding(db.dialect.name), facts)


@cache
def _adding(dialect: str) -> Any:
    into = inserting(dialect, tote_sums)
    more = {name: tote_sums.c[name] + into.excluded[name] for name in ("stake", "bets")}
    return into.on_conflict_do_update(index_elements=list(tote_sums.primary_key), set_=more)
