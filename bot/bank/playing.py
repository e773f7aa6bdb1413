"""Who has played for coins in a guild, and what a newcomer may let go to others.

A *newcomer* has finished games for coins on fewer than `NEWCOMER_DAYS` days. What the house has given newcomers cannot
be lost to other people: else somebody could lose it to a friend, have their data erased, and be given it again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    ScalarSelect,
    Select,
    case,
    cast,
    func,
    select,
)

from bot.bank.accounts import wallet
from bot.bank.ledger import Reason
from bot.db.schema import accounts, movements, results, tables

ALL_GAMES: Final = ""
"""In place of a game: all of them together."""

DAY: Final = 24 * 60 * 60 * 1000
"""Milliseconds. Days are those of UTC."""

NEWCOMER_DAYS: Final = 3
"""Days of finished games for coins, from which on somebody is a newcomer no more."""

_GIVEN: Final = (Reason.OPENING, Reason.STIPEND)
"""Reasons of coins that the house gives to any user on request."""

PEOPLE_FOR_STAKES = 2
"""Tables with fewer people are for practice: no coins move, and the game counts for nobody's games and wins."""


def finished_for_coins(guild: int) -> Select[tuple[int]]:
    """Select who has finished a game for coins there, a row a game; who had their data erased is none of them."""
    played = select(results.c.user_id).join(tables, tables.c.table_id == results.c.table_id)
    return played.where(results.c.guild_id == guild, results.c.user_id.is_not(None), tables.c.stakes)


def is_newcomer(guild: int, user: int) -> ColumnElement[bool]:
    """Say in a statement whether somebody is a newcomer; it reads games until it has found enough days."""
    day = results.c.ended_at // DAY
    theirs = finished_for_coins(guild).where(results.c.user_id == user).with_only_columns(day).limit(1)
    days: list[ScalarSelect[int]] = []
    for _ in range(NEWCOMER_DAYS):
        days.append(theirs.where(*(day != each for each in days)).correlate(None).scalar_subquery())
    return days[-1].is_(None)


def own_coins(db: Connection, guild: int, users: Sequence[int]) -> dict[int, int]:
    """Return what people may lose to others of what they hold: newcomers what they have earned, below zero: less."""
    own = [case((is_newcomer(guild, user), earned(guild, user)), else_=held(guild, user)) for user in users]
    if not own:
        return {}
    numbered = [each.label(f"own_{number}") for number, each in enumerate(own)]
    return dict(zip(users, db.execute(select(*numbered)).one(), strict=True))


def held(guild: int, user: int) -> ColumnElement[int]:
    """Say in a statement what a wallet holds."""
    home = select(accounts.c.balance).where(accounts.c.account_id == wallet(guild, user).id)
    return _or_zero(home.scalar_subquery())


def earned(guild: int, user: int) -> ColumnElement[int]:
    """Say in a statement what a wallet holds beyond what the house has given its owner, in coins; below zero: less."""
    to_them = movements.c.target == wallet(guild, user).id
    given = select(func.sum(movements.c.amount)).where(to_them, movements.c.reason.in_(_GIVEN))
    return held(guild, user) - _or_zero(given.scalar_subquery())


def _or_zero(amount: ScalarSelect[int]) -> ColumnElement[int]:
    return cast(func.coalesce(amount, 0), BigInteger)
