"""What the books hold of one person, and how they are made to hold nothing of them.

Movements stay, for without them no balance would add up. But the accounts they join are named anew: in each guild
the person becomes a random number below zero, which nobody drew before and nobody keeps beside their id.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, RowMapping, Table, and_, delete, func, or_, select, union, update

from bot.bank.accounts import Account, AccountKind, balance_of, marker, open_with, wallet
from bot.bank.ledger import Memo, Reason, opening_key
from bot.bank.profiles import AHEAD
from bot.bank.standings.profits import forget_profits
from bot.bank.tote.payments import SUMMED_UP
from bot.bank.tote.settling import return_all_to
from bot.bank.wallets import close
from bot.db.locks import Lock, hold
from bot.db.schema import (
    accounts,
    achievements,
    bank_acts,
    careers,
    fame,
    frozen_wallets,
    movements,
    profits,
    ratings,
    results,
    seasons,
    tallies,
    tote_bets,
    tote_races,
    tote_sums,
)
from bot.db.statements import A_PAGE, Read, by_key, by_table, rows

OWN = (AccountKind.WALLET, AccountKind.MARKER)
"""The kinds of accounts that belong to people."""


def pages_about(read: Read, user: int) -> Mapping[str, AsyncIterator[list[dict[str, Any]]]]:
    """Return all that the books hold of a user, in all guilds, by theme in pages; other people do not occur in it."""
    lines = (seasons.c.guild_id, seasons.c.name, fame.c.board, fame.c.game, fame.c.place, fame.c.value)
    famous = select(fame.c.season_id, fame.c.line, *lines).join(
        seasons, seasons.c.season_id == fame.c.season_id
    )
    return {
        "frozen": _all_of(read, frozen_wallets, user, "guild_id"),
        "bank_acts": _acts(read, user),
        "profits": _profits(read, user),
        "ratings": _all_of(read, ratings, user, "guild_id", "game"),
        "fame": _rows(
            by_key(
                *(read, famous.where(fame.c.user_id == user)),
                *(fame.c.season_id, fame.c.board, fame.c.game, fame.c.line),
            ),
            *("season_id", "line"),
        ),
        "accounts": _accounts(read, user),
        "movements": _movements(read, user),
        "results": _results(read, user),
        "bets": _bets(read, user),
        "careers": _all_of(read, careers, user, "guild_id", "game"),
        "achievements": _all_of(read, achievements, user, "guild_id", "feat"),
        "tallies": _tallies(read, user),
    }


async def _rows(
    found: AsyncIterator[Sequence[RowMapping]], *left_out: str
) -> AsyncIterator[list[dict[str, Any]]]:
    async for some in found:
        yield [_without(dict(row), "user_id", *left_out) for row in some]


def _all_of(read: Read, table: Table, user: int, *key: str) -> AsyncIterator[list[dict[str, Any]]]:
    """Yield every row of a user in a table, in the order of a key."""
    mine = select(table).where(table.c.user_id == user)
    return _rows(by_key(read, mine, *(table.c[name] for name in key)))


async def _tallies(read: Read, user: int) -> AsyncIterator[list[dict[str, Any]]]:
    """Yield what profiles count of a user; of who finished ahead of them only how often each did."""
    async for some in _all_of(read, tallies, user, "guild_id", "what", "of"):
        yield [_without(row, "of") if row["what"] == AHEAD else row for row in some]


async def _results(read: Read, user: int) -> AsyncIterator[list[dict[str, Any]]]:
    mine, order = select(results).where(results.c.user_id == user), (results.c.table_id, results.c.seat)
    named = select(results.c.table_id).where(results.c.user_id == user)
    wanted = by_table(read, named, lambda some: mine.where(results.c.table_id.in_(some)).order_by(*order))
    async for some in _rows(wanted):
        yield some


async def _profits(read: Read, user: int) -> AsyncIterator[list[dict[str, Any]]]:
    async for some in by_key(read, select(profits).where(profits.c.user_id == user), profits.c.profit_id):
        yield [_without(dict(row), "profit_id", "user_id") for row in some]


async def _accounts(read: Read, user: int) -> AsyncIterator[list[dict[str, Any]]]:
    facts = (accounts.c.guild_id, accounts.c.kind, accounts.c.balance)
    mine = select(*facts).where(accounts.c.owner == str(user), accounts.c.kind.in_(OWN))
    async for some in by_key(read, mine, accounts.c.guild_id, accounts.c.kind):
        yield [dict(row) for row in some]


async def _movements(read: Read, user: int) -> AsyncIterator[list[dict[str, Any]]]:
    """Yield what came to a user and what went, guild by guild, in the order of each."""
    for guild in await read(_guilds, user):
        last, own = 0, (wallet(guild, user).id, marker(guild, user).id)
        while True:
            ends = [
                select(movements)
                .where(end == account, movements.c.movement_id > last)
                .order_by(movements.c.movement_id)
                .limit(A_PAGE)
                .subquery()
                for account in own
                for end in (movements.c.source, movements.c.target)
            ]  # each by its index
            both = union(*map(select, ends)).subquery()
            found = await read(rows, select(both).order_by(both.c.movement_id).limit(A_PAGE))
            if not found:
                break
            yield [_plain(dict(row), user) for row in found]
            last = found[-1]["movement_id"]


async def _bets(read: Read, user: int) -> AsyncIterator[list[dict[str, Any]]]:
    """Yield what they have bet on the tote, with what a coin has brought where the race is over."""
    names = ("table_id", "race", "name", "pool", "combination", "stake", "at", "returned")
    here = and_(tote_races.c.table_id == tote_bets.c.table_id, tote_races.c.race == tote_bets.c.race)
    outcome = (tote_races.c.guild_id, tote_races.c.status, tote_sums.c.dividend, tote_sums.c.refunded)
    mine = tote_bets.c.user_id == user
    wanted = (
        select(*(tote_bets.c[name] for name in names), *outcome)
        .join(tote_sums, SUMMED_UP)
        .join(tote_races, here)
        .where(mine)
        .order_by(tote_bets.c.bet_id)
    )
    named = select(tote_bets.c.table_id).where(mine)
    async for found in by_table(read, named, lambda some: wanted.where(tote_bets.c.table_id.in_(some))):
        yield [dict(row) | {"combination": json.loads(row["combination"])} for row in found]


async def _acts(read: Read, user: int) -> AsyncIterator[list[dict[str, Any]]]:
    """Yield what was done to a user's wallets, and what they did to those of others, who are not named."""
    theirs = select(bank_acts).where(or_(bank_acts.c.user_id == user, bank_acts.c.by_id == user))
    async for found in by_key(read, theirs, bank_acts.c.act_id):
        yield [
            _without(dict(row), "user_id", "by_id", "told", "act_id")
            | {"is_own_wallet": row["user_id"] == user, "is_own_act": row["by_id"] == user}
            for row in found
        ]


