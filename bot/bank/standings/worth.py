"""Who is worth most.

Players are ranked by what they are worth: wallet and money on tables, less what is owed. So sitting down at
a table moves nobody down, and borrowing nobody up.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import BigInteger, ColumnElement, FromClause, Subquery, and_, cast, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.bank.accounts import AccountKind, in_play
from bot.bank.standings.spans import ALL_GAMES, ALL_TIME
from bot.store.schema import accounts, movements, standings


class Member(NamedTuple):
    """A user on a guild's leaderboard. Equal worth shares the better rank."""

    rank: int
    user: int
    worth: int
    wallet: int
    owed: int
    in_play: int
    games: int
    wins: int


async def leaderboard(db: AsyncConnection, guild: int, limit: int, offset: int = 0) -> list[Member]:
    """Return a page of the guild's players, best first."""
    return [member for _, member in await _found(db, guild, offset + 1, offset + limit)]


async def leaderboard_with(
    db: AsyncConnection, guild: int, limit: int, offset: int, user: int
) -> tuple[list[Member], Member | None]:
    """Return such a page, and a user on whichever: None if they never touched a coin here."""
    found = await _found(db, guild, offset + 1, offset + limit, user)
    page = [member for line, member in found if offset < line <= offset + limit]
    return page, next((member for _, member in found if member.user == user), None)


async def rank_of(db: AsyncConnection, guild: int, user: int) -> Member | None:
    """Find a user on it, None if they never touched a coin here."""
    return next((member for _, member in await _found(db, guild, 0, 0, user)), None)


async def _found(
    db: AsyncConnection, guild: int, first: int, last: int, user: int = 0
) -> list[tuple[int, Member]]:
    ranked, kept = _ranked(guild), standings.c
    all_of_it = and_(
        kept.guild_id == guild, kept.span == ALL_TIME, kept.game == ALL_GAMES, kept.user_id == ranked.c.user
    )
    record = (func.coalesce(kept.games, 0), func.coalesce(kept.wins, 0))
    wanted = select(ranked, *record).outerjoin(standings, all_of_it)
    here = wanted.where(or_(ranked.c.line.between(first, last), ranked.c.user == user)).order_by(
        ranked.c.line
    )
    return [(int(line), Member(*map(int, row))) for line, *row in await db.execute(here)]


async def members(db: AsyncConnection, guild: int) -> int:
    """Return how many users the leaderboard has."""
    wallets = select(func.count()).where(_is_members_wallet(accounts, guild))
    return int((await db.execute(wallets.select_from(accounts))).scalar_one())


def _is_members_wallet(named: FromClause, guild: int) -> ColumnElement[bool]:
    """Tell wallets of people from those whose owner had their data erased."""
    return and_(named.c.guild_id == guild, named.c.kind == AccountKind.WALLET, named.c.owner.not_like("-%"))


def _ranked(guild: int) -> Subquery:
    wallets, markers = accounts.alias("wallets"), accounts.alias("markers")
    on_tables = _on_tables(guild)
    user = cast(wallets.c.owner, BigInteger).label("user")
    in_play = func.coalesce(on_tables.c.coins, 0)
    owed = -func.coalesce(markers.c.balance, 0)
    worth = wallets.c.balance + in_play - owed
    owes = and_(
        markers.c.guild_id == guild, markers.c.kind == AccountKind.MARKER, markers.c.owner == wallets.c.owner
    )
    return (
        select(
            func.row_number().over(order_by=(worth.desc(), user)).label("line"),
            func.rank().over(order_by=worth.desc()).label("rank"),
            user,
            worth.label("worth"),
            wallets.c.balance.label("wallet"),
            owed.label("owed"),
            in_play.label("in_play"),
        )
        .outerjoin(markers, owes)
        .outerjoin(on_tables, on_tables.c.source == wallets.c.account_id)
        .where(_is_members_wallet(wallets, guild))
        .subquery("ranked")
    )


def _on_tables(guild: int) -> Subquery:
    coins = func.sum(movements.c.amount).label("coins")
    bought = select(movements.c.source, coins).where(movements.c.target.in_(in_play(guild)))
    return bought.group_by(movements.c.source).subquery("on_tables")
