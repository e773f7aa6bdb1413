"""Clocks are rows: what happens by itself, and when. Set and cleared in the transaction that decides it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    literal,
    not_,
    or_,
    select,
    update,
)

from bot.db.locks import hold_clocks
from bot.db.schema import deadlines, tables
from bot.shards import Shards
from bot.tables import playing_clocks, queries

MINUTE = 60_000
DAY = 24 * 60 * MINUTE
"""Milliseconds, as all that runs is counted; so are the times below."""

LOBBY_CLOSES_AFTER = 30 * MINUTE
HOMELESS_CLOSES_AFTER = 7 * DAY
PAUSED_CLOSES_AFTER = 7 * DAY
CROWDED_CLOSES_AFTER = 60 * MINUTE
STOPPING_CLOSES_AFTER = DAY
THREAD_CLOSES_AFTER = 10 * MINUTE


class Clock(StrEnum):
    """What a deadline is about; the clock of one seat has the seat's number behind a colon."""

    LOBBY = "lobby"
    """A lobby that nobody started closes."""
    HOMELESS = "homeless"
    """The bot was removed from the server and nobody asked it back: the table closes."""
    TURN = "turn"
    """A seat's time for a decision is over: something sensible is done in its place."""
    HALF = "half"
    """Half of that time is over: its owner is reminded, once and in private."""
    WINDOW = "window"
    """Nobody has answered in a window: the game goes on without an answer."""
    GAME = "game"
    """The time is over for which a game goes on."""
    PAUSED = "paused"
    """A table has rested for so long that it closes."""
    CROWDED = "crowded"
    """A table that rests was asked to make room in a full server, and has not gone on: it closes."""
    STOPPING = "stopping"
    """All who are there would stop, and who is away has not said anything for a day: the table closes."""

    OFFER = "offer"
    """The offer of one seat has run out."""
    OPEN = "open"
    """The playing hours of a table begin: who was asked outside them is called. It always runs where there are any."""
    THREAD = "thread"
    """The last word in the thread of a race that is over has stood for a while: the thread is closed."""

    @property
    def counts_hours(self) -> bool:
        """Whether it counts playing time alone, at a table that has playing hours."""
        return self in playing_clocks.IN_HOURS

    @classmethod
    def of(cls, kind: str) -> Clock:
        """Tell what a stored clock is about."""
        return cls(kind.partition(":")[0])

    def seat(self, number: int) -> str:
        """Name the clock of one seat."""
        return f"{self}:{number}"


class Deadline(NamedTuple):
    """One clock of one table; `due_at` in milliseconds since 1970 UTC."""

    table_id: str
    kind: str
    due_at: int

    @property
    def clock(self) -> Clock:
        """What it is about."""
        return Clock.of(self.kind)

    @property
    def seat(self) -> int:
        """Whose clock it is; only of a seat's."""
        return int(self.kind.partition(":")[2])


_CLOCK = (deadlines.c.table_id, deadlines.c.kind, deadlines.c.due_at)

_STOP = delete(deadlines).where(
    deadlines.c.table_id == bindparam("table"), deadlines.c.kind.in_(bindparam("kinds", expanding=True))
)
_OF_TABLE = select(deadlines.c.kind, deadlines.c.due_at).where(deadlines.c.table_id == bindparam("table"))

_RESTING = {Clock.TURN, Clock.HALF, Clock.WINDOW, Clock.GAME, Clock.STOPPING}
"""What stands still while a table is paused."""


def put(db: Connection, table_id: str, kind: str, due_at: int, *, now: int) -> None:
    """Start a clock, or start it again, at a table that no step changes just now."""
    change(db, table_id, {kind}, {kind: due_at}, now=now)


def change(
    db: Connection, table_id: str, stopped: Collection[str], started: Mapping[str, int], *, now: int
) -> None:
    """Stop clocks of a table, then start others, or the same again: `started` tells when each runs out."""
    if stopped:
        db.execute(_STOP, {"table": table_id, "kinds": sorted(stopped)})
    if started:
        of_table = {"table_id": table_id, "set_at": now}
        clocks = [{**of_table, "kind": kind, "due_at": due_at} for kind, due_at in started.items()]
        db.execute(insert(deadlines), clocks)


def clear_if(db: Connection, deadline: Deadline) -> None:
    """Stop one clock, unless it was set anew since."""
    db.execute(
        delete(deadlines).where(
            deadlines.c.table_id == deadline.table_id,
            deadlines.c.kind == deadline.kind,
            deadlines.c.due_at == deadline.due_at,
        )
    )


def is_homeless() -> ColumnElement[bool]:
    """Tell which tables wait for the bot to be asked back to their server."""
    return exists().where((deadlines.c.table_id == tables.c.table_id) & (deadlines.c.kind == Clock.HOMELESS))


def find(db: Connection, table_id: str, kind: str) -> int | None:
    """When this clock runs out, None if it is not running."""
    due: int | None = db.scalar(
        select(deadlines.c.due_at).where(deadlines.c.table_id == table_id, deadlines.c.kind == kind)
    )
    return due


def of_table(db: Connection, table_id: str) -> dict[str, int]:
    """When each clock of a table runs out, by kind."""
    clocks = db.execute(_OF_TABLE, {"table": table_id})
    return dict(clocks.all())


def of_tables(db: Connection, table_ids: Collection[str]) -> set[tuple[str, str]]:
    """Name the clocks of some tables, by table and kind."""
    rows = db.execute(
        select(deadlines.c.table_id, deadlines.c.kind).where(deadlines.c.table_id.in_(table_ids))
    )
    return {(row.table_id, row.kind) for row in rows}