def _plain(movement: dict[str, Any], user: int) -> dict[str, Any]:
    """Name both ends of a movement by their kind alone, and say of a gift which one is the user's."""
    source, target = Account.of(movement["source"]), Account.of(movement["target"])
    ends = {"from": _end(source, user), "to": _end(target, user)}
    return {"guild_id": source.guild, **_without(movement, "source", "target", "key"), **ends}


def _end(account: Account, user: int) -> str:
    is_anothers = account.kind in OWN and account.owner != str(user)
    return f"another {account.kind}" if is_anothers else str(account.kind)


def _without(row: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in names}


def hold_books(db: Connection, user: int, guilds: Iterable[int]) -> None:
    """Let nobody else move coins in these guilds, and where the user has any, from the lowest number on.

    So whoever moves some of them in any order waits for nobody who waits for them.
    """
    for guild in sorted({*guilds, *_guilds(db, user)}):
        hold(db, Lock.BOOKS, guild)


def forget(db: Connection, user: int, now: int) -> Sequence[str]:
    """Give a user's coins back to the house in every guild, and leave nothing that leads to the user.

    Bets on races that are not off yet are among those coins: returns the tables of those, whose odds are others now.
    What tables that still run pay out to the new name goes to the house as well (see `bot.bank.buy_ins`).
    """
    hold_books(db, user, ())
    left = return_all_to(db, user, now)
    for guild in _guilds(db, user):
        nobody = -1 - secrets.randbelow(2**62)
        close(db, wallet(guild, user), Memo(f"closing:{guild}:{nobody}", Reason.CLOSING, now))
        _rename(db, wallet(guild, user), wallet(guild, nobody))
        _rename(db, marker(guild, user), marker(guild, nobody))
        forget_profits(db, guild, user)
        theirs = (results.c.guild_id == guild, results.c.user_id == user)
        db.execute(update(results).where(*theirs).values(user_id=None))
    # Of races that are run their bets stay in the pools, for the odds of others are made of them; what they win is
    # the house's.
    db.execute(update(tote_bets).where(tote_bets.c.user_id == user).values(user_id=None, name=""))
    for table in (ratings, careers, tallies, achievements):
        db.execute(delete(table).where(table.c.user_id == user))
    db.execute(update(fame).where(fame.c.user_id == user).values(user_id=None))
    db.execute(delete(tallies).where(tallies.c.what == AHEAD, tallies.c.of == str(user)))
    db.execute(delete(frozen_wallets).where(frozen_wallets.c.user_id == user))
    for column in (bank_acts.c.user_id, bank_acts.c.by_id):
        db.execute(update(bank_acts).where(column == user).values({column: None}))
    return left


def forget_bets(db: Connection, user: int, over: Sequence[str]) -> None:
    """Leave nothing at tables that are over that leads from bets to a user; their stakes stay in the pools."""
    theirs = and_(tote_bets.c.table_id.in_(over), func.coalesce(tote_bets.c.user_id, 0) == user)
    db.execute(update(tote_bets).where(theirs).values(user_id=None, name=""))


def _guilds(db: Connection, user: int) -> list[int]:
    own = select(accounts.c.guild_id).where(accounts.c.owner == str(user), accounts.c.kind.in_(OWN))
    noted = (
        select(each.c.guild_id).where(each.c.user_id == user) for each in (results, careers, achievements)
    )
    return sorted(db.scalars(union(own, *noted)))


def _rename(db: Connection, old: Account, new: Account) -> None:
    balance = balance_of(db, old)
    if balance is None:
        return
    open_with(db, new, balance)
    for end in (movements.c.source, movements.c.target):
        db.execute(update(movements).where(end == old.id).values({end: new.id}))
    db.execute(update(movements).where(movements.c.key == opening_key(old)).values(key=opening_key(new)))
    db.execute(delete(accounts).where(accounts.c.account_id == old.id))
