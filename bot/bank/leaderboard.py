"""Results of finished games, and who is worth most.

Players are ranked by what they are worth: wallet and money on tables, less what is owed. So sitting down at
a table moves nobody down, and borrowing nobody up. Only who has finished a game for coins is among them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    FromClause,
    Subquery,
    and_,
    case,
    cast,
    exists,
    func,
    insert,
    select,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.bank.accounts import AccountKind, in_play
from bot.bank.ledger import KeyReusedError
from bot.bank.playing import finished_for_coins
from bot.store.schema import accounts, movements, results


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


_RECORD = insert(results).returning(results.c.seat)
"""Several rows are one statement where something is returned of them."""


async def record_results(
    db: AsyncConnection,
    guild: int,
    table: str,
    *,
    game: str,
    users: Sequence[int | None],
    scores: Sequence[int],
    merits: Sequence[Any],
    is_won: bool = True,
    now: int,
) -> None:
    """Write down how a finished game ended, a row a seat; the higher merit is better, and the first place a win.

    Where the game is not won by anybody, the first place is nobody's.

    Done before, it writes nothing; raises `KeyReusedError` if it was otherwise.
    """
    rows = [
        {
            "table_id": table,
            "seat": seat,
            "guild_id": guild,
            "user_id": user,
            "game": game,
            "score": score,
            "place": (1 if is_won else 2) + sum(other > merits[seat] for other in merits),
        }
        for seat, (user, score) in enumerate(zip(users, scores, strict=True))
    ]
    columns = [results.c[name] for name in rows[0]]
    known = await db.execute(select(*columns).where(results.c.table_id == table).order_by(results.c.seat))
    earlier = [dict(row) for row in known.mappings()]
    if earlier and earlier != rows:
        raise KeyReusedError(f"Table {table} ended otherwise: {earlier}.")
    if not earlier:
        await db.execute(_RECORD, [row | {"ended_at": now} for row in rows])


async def leaderboard(db: AsyncConnection, guild: int, limit: int, offset: int = 0) -> list[Member]:
    """Return a page of the guild's players, best first."""
    ranked = _ranked(guild)
    page = select(ranked).order_by(ranked.c.rank, ranked.c.user).limit(limit).offset(offset)
    return [Member(*map(int, row)) for row in await db.execute(page)]


async def rank_of(db: AsyncConnection, guild: int, user: int) -> Member | None:
    """Find a user on it, None if they have finished no game for coins here."""
    ranked = _ranked(guild)
    row = (await db.execute(select(ranked).where(ranked.c.user == user))).one_or_none()
    return None if row is None else Member(*map(int, row))


async def members(db: AsyncConnection, guild: int) -> int:
    """Return how many users the leaderboard has."""
    wallets = select(func.count()).where(_is_members_wallet(accounts, guild))
    return int((await db.execute(wallets.select_from(accounts))).scalar_one())


def _is_members_wallet(named: FromClause, guild: int) -> ColumnElement[bool]:
    """Tell wallets of people who have finished a game for coins: gifts, bets and grants make nobody a member."""
    is_wallet = named.c.kind == AccountKind.WALLET
    user = case((is_wallet, cast(named.c.owner, BigInteger)))  # other owners are no numbers
    has_played = exists(finished_for_coins(guild).where(results.c.user_id == user).correlate(named))
    return and_(named.c.guild_id == guild, is_wallet, has_played)


def _ranked(guild: int) -> Subquery:
    wallets, markers = accounts.alias("wallets"), accounts.alias("markers")
    played, on_tables = _played(guild), _on_tables(guild)
    user = cast(wallets.c.owner, BigInteger).label("user")
    in_play = func.coalesce(on_tables.c.coins, 0)
    owed = -func.coalesce(markers.c.balance, 0)
    worth = wallets.c.balance + in_play - owed
    owes = and_(
        markers.c.guild_id == guild, markers.c.kind == AccountKind.MARKER, markers.c.owner == wallets.c.owner
    )
    return (
        select(
            func.rank().over(order_by=worth.desc()).label("rank"),
            user,
            worth.label("worth"),
            wallets.c.balance.label("wallet"),
            owed.label("owed"),
            in_play.label("in_play"),
            func.coalesce(played.c.games, 0).label("games"),
            func.coalesce(played.c.wins, 0).label("wins"),
        )
        .outerjoin(markers, owes)
        .outerjoin(on_tables, on_tables.c.source == wallets.c.account_id)
        .outerjoin(played, played.c.user_id == user)
        .where(_is_members_wallet(wallets, guild))
        .subquery("ranked")
    )


def _played(guild: int) -> Subquery:
    wins = func.sum(case((results.c.place == 1, 1), else_=0)).label("wins")
    counted = select(results.c.user_id, func.count().label("games"), wins)
    return counted.where(results.c.guild_id == guild).group_by(results.c.user_id).subquery("played")


def _on_tables(guild: int) -> Subquery:
    coins = func.sum(movements.c.amount).label("coins")
    bought = select(movements.c.source, coins).where(movements.c.target.in_(in_play(guild)))
    return bought.group_by(movements.c.source).subquery("on_tables")
