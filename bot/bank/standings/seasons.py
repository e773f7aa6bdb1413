"""Seasons: a stretch of time that a server plays for, opened and closed by who manages it, and its hall of fame.

What a season counts is told by numbers and not by the clock: the results and movements that were written after its
start. So no two processes whose clocks differ count otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, delete, func, insert, select, text, update

from bot.bank.refusals import BankRefusal, BankRefused
from bot.bank.standings.boards import By
from bot.bank.standings.ratings import PROVISIONAL
from bot.bank.standings.spans import ALL_GAMES, season_span
from bot.db.locks import Lock, hold
from bot.db.schema import HAS_PAID, HAS_PLAYED, movements, ratings, results, seasons, standings
from bot.db.schema import fame as hall

LONGEST_NAME: Final = 60
"""Characters of a season's name."""

KEPT: Final = 10
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
        "movements_before": db.scalar(select(func.max(movements.c.movement_id))) or 0,
    }
    new = insert(seasons).values(row).returning(seasons.c.season_id)
    return Season(db.execute(new).scalar_one(), name[:LONGEST_NAME], now, None)


def close(db: Connection, guild: int, now: int) -> Season:
    """Close the open season and keep the best of it for ever. Raises `BankRefused` if none is open."""
    hold(db, Lock.BOOKS, guild)
    season = open_season(db, guild)
    if season is None:
        raise BankRefused(BankRefusal.NO_SEASON)
    if lines := _best(db, guild, season.season):
        db.execute(insert(hall), lines)
    this = seasons.c.season_id == season.season
    db.execute(update(seasons).where(this).values(closed_at=now))
    db.execute(delete(standings).where(*_in_season(guild, season.season)))
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


def _in_season(guild: int, season: int) -> tuple[ColumnElement[bool], ...]:
    return (standings.c.guild_id == guild, standings.c.span == season_span(season))


def _last_result(db: Connection, guild: int) -> int:
    return int(db.scalar(select(func.max(results.c.number)).where(results.c.guild_id == guild)) or 0)


def _best(db: Connection, guild: int, season: int) -> list[dict[str, Any]]:
    """Return the lines that a season leaves: by profit, by wins, and by the rating of every game played in it."""
    here = (*_in_season(guild, season), standings.c.game == ALL_GAMES)
    lines = [
        *_lines(db, season, By.PROFIT, ALL_GAMES, standings.c.profit, *here, text(HAS_PAID)),
        *_lines(db, season, By.WINS, ALL_GAMES, standings.c.wins, *here, text(HAS_PLAYED)),
    ]
    played = (
        select(standings.c.game).where(*_in_season(guild, season), standings.c.game != ALL_GAMES).distinct()
    )
    for game in sorted(db.scalars(played)):
        who = select(standings.c.user_id).where(
            *_in_season(guild, season), standings.c.game == game, text(HAS_PLAYED)
        )
        rated = (ratings.c.guild_id == guild, ratings.c.game == game, ratings.c.games >= PROVISIONAL)
        lines += _lines(db, season, By.RATING, game, ratings.c.shown, *rated, ratings.c.user_id.in_(who))
    return lines


def _lines(db: Connection, season: int, by: By, game: str, value: Any, *which: Any) -> list[dict[str, Any]]:
    user = value.table.c.user_id
    best = select(user, value.label("value")).where(*which).order_by(value.desc(), user.desc())
    found = db.execute(best.limit(KEPT)).all()
    values = [row.value for row in found]
    return [
        {
            "season_id": season,
            "board": by,
            "game": game,
            "line": line,
            "place": 1 + values.index(row.value),
            "user_id": row.user_id,
            "value": row.value,
        }
        for line, row in enumerate(found, 1)
    ]
