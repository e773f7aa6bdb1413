"""Boards: everybody of a server in the order of what they have, a page at a time, with one's own place."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Table, and_, func, select, text

from bot.bank.standings.ratings import PROVISIONAL
from bot.bank.standings.spans import ALL_GAMES, ALL_TIME, Since, spans_at
from bot.bank.standings.sums import season_at
from bot.bank.standings.worth import Member, leaderboard, members, rank_of
from bot.db.schema import (
    HAS_BET,
    HAS_PAID,
    HAS_PLAYED,
    ratings,
    seats,
    standings,
    tote_bets,
    tote_races,
)

A_PAGE: Final = 10
MOST_PAGES: Final = 100_000


class By(StrEnum):
    """What a board is in the order of."""

    WORTH = "worth"
    """Wallet and money on tables, less what is owed: as it is now, of all games together."""
    PROFIT = "profit"
    """Coins paid out at tables, less coins bought in."""
    WINS = "wins"
    RATING = "rating"
    """As it is now, of one game."""
    TOTE = "tote"
    """Coins that the tote paid, less coins bet; without what people lost who had their data erased since."""


class Line(NamedTuple):
    """Somebody on a board."""

    place: int
    """Equals share the better one."""
    user: int
    value: int
    games: int
    """Finished games; of the tote races bet on, of a rating rated games."""
    wins: int
    is_provisional: bool = False


class Board(NamedTuple):
    """A page of a board."""

    lines: list[Line]
    own: Line | None
    """Where the reader stands, whether or not that is on the page; None: nowhere."""
    total: int
    """How many stand on it."""
    page: int
    """From 1; the last one where a later one was asked for."""

    @property
    def pages(self) -> int:
        """How many there are, at least one."""
        return pages_of(self.total)


class _Ranked(NamedTuple):
    """Rows that stand on a board, and the column that it is in the order of."""

    rows: Table
    value: ColumnElement[int]
    here: ColumnElement[bool]
    games: ColumnElement[int]
    wins: ColumnElement[int] | None


def pages_of(total: int) -> int:
    """Return how many pages so many fill."""
    return max(1, -(-total // A_PAGE))


def board(
    db: Connection, guild: int, by: By, game: str, since: Since, page: int, user: int, now: int
) -> Board | None:
    """Return a page of a board, as `user` reads it; None of a season where none is open.

    By worth there is neither game nor stretch of time, by rating no stretch of time: they are not looked at.
    """
    if by is By.WORTH:
        return _by_worth(db, guild, page, user)
    if by is By.RATING:
        return _page(db, _by_rating(guild, game), page, user)
    season = season_at(db, guild) if since is Since.SEASON else None
    span = spans_at(now, season).get(since)
    return None if span is None else _page(db, _by_sum(guild, by, game, span), page, user)


def _by_worth(db: Connection, guild: int, page: int, user: int) -> Board:
    total = members(db, guild)
    page = min(page, pages_of(total))
    found = leaderboard(db, guild, A_PAGE, A_PAGE * (page - 1))
    own = next((each for each in found if each.user == user), None) or rank_of(db, guild, user)
    return Board([_member(each) for each in found], own and _member(own), total, page)


def _member(member: Member) -> Line:
    return Line(member.rank, member.user, member.worth, member.games, member.wins)


def _by_sum(guild: int, by: By, game: str, span: str) -> _Ranked:
    kept = standings.c
    value, few = {
        By.PROFIT: (kept.profit, HAS_PAID),
        By.WINS: (kept.wins, HAS_PLAYED),
        By.TOTE: (kept.tote_profit, HAS_BET),
    }[by]
    here = and_(kept.guild_id == guild, kept.span == span, kept.game == game, text(few))
    return _Ranked(standings, value, here, kept.bets if by is By.TOTE else kept.games, kept.wins)


def _by_rating(guild: int, game: str) -> _Ranked:
    here = and_(ratings.c.guild_id == guild, ratings.c.game == game)
    return _Ranked(ratings, ratings.c.shown, here, ratings.c.games, None)


def _page(db: Connection, ranked: _Ranked, page: int, user: int) -> Board:
    total = _count(db, ranked.here)
    page = min(page, pages_of(total))
    ordered = _select(ranked).where(ranked.here).order_by(ranked.value.desc(), ranked.rows.c.user_id.desc())
    found = db.execute(ordered.limit(A_PAGE).offset(A_PAGE * (page - 1))).all()
    lines: list[Line] = []
    for number, row in enumerate(found, A_PAGE * (page - 1) + 1):
        is_tied = bool(lines) and lines[-1].value == row.value
        place = lines[-1].place if is_tied else number if lines else _place(db, ranked, row.value)
        lines.append(_line(place, row, ranked))
    own = next((line for line in lines if line.user == user), None)
    return Board(lines, own or _own(db, ranked, user), total, page)


def _own(db: Connection, ranked: _Ranked, user: int) -> Line | None:
    mine = _select(ranked).where(ranked.here, ranked.rows.c.user_id == user)
    row = db.execute(mine).one_or_none()
    return None if row is None else _line(_place(db, ranked, row.value), row, ranked)


def _select(ranked: _Ranked) -> Any:
    wins = [] if ranked.wins is None else [ranked.wins.label("wins")]
    return select(
        ranked.rows.c.user_id.label("user"), ranked.value.label("value"), ranked.games.label("played"), *wins
    )


def _line(place: int, row: Any, ranked: _Ranked) -> Line:
    if ranked.wins is None:
        return Line(place, row.user, row.value, row.played, 0, row.played < PROVISIONAL)
    return Line(place, row.user, row.value, row.played, row.wins)


def _place(db: Connection, ranked: _Ranked, value: int) -> int:
    """Return the place of whoever has so much: one more than have more."""
    return 1 + _count(db, and_(ranked.here, ranked.value > value))


def _count(db: Connection, which: ColumnElement[bool]) -> int:
    return int(db.scalar(select(func.count()).where(which)) or 0)


def most_rated(db: Connection, guild: int) -> str | None:
    """Name the game in which most people of a guild are rated; None if nobody is in any."""
    many = func.count().desc()
    wanted = select(ratings.c.game).where(ratings.c.guild_id == guild)
    game: str | None = db.scalar(wanted.group_by(ratings.c.game).order_by(many, ratings.c.game).limit(1))
    return game


def names_of(db: Connection, guild: int, users: Collection[int]) -> Mapping[int, str]:
    """Return what people were called in a guild when they last played or bet there; who is not known is left out."""
    last = standings.outerjoin(
        seats, and_(seats.c.table_id == standings.c.table_id, seats.c.owner_id == standings.c.user_id)
    )
    here = (standings.c.guild_id == guild, standings.c.span == ALL_TIME, standings.c.game == ALL_GAMES)
    wanted = select(standings.c.user_id, seats.c.name).select_from(last)
    found = db.execute(wanted.where(*here, standings.c.user_id.in_(list(users))))
    players = {user: name for user, name in found if name}
    others = [user for user in users if user not in players]
    return {**_bettors(db, guild, others), **players} if others else players


def _bettors(db: Connection, guild: int, users: Collection[int]) -> Mapping[int, str]:
    """Return what people were called who bet in a guild, as of the last time."""
    here = and_(tote_races.c.table_id == tote_bets.c.table_id, tote_races.c.race == tote_bets.c.race)
    last = select(func.max(tote_bets.c.bet_id)).join(tote_races, here)
    theirs = last.where(tote_races.c.guild_id == guild, tote_bets.c.user_id.in_(list(users)))
    named = select(tote_bets.c.user_id, tote_bets.c.name)
    found = db.execute(named.where(tote_bets.c.bet_id.in_(theirs.group_by(tote_bets.c.user_id))))
    return {user: name for user, name in found if name}
