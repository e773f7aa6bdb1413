"""What the books hold of one person, and how they are made to hold nothing of them.

Movements stay, for without them no balance would add up. But the accounts they join are named anew: in each guild
the person becomes a random number below zero, which nobody drew before and nobody keeps beside their id.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable
from typing import Any

from sqlalchemy import and_, delete, or_, select, union, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.bank.accounts import Account, AccountKind, balance_of, marker, open_with, wallet
from bot.bank.ledger import Memo, Reason, opening_key
from bot.bank.profiles import AHEAD
from bot.bank.tote.payments import SUMMED_UP
from bot.bank.wallets import close
from bot.store.locks import Lock, hold
from bot.store.schema import (
    accounts,
    achievements,
    bank_acts,
    careers,
    fame,
    frozen_wallets,
    movements,
    ratings,
    results,
    seasons,
    standings,
    tallies,
    tote_bets,
    tote_races,
    tote_sums,
)

OWN = (AccountKind.WALLET, AccountKind.MARKER)
"""The kinds of accounts that belong to people."""


async def kept_about(db: AsyncConnection, user: int) -> dict[str, list[dict[str, Any]]]:
    """Return all that the books hold of a user, in all guilds; other people do not occur in it."""
    own = select(accounts.c.account_id).where(accounts.c.owner == str(user), accounts.c.kind.in_(OWN))
    held = await db.execute(
        select(accounts.c.guild_id, accounts.c.kind, accounts.c.balance)
        .where(accounts.c.account_id.in_(own))
        .order_by(accounts.c.guild_id, accounts.c.kind)
    )
    moved = await db.execute(
        select(movements)
        .where(or_(movements.c.source.in_(own), movements.c.target.in_(own)))
        .order_by(movements.c.movement_id)
    )
    ended = await db.execute(
        select(results).where(results.c.user_id == user).order_by(results.c.ended_at, results.c.table_id)
    )
    frozen = await db.execute(
        select(frozen_wallets).where(frozen_wallets.c.user_id == user).order_by(frozen_wallets.c.guild_id)
    )
    return {
        "frozen": [_without(dict(row), "user_id") for row in frozen.mappings()],
        "bank_acts": await _acts(db, user),
        **await _standings(db, user),
        "accounts": [dict(row) for row in held.mappings()],
        "movements": [_plain(dict(row)) for row in moved.mappings()],
        "results": [_without(dict(row), "user_id") for row in ended.mappings()],
        "bets": await _bets(db, user),
        **await _profiles(db, user),
    }


async def _profiles(db: AsyncConnection, user: int) -> dict[str, list[dict[str, Any]]]:
    """Return what profiles tell of a user; of who finished ahead of them only how often each did."""
    wanted = {
        "careers": select(careers)
        .where(careers.c.user_id == user)
        .order_by(careers.c.guild_id, careers.c.game),
        "achievements": select(achievements)
        .where(achievements.c.user_id == user)
        .order_by(achievements.c.at, achievements.c.feat),
        "tallies": select(tallies)
        .where(tallies.c.user_id == user)
        .order_by(tallies.c.guild_id, tallies.c.what, tallies.c.times.desc(), tallies.c.of),
    }
    found = {
        name: [_without(dict(row), "user_id") for row in (await db.execute(each)).mappings()]
        for name, each in wanted.items()
    }
    found["tallies"] = [_without(row, "of") if row["what"] == AHEAD else row for row in found["tallies"]]
    return found


async def _bets(db: AsyncConnection, user: int) -> list[dict[str, Any]]:
    """Return what they have bet on the tote, with what a coin has brought where the race is over."""
    names = ("table_id", "race", "name", "pool", "combination", "stake", "at", "returned")
    here = and_(tote_races.c.table_id == tote_bets.c.table_id, tote_races.c.race == tote_bets.c.race)
    outcome = (tote_races.c.guild_id, tote_races.c.status, tote_sums.c.dividend, tote_sums.c.refunded)
    found = await db.execute(
        select(*(tote_bets.c[name] for name in names), *outcome)
        .join(tote_sums, SUMMED_UP)
        .join(tote_races, here)
        .where(tote_bets.c.user_id == user)
        .order_by(tote_bets.c.bet_id)
    )
    return [dict(row) | {"combination": json.loads(row["combination"])} for row in found.mappings()]


async def _standings(db: AsyncConnection, user: int) -> dict[str, list[dict[str, Any]]]:
    """Return a user's kept sums, ratings, and places in halls of fame."""
    sums = select(standings).where(standings.c.user_id == user)
    rated = select(ratings).where(ratings.c.user_id == user)
    lines = (seasons.c.guild_id, seasons.c.name, fame.c.board, fame.c.game, fame.c.place, fame.c.value)
    famous = (
        select(*lines).join(seasons, seasons.c.season_id == fame.c.season_id).where(fame.c.user_id == user)
    )
    wanted = {
        "standings": sums.order_by(standings.c.guild_id, standings.c.span, standings.c.game),
        "ratings": rated.order_by(ratings.c.guild_id, ratings.c.game),
        "fame": famous.order_by(fame.c.season_id, fame.c.board, fame.c.game),
    }
    return {
        name: [_without(dict(row), "user_id") for row in (await db.execute(each)).mappings()]
        for name, each in wanted.items()
    }


