"""Seasons: a stretch of time that a server plays for, opened and closed by who manages it, and its hall of fame.

What a season counts is told by numbers and not by the clock: the results and profits that were written after its
start. So no two processes whose clocks differ count otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, func, insert, select, update

from bot.bank.playing import ALL_GAMES, PEOPLE_FOR_STAKES
from bot.bank.refusals import BankRefusal, BankRefused
from bot.bank.standings.boards import A_PAGE, By, Since, board
from bot.bank.standings.ratings import PROVISIONAL
from bot.db.locks import Lock, hold
from bot.db.schema import fame as hall
from bot.db.schema import profits, ratings, results, seasons

LONGEST_NAME: Final = 60
"""Characters of a season's name."""

KEPT: Final = A_PAGE
"""How many lines of each board the hall of fame keeps."""


class Season(NamedTuple):
    """A season of a server."""

    season: int
    name: str
    """May be empty."""
    started_at: int
    closed_at: int | None


class Fame(NamedTuple):
    """A line in the hall of fame."""

    by: By
    game: str
    """Of a rating; else empty."""
    place: int
    user: int | None
    """None: they had their data erased."""
    value: int


def start(db: Connection, guild: int, name: str, now: int) -> Season:
    """Open a season, in which nobody has anything yet. Raises `BankRefused` while one is open."""
    hold(db, Lock.BOOKS, guild)
    if open_season(db, guild):
        raise BankRefused(BankRefusal.SEASON_OPEN)
    row = {
        "guild_id": guild,
        "name": name[:LONGEST_NAME],
        "started_at": now,
        "results_before": _last_result(db, guild),
        "profits_before": db.scalar(select(func.max(profits.c.profit_id))) or 0,
    }
    new = insert(seasons).values(row).returning(seasons.c.season_id)
    return Season(db.execute(new).scalar_one(), name[:LONGEST_NAME], now, None)


def close(db: Connection, guild: int, now: int) -> Season:
    """Close the open season and keep the best of it for ever. Raises `BankRefused` if none is open."""
    hold(db, Lock.BOOKS, guild)
    season = open_season(db, guild)
    if season is None:
        raise BankRefused(BankRefusal.NO_SEASON)
    if lines := _best(db, guild, season.season, now):
        db.execute(insert(hall), lines)
    this = seasons.c.season_id == season.season
    db.execute(update(seasons).where(this).values(closed_at=now))
    return season._replace(closed_at=now)


def open_season(db: Connection, guild: int) -> Season | None:
    """Return the season that is open."""
    is_open = (seasons.c.guild_id == guild, seasons.c.closed_at.is_(None))
    row = db.execute(_SEASON.where(*is_open)).one_or_none()
    return None if row is None else Season(*row)


def season_count(db: Connection, guild: int) -> int:
    """Return how many seasons a guild has closed."""
    return int(db.scalar(select(func.count()).where(*_closed(guild))) or 0)


def fame(
    db: Connection, guild: int, most: int, limit: int, offset: int = 0
) -> list[tuple[Season, Sequence[Fame]]]:
    """Return closed seasons, the latest first, each with its lines up to a place."""
    page = _SEASON.where(*_closed(guild)).order_by(seasons.c.season_id.desc())
    found = [Season(*row) for row in db.execute(page.limit(limit).offset(offset))]
    lines = db.execute(
        select(hall)
        .where(hall.c.season_id.in_([each.season for each in found]), hall.c.place <= most)
        .order_by(hall.c.season_id, hall.c.board, hall.c.game, hall.c.line)
    )
    kept = [(row.season_id, _fame(row)) for row in lines]
    return [(season, [line for of, line in kept if of == season.season]) for season in found]


_SEASON = select(seasons.c.season_id, seasons.c.name, seasons.c.started_at, seasons.c.closed_at)


def _closed(guild: int) -> tuple[ColumnElement[bool], ...]:
    return (seasons.c.guild_id == guild, seasons.c.closed_at.is_not(None))


def _fame(row: Row[Any]) -> Fame:
    return Fame(By(row.board), row.game, row.place, row.user_id, row.value)


def _last_result(db: Connection, guild: int) -> int:
    return int(db.scalar(select(func.max(results.c.number)).where(results.c.guild_id == guild)) or 0)


def _best(db: Connection, guild: int, season: int, now: int) -> list[dict[str, Any]]:
    """Return the lines that a season leaves: by profit, by wins, and by the rating of every game played in it."""
    lines = [
        *_lines(season, By.PROFIT, ALL_GAMES, _top(db, guild, By.PROFIT, now)),
        *_lines(season, By.WINS, ALL_GAMES, _top(db, guild, By.WINS, now)),
    ]
    in_it = select(seasons.c.results_before).where(seasons.c.season_id == season).scalar_subquery()
    of_season = (results.c.guild_id == guild, results.c.number > in_it, results.c.people >= PEOPLE_FOR_STAKES)
    for game in sorted(db.scalars(select(results.c.game).where(*of_season).distinct())):
        who = select(results.c.user_id).where(
            *of_season, results.c.game == game, results.c.user_id.is_not(None)
        )
        rated = (ratings.c.guild_id == guild, ratings.c.game == game, ratings.c.games >= PROVISIONAL)
        best = select(ratings.c.user_id, ratings.c.shown).where(*rated, ratings.c.user_id.in_(who))
        in_order = best.order_by(ratings.c.shown.desc(), ratings.c.user_id.desc()).limit(KEPT)
        lines += _lines(season, By.RATING, game, [(user, shown) for user, shown in db.execute(in_order)])
    return lines


def _top(db: Connection, guild: int, by: By, now: int) -> list[tuple[int, int]]:
    """Return the best of the open season."""
    found = board(db, guild, by, ALL_GAMES, Since.SEASON, 1, 0, now)
    return [(line.user, line.value) for line in found.lines] if found else []


def _lines(season: int, by: By, game: str, best: Sequence[tuple[int, int]]) -> list[dict[str, Any]]:
    values = [value for _, value in best]
    return [
        {
            "season_id": season,
            "board": by,
            "game": game,
            "line": line,
            "place": 1 + values.index(value),
            "user_id": user,
            "value": value,
        }
        for line, (user, value) in enumerate(best, 1)
    ]
