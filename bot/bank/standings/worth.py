"""Who is worth most.

Players are ranked by what they are worth: wallet, money on tables and bets on the tote, less what is owed. So sitting
down at a table moves nobody down, borrowing nobody up, and nobody sees who has bet, or how much.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sqlalchemy import (
    CTE,
    BigInteger,
    ColumnElement,
    FromClause,
    Select,
    Subquery,
    and_,
    case,
    cast,
    exists,
    func,
    or_,
    select,
    union,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.bank.accounts import AccountKind, in_play
from bot.bank.playing import finished_for_coins
from bot.bank.standings.spans import ALL_GAMES, ALL_TIME
from bot.bank.tote.betting import HERE, UNSETTLED
from bot.store.schema import accounts, movements, results, standings, tables, tote_bets, tote_races

OPEN: Final = ("lobby", "running")
"""Tables with these states may have races that are still to be settled."""

NOBODY: Final = 0
"""No id of a person."""


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
    page, _ = await leaderboard_with(db, guild, limit, offset, NOBODY)
    return page


async def rank_of(db: AsyncConnection, guild: int, user: int) -> Member | None:
    """Find a user on it, None if they never touched a coin here."""
    _, own = await leaderboard_with(db, guild, 0, 0, user)
    return own


async def leaderboard_with(
    db: AsyncConnection, guild: int, limit: int, offset: int, user: int
) -> tuple[list[Member], Member | None]:
    """Return such a page, and a user on whichever: None if they never touched a coin here."""
    page, own = list[Member](), None
    for row in await db.execute(_shown(guild, limit, offset, user)):
        is_listed, rank, *facts = row
        if is_listed and rank is None:
            is_tied = page[-1].worth == row.worth
            rank = page[-1].rank if is_tied else offset + len(page) + 1
        member = Member(int(rank), *map(int, facts))
        if is_listed:
            page.append(member)
        if member.user == user:
            own = member
    return page, own


def _shown(guild: int, limit: int, offset: int, user: int) -> Select[Any]:
    """Select a page and a user, best first; of the first and of the user it counts how many are worth more."""
    worths, kept = _worths(guild), standings.c
    page = (
        select(worths).order_by(worths.c.worth.desc(), worths.c.user).limit(limit).offset(offset).cte("page")
    )
    shown = union(select(page), select(worths).where(worths.c.user == user)).subquery("shown")
    others = worths.alias("others")
    more = select(func.count()).select_from(others).where(others.c.worth > shown.c.worth).scalar_subquery()
    is_counted = or_(shown.c.user == user, shown.c.worth == select(func.max(page.c.worth)).scalar_subquery())
    all_of_it = and_(
        kept.guild_id == guild, kept.span == ALL_TIME, kept.game == ALL_GAMES, kept.user_id == shown.c.user
    )
    return (
        select(
            shown.c.user.in_(select(page.c.user)).label("is_listed"),
            case((is_counted, 1 + more)).label("rank"),
            *(shown.c[name] for name in ("user", "worth", "wallet", "owed", "in_play")),
            func.coalesce(kept.games, 0),
            func.coalesce(kept.wins, 0),
        )
        .outerjoin(standings, all_of_it)
        .order_by(shown.c.worth.desc(), shown.c.user)
    )


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


def _worths(guild: int) -> CTE:
    """Select what everybody of a guild is worth: put together once, for whatever is asked of it."""
    wallets, debts, on_tables = accounts.alias("wallets"), _debts(guild), _on_tables(guild)
    in_play, owed = func.coalesce(on_tables.c.coins, 0), func.coalesce(debts.c.owed, 0)
    bets = _on_tote(guild)
    user = cast(wallets.c.owner, BigInteger)
    staked = func.coalesce(bets.c.coins, 0)
    return (
        select(
            user.label("user"),
            (wallets.c.balance + in_play + staked - owed).label("worth"),
            wallets.c.balance.label("wallet"),
            owed.label("owed"),
            in_play.label("in_play"),
        )
        .outerjoin(debts, debts.c.owner == wallets.c.owner)
        .outerjoin(on_tables, on_tables.c.source == wallets.c.account_id)
        .outerjoin(bets, bets.c.user_id == user)
        .where(_is_members_wallet(wallets, guild))
        .cte("worths")
    )


def _debts(guild: int) -> Subquery:
    owing = (accounts.c.guild_id == guild, accounts.c.kind == AccountKind.MARKER, accounts.c.balance < 0)
    return select(accounts.c.owner, (-accounts.c.balance).label("owed")).where(*owing).subquery("debts")


def _on_tote(guild: int) -> Subquery:
    """Select what everybody has bet on races that are still to be settled: those of open tables."""
    open_here = and_(
        tables.c.guild_id == guild, tables.c.status.in_(OPEN), tote_races.c.status.in_(UNSETTLED)
    )
    those = tables.join(tote_races, tote_races.c.table_id == tables.c.table_id).join(tote_bets, HERE)
    coins = cast(func.sum(tote_bets.c.stake), BigInteger).label("coins")
    bet = (
        select(tote_bets.c.user_id, coins)
        .select_from(those)
        .where(open_here, tote_bets.c.returned.is_(False))
    )
    return bet.group_by(tote_bets.c.user_id).subquery("on_tote")


def _on_tables(guild: int) -> Subquery:
    coins = func.sum(movements.c.amount).label("coins")
    bought = select(movements.c.source, coins).where(movements.c.target.in_(in_play(guild)))
    return bought.group_by(movements.c.source).subquery("on_tables")