async def _acts(db: AsyncConnection, user: int) -> list[dict[str, Any]]:
    """Return what was done to a user's wallets, and what they did to those of others, who are not named."""
    theirs = or_(bank_acts.c.user_id == user, bank_acts.c.by_id == user)
    found = (await db.execute(select(bank_acts).where(theirs).order_by(bank_acts.c.at))).mappings()
    return [
        _without(dict(row), "user_id", "by_id", "told", "act_id")
        | {"is_own_wallet": row["user_id"] == user, "is_own_act": row["by_id"] == user}
        for row in found
    ]


def _plain(movement: dict[str, Any]) -> dict[str, Any]:
    """Name both ends of a movement by their kind alone: one is the user's, the other no person's."""
    ends = {"from": movement["source"].partition(":")[0], "to": movement["target"].partition(":")[0]}
    guild = int(movement["source"].split(":")[1])
    return {"guild_id": guild, **_without(movement, "source", "target", "key"), **ends}


def _without(row: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in names}


async def hold_books(db: AsyncConnection, user: int, guilds: Iterable[int]) -> None:
    """Let nobody else move coins in these guilds, and where the user has any, from the lowest number on.

    So whoever moves some of them in any order waits for nobody who waits for them.
    """
    for guild in sorted({*guilds, *await _guilds(db, user)}):
        await hold(db, Lock.BOOKS, guild)


async def forget(db: AsyncConnection, user: int, now: int) -> None:
    """Give a user's coins back to the house in every guild, and leave nothing that leads to the user.

    What tables that still run pay out to the new name goes to the house as well (see `bot.bank.buy_ins`).
    """
    await hold_books(db, user, ())
    for guild in await _guilds(db, user):
        nobody = -1 - secrets.randbelow(2**62)
        await close(db, wallet(guild, user), Memo(f"closing:{guild}:{nobody}", Reason.CLOSING, now))
        await _rename(db, wallet(guild, user), wallet(guild, nobody))
        await _rename(db, marker(guild, user), marker(guild, nobody))
        # The ratings of others were won against theirs, and can still be worked out anew.
        theirs = (results.c.guild_id == guild, results.c.user_id == user)
        await db.execute(update(results).where(*theirs).values(user_id=None, rated_as=nobody))
    # Their bets stay in the pools, for the odds of others are made of them; what they win is the house's.
    await db.execute(update(tote_bets).where(tote_bets.c.user_id == user).values(user_id=None, name=""))
    for table in (standings, ratings, careers, tallies, achievements):
        await db.execute(delete(table).where(table.c.user_id == user))
    await db.execute(update(fame).where(fame.c.user_id == user).values(user_id=None))
    await db.execute(delete(tallies).where(tallies.c.what == AHEAD, tallies.c.of == str(user)))
    await db.execute(delete(frozen_wallets).where(frozen_wallets.c.user_id == user))
    for column in (bank_acts.c.user_id, bank_acts.c.by_id):
        await db.execute(update(bank_acts).where(column == user).values({column: None}))


async def _guilds(db: AsyncConnection, user: int) -> list[int]:
    own = select(accounts.c.guild_id).where(accounts.c.owner == str(user), accounts.c.kind.in_(OWN))
    noted = (
        select(each.c.guild_id).where(each.c.user_id == user) for each in (results, careers, achievements)
    )
    return sorted(await db.scalars(union(own, *noted)))


async def _rename(db: AsyncConnection, old: Account, new: Account) -> None:
    balance = await balance_of(db, old)
    if balance is None:
        return
    await open_with(db, new, balance)
    for end in (movements.c.source, movements.c.target):
        await db.execute(update(movements).where(end == old.id).values({end: new.id}))
    await db.execute(
        update(movements).where(movements.c.key == opening_key(old)).values(key=opening_key(new))
    )
    await db.execute(delete(accounts).where(accounts.c.account_id == old.id))
