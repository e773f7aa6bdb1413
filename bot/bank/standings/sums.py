"""The kept sums: what a result, a paid table or a settled race of the tote adds to those of everybody concerned."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Select,
    Text,
    and_,
    delete,
    func,
    literal,
    or_,
    select,
    text,
    true,
    tuple_,
)

from bot.bank.playing import DAY
from bot.bank.standings.spans import ALL_GAMES, PASSING, spans_at
from bot.db.handed_rows import handed_rows
from bot.db.locks import Lock, hold
from bot.db.schema import PASSES, seasons, standings, tables
from bot.db.upserts import inserting

AT_ONCE = 500
"""Rows of one statement at most."""

KEPT_ON = 3 * DAY
"""Milliseconds for which sums stay after their day, week or month: clocks of processes may differ."""


class Change(NamedTuple):
    """What is added to somebody's sums; every field is a column of them."""

    games: int = 0
    wins: int = 0
    paid: int = 0
    profit: int = 0
    bets: int = 0
    tote_profit: int = 0

    def __add__(self, other: object) -> Change:
        assert isinstance(other, Change)
        return Change(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


COUNTED = Change._fields
"""The sums that are kept."""

Key = tuple[str, str, int]
"""A stretch of time, a game, a person."""

Sums = defaultdict[Key, Change]


class OpenSeason(NamedTuple):
    """The open season, if there is one, and the last result and movement before it."""

    number: int | None = None
    results_before: int = 0
    movements_before: int = 0

    @classmethod
    def of(cls, db: Connection, guild: int) -> OpenSeason:
        """Read that of a guild."""
        facts = (seasons.c.season_id, seasons.c.results_before, seasons.c.movements_before)
        wanted = select(*facts).where(seasons.c.guild_id == guild, seasons.c.closed_at.is_(None))
        row = db.execute(wanted).one_or_none()
        return cls() if row is None else cls(*row)


def add_days(sums: Sums, days: Iterable[Mapping[str, Any]], season: OpenSeason) -> None:
    """Add what people did in a game on one day, in the open season or before it."""
    for day in days:
        change = Change(**{name: int(value) for name, value in day.items() if name in COUNTED})
        for span in spans_at(int(day["day"]) * DAY, season.number if day["late"] else None).values():
            for of in dict.fromkeys((ALL_GAMES, day["game"] or ALL_GAMES)):
                sums[span, of, int(day["user"])] += change


def note_paid(
    db: Connection, guild: int, table: str, profits: Iterable[tuple[int | None, int]], now: int
) -> None:
    """Note what a table that is paid out has brought its people: pay-out less buy-in, in coins.

    Computers, and who had their data erased, have no sums.
    """
    game, season = _counted_for(db, guild, table)
    changes = {
        user: Change(paid=1, profit=profit) for user, profit in profits if user is not None and user > 0
    }
    add(db, guild, game, season, changes, now, table)


def _counted_for(db: Connection, guild: int, table: str) -> tuple[str, int | None]:
    """Return which game's sums a table adds to, and those of which season."""
    of_table = select(tables.c.game).where(tables.c.table_id == table).scalar_subquery()
    game, season = db.execute(select(of_table, open_season_of(guild))).one()
    return game or ALL_GAMES, season


def note_tote(db: Connection, guild: int, table: str, profits: Select[tuple[int, int]], now: int) -> None:
    """Note what a settled race of the tote has brought everybody who bet on it: a row a person, coins paid less bet.

    In the transaction that settles it, and once; by one statement, however many they are. A race that is refunded
    brought nobody anything: it is not noted.
    """
    game, season = _counted_for(db, guild, table)
    spans = spans_at(now, season).values()
    of = [{"span": span, "game": each} for span in spans for each in dict.fromkeys((ALL_GAMES, game))]
    brought, each = profits.subquery("brought"), handed_rows("of", span=Text(), game=Text())
    none = {name: literal(0) for name in COUNTED}
    sums = {**none, "bets": literal(1), "tote_profit": brought.c.profit}
    row = {"guild_id": literal(guild, BigInteger), "span": each.c.span, "game": each.c.game}
    row |= {"user_id": brought.c.user_id, **sums}
    # SQLite takes what follows for a join where there is no condition.
    rows = select(*row.values()).select_from(each.join(brought, true())).where(brought.c.user_id > 0)
    db.execute(_adding_to(inserting(db.dialect.name, standings).from_select([*row], rows)), {"of": of})


def season_at(db: Connection, guild: int) -> int | None:
    """Return the number of the season that is open."""
    season: int | None = db.scalar(select(open_season_of(guild)))
    return season


def open_season_of(guild: int) -> Any:
    """Select the number of the season that is open, as a value in another statement."""
    is_open = (seasons.c.guild_id == guild, seasons.c.closed_at.is_(None))
    return select(seasons.c.season_id).where(*is_open).scalar_subquery()


def add(
    db: Connection,
    guild: int,
    game: str,
    season: int | None,
    changes: Mapping[int, Change],
    now: int,
    table: str | None = None,
) -> None:
    """Add to sums, in every stretch of time that `now` lies in, of the game and of all games; the books are held."""
    add_rows(db, list(_rows(guild, game, season, changes, now, table)))


def add_rows(db: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Add each row to the sums of its key."""
    for start in range(0, len(rows), AT_ONCE):
        db.execute(_adding(db.dialect.name), list(rows[start : start + AT_ONCE]))


def some_passed(db: Connection, now: int) -> tuple[int, str] | None:
    """Return the guild and span of sums that no board shows any more; None: there are none."""
    wanted = select(standings.c.guild_id, standings.c.span).where(text(PASSES), _has_passed(now)).limit(1)
    row = db.execute(wanted).one_or_none()
    return None if row is None else (row.guild_id, row.span)


def forget_passed(db: Connection, guild: int, span: str) -> None:
    """Delete sums of a guild and a span, `AT_ONCE` at most."""
    hold(db, Lock.BOOKS, guild)
    here = (standings.c.guild_id == guild, standings.c.span == span)
    key = (standings.c.game, standings.c.user_id)
    db.execute(delete(standings).where(*here, tuple_(*key).in_(select(*key).where(*here).limit(AT_ONCE))))


def _has_passed(now: int) -> ColumnElement[bool]:
    """Select days, weeks and months that were over `KEPT_ON` before `now`."""
    current = {span.partition(":")[0] + ":": span for span in spans_at(now - KEPT_ON, None).values()}
    return or_(*(and_(standings.c.span >= kind, standings.c.span < current[kind]) for kind in PASSING))


def _rows(
    guild: int, game: str, season: int | None, changes: Mapping[int, Change], now: int, table: str | None
) -> Iterator[dict[str, Any]]:
    for user, change in sorted(changes.items()):
        for span in spans_at(now, season).values():
            for of in dict.fromkeys((ALL_GAMES, game)):
                named = {"guild_id": guild, "span": span, "game": of, "user_id": user, "table_id": table}
                yield {**named, **change._asdict()}


@cache
def _adding(dialect: str) -> Any:
    """Return the statement; several rows are one statement where something is returned of them."""
    return _adding_to(inserting(dialect, standings)).returning(standings.c.user_id)


def _adding_to(insert: Any) -> Any:
    """Have rows that are there already added to."""
    new, kept = insert.excluded, standings.c
    sums = {name: kept[name] + new[name] for name in COUNTED}
    last = func.coalesce(new.table_id, kept.table_id)
    return insert.on_conflict_do_update(
        index_elements=list(standings.primary_key), set_={**sums, "table_id": last}
    )
