"""A bet is made: its row, its coins, and the sum of its combination, in the transaction of the caller."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, Integer, Text, and_, exists, func, insert, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.types import TypeEngine

from bot.bank.accounts import wallet
from bot.bank.ledger import BankError, Journal, KeyReusedError, Memo, OverdrawnError, Reason
from bot.bank.tote.dividends import MOST
from bot.bank.tote.payments import Race
from bot.bank.tote.pools import Pool
from bot.store.locks import Lock, hold
from bot.store.owed import owed
from bot.store.schema import frozen_wallets, tote_bets, tote_races, tote_sums

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
_OPEN_RACE, _NEW_SUM = owed(insert(tote_races)), owed(insert(tote_sums))


class RaceStatus(StrEnum):
    """How the tote of a race stands."""

    OPEN = "open"
    CLOSED = "closed"
    """It is run: nobody bets any more."""
    SETTLED = "settled"
    REFUNDED = "refunded"
    """It was not run to its end."""


UNSETTLED = (RaceStatus.OPEN, RaceStatus.CLOSED)
"""While their stakes lie in the pools."""


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


async def open_race(db: AsyncConnection, race: Race, runners: Sequence[str], rate: int, now: int) -> None:
    """Write down a race before its first bet: the horses that can be bet on, and the takeout in per cent."""
    facts = {"runners": _json(runners), "takeout": rate, "status": RaceStatus.OPEN, "opened_at": now}
    await db.execute(_OPEN_RACE, {**_named(race), "guild_id": race.guild, **facts})


async def bet(db: AsyncConnection, made: Bet, now: int, *, is_first: bool = False) -> bool:
    """Take a bet on a race that the caller holds open; `is_first`: nobody has bet on it yet.

    Returns False, and moves nothing, if its key made just this bet before. Raises `KeyReusedError` if it made
    another, `StakeError`, `FrozenError`, and `OverdrawnError` where the wallet holds too little: nothing is lent.
    """
    if not 0 < made.stake <= MOST:
        raise StakeError(f"{made.stake} coins cannot be bet.")
    await hold(db, Lock.BOOKS, made.race.guild)
    if not await _noted(db, made, now):
        return False
    home, pool = wallet(made.race.guild, made.user), made.race.account(made.pool)
    journal = await Journal.begin(db, [home, pool], {})
    if journal.opened(pool, now) + made.stake > MOST:
        raise StakeError(f"{pool.id} cannot hold {made.stake} coins more.")
    if journal.opened(home, now) < made.stake:
        raise OverdrawnError(f"{home.id} holds {journal.balance(home)} coins, and {made.stake} are bet.")
    journal.move(home, pool, made.stake, Memo(f"{Reason.BET}:{made.key}", Reason.BET, now))
    await journal.write()
    await _add_up(db, made, is_first=is_first)
    return True


async def staked_by(db: AsyncConnection, guild: int, user: int) -> int:
    """Return how many coins somebody has on races of a guild that are still to be settled."""
    here = and_(tote_races.c.table_id == tote_bets.c.table_id, tote_races.c.race == tote_bets.c.race)
    theirs = (tote_bets.c.user_id == user, tote_bets.c.returned.is_(False))
    unsettled = (tote_races.c.guild_id == guild, tote_races.c.status.in_(UNSETTLED))
    staked = select(func.coalesce(func.sum(tote_bets.c.stake), 0)).join(tote_races, here)
    return int((await db.execute(staked.where(*theirs, *unsettled))).scalar_one())


async def _noted(db: AsyncConnection, made: Bet, now: int) -> bool:
    """Write the bet down; False if it stands there already."""
    facts = _facts(made)
    row = {**facts, "at": now, "key": made.key, "name": made.name}
    values = select(*(literal(row[name], kind).label(name) for name, kind in _KINDS.items()))
    is_new = ~exists().where(tote_bets.c.key == made.key)
    frozen = exists().where(
        frozen_wallets.c.guild_id == made.race.guild, frozen_wallets.c.user_id == made.user
    )
    done = await db.execute(insert(tote_bets).from_select([*_KINDS], values.where(is_new, ~frozen)))
    if done.rowcount:
        return True
    known = await db.execute(
        select(*(tote_bets.c[name] for name in facts)).where(tote_bets.c.key == made.key)
    )
    earlier = known.mappings().one_or_none()
    if earlier is None:
        raise FrozenError(f"The wallet of {made.user} in guild {made.race.guild} is frozen.")
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


async def _add_up(db: AsyncConnection, made: Bet, *, is_first: bool) -> None:
    facts = {name: fact for name, fact in _facts(made).items() if name != "user_id"}
    key = [tote_sums.c[name] == facts[name] for name in ("table_id", "race", "pool", "combination")]
    added = update(tote_sums).where(*key).values(stake=tote_sums.c.stake + made.stake)
    if is_first or not (await db.execute(added)).rowcount:
        await db.execute(_NEW_SUM, facts)