def shift(db: Connection, by: int, *, now: int) -> None:
    """Set all clocks later by so many milliseconds in which nobody could act; negative: earlier. It is `now` by then.

    A table that rests is set as if it had been paused so much later: what is left of its clocks stays what it was.
    """
    hold_clocks(db)
    in_hours = playing_clocks.read(db)
    moments = [(each, now - by if each.paused_at is None else each.paused_at) for each in in_hours]
    later = [each.put_off(since, since + by, set_at=each.set_at + by) for each, since in moments]
    playing_clocks.write(db, later)
    db.execute(
        update(deadlines)
        .where(playing_clocks.is_set_at_once())
        .values(due_at=deadlines.c.due_at + by, set_at=deadlines.c.set_at + by)
    )
    rests = tables.c.paused_at.is_not(None)
    db.execute(update(tables).where(rests).values(paused_at=tables.c.paused_at + by))


def stood_still(
    db: Connection, since: int, now: int, *, shards: Shards | None = None, table_id: str | None = None
) -> None:
    """Set clocks that go on later, of some shards' servers or of one table, which stood still since a moment.

    One that was started meanwhile, or made up for until then, stood still only since.
    """
    if table_id is None:
        hold_clocks(db)
    which = _goes_on() if shards is None else _goes_on() & _served_by(shards)
    _set_later(db, since, now, which if table_id is None else which & (deadlines.c.table_id == table_id))


def rested(db: Connection, table_id: str, since: int, now: int) -> None:
    """Set the clocks later that stood still while a table rested: all that do, and only for as long as they did."""
    _set_later(db, since, now, and_(deadlines.c.table_id == table_id, _rests()))


def _set_later(db: Connection, since: int, now: int, which: ColumnElement[bool]) -> None:
    """Make up for the time from a moment until now; for that nobody makes up again."""
    still_since = case((deadlines.c.set_at > since, deadlines.c.set_at), else_=since)
    in_hours = playing_clocks.read(db, which, still_since < now)
    later = [each.put_off(max(each.set_at, since), now, set_at=now) for each in in_hours]
    playing_clocks.write(db, later)
    db.execute(
        update(deadlines)
        .where(which, still_since < now, playing_clocks.is_set_at_once())
        .values(due_at=deadlines.c.due_at + now - still_since, set_at=now)
    )


def grant(db: Connection, now: int, least: int, shards: Shards | None = None) -> set[str]:
    """Leave at least so many milliseconds of every clock that goes on, of some shards' servers or of all.

    The reminder at half of a seat's time moves with the end of that time: else both could come at once. Returns at
    which tables a clock was to run out before.
    """
    hold_clocks(db)
    until, is_half = now + least, deadlines.c.kind.startswith(f"{Clock.HALF}:")
    all_these = _goes_on() if shards is None else _goes_on() & _served_by(shards)
    in_hours = playing_clocks.grant(db, playing_clocks.read(db, all_these), now, least)
    these = all_these & playing_clocks.is_set_at_once()
    early = and_(these, deadlines.c.due_at < until, not_(is_half))
    concerned = set(db.execute(select(deadlines.c.table_id).where(early).distinct()).scalars())
    if not concerned:
        return in_hours
    ends = deadlines.alias("ends")
    half_of = literal(f"{Clock.TURN}:").concat(func.substr(deadlines.c.kind, len(f"{Clock.HALF}:") + 1))
    end = select(ends.c.due_at).where(ends.c.table_id == deadlines.c.table_id, ends.c.kind == half_of)
    early_end = end.where(ends.c.due_at < until).correlate(deadlines)
    db.execute(
        update(deadlines)
        .where(these, is_half, early_end.exists())
        .values(due_at=deadlines.c.due_at + until - early_end.scalar_subquery())
    )
    db.execute(update(deadlines).where(early).values(due_at=until))
    return concerned | in_hours


def going_on(db: Connection, shards: Shards | None = None) -> set[str]:
    """Return the tables that have a clock which goes on; only those of some shards' servers, if any are named."""
    wanted = _running(deadlines.c.table_id).distinct()
    return set(db.execute(_only(wanted, shards)).scalars())


def due(db: Connection, now: int, shards: Shards | None = None) -> list[Deadline]:
    """Every clock that has run out, reminders first and then the oldest.

    Those of tables that rest stand still. Where `shards` are named, only clocks of their servers are meant.
    """
    wanted = _running(*_CLOCK).where(deadlines.c.due_at <= now)
    rows = db.execute(_only(wanted, shards).order_by(deadlines.c.due_at))
    return sorted((Deadline(*row) for row in rows), key=lambda clock: clock.clock is not Clock.HALF)


def earliest(db: Connection, after: int, shards: Shards | None = None) -> int | None:
    """When the next of the same clocks runs out after a moment, None while none is running."""
    wanted = _running(func.min(deadlines.c.due_at)).where(deadlines.c.due_at > after)
    soonest: int | None = db.scalar(_only(wanted, shards))
    return soonest


def _running(*columns: Any) -> Select[Any]:
    """Select of the clocks that go on."""
    return select(*columns).where(_goes_on())


def _only(wanted: Select[Any], shards: Shards | None) -> Select[Any]:
    return wanted if shards is None else wanted.where(_served_by(shards))


def _goes_on() -> ColumnElement[bool]:
    """Tell clocks that go on from those of tables that rest, which stand still."""
    paused = select(tables.c.table_id).where(tables.c.paused_at.is_not(None))
    return not_(and_(_rests(), deadlines.c.table_id.in_(paused)))


def _rests() -> ColumnElement[bool]:
    return or_(*(deadlines.c.kind.startswith(kind) for kind in _RESTING))


def _served_by(shards: Shards) -> ColumnElement[bool]:
    """Tell the clocks of servers on these shards."""
    return deadlines.c.table_id.in_(select(tables.c.table_id).where(queries.served_by(shards)))
