"""Time in which nobody could act, or by which a machine's clock was set: all that waits for its time is set by it."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from bot import outbox
from bot.shards import Shards
from bot.tables import deadlines, keepers
from bot.tables.beats import BEAT, LATE_AFTER
from bot.tables.keepers import TOLD_FROM, Beat, ShardRow


def make_up(
    db: Connection,
    process_id: str,
    concerned: Shards | None,
    *,
    now: int,
    lag: int,
    still: frozenset[int],
) -> set[str]:
    """Set clocks by what the wall clock went on while a process was held up, or by which somebody set it.

    `now` is the time that counted, and `lag` by how many milliseconds the wall clock is ahead. `concerned` are the
    shards at which people waited for this process, None: all. While others lived only those waited. If none did,
    everybody did; then the first process sets the clocks of all later, and those that come after find that done.
    With several processes clocks are never set earlier: nobody could tell which of their machines was set. Shards
    that stand `still` anyway are made up for in one piece. Returns the tables at which it is shown.
    """
    rows = keepers.locked(db)
    others = keepers.others(db, process_id)
    if lag < 0:
        if not others:
            _shift(db, lag, now + lag)
    else:
        _stood_still(db, concerned, rows, now, now + lag, still)
        last = max((beat.beat_at for beat in others), default=now)
        if concerned is not None and last < now + lag - LATE_AFTER * BEAT * 1000:
            _stood_still(db, None, rows, max(now, last), now + lag, still)
    keepers.beat(db, process_id, now + lag)
    return deadlines.going_on(db, concerned) if abs(lag) >= TOLD_FROM else set()


def set_back(db: Connection, dead: Sequence[Beat], now: int) -> int:
    """Set everything earlier where the clock was set back while no process ran; return by how much."""
    moments = [beat.beat_at for beat in dead]
    moments += [row.still_since for row in keepers.read(db) if row.still_since is not None]
    by = min(0, now - max(moments, default=now))
    if by:
        _shift(db, by, now)
    return by


def _stood_still(
    db: Connection,
    those: Shards | None,
    rows: Sequence[ShardRow],
    since: int,
    now: int,
    still: frozenset[int],
) -> None:
    """Make up for a time at some shards (None: all) but those that stand still."""
    but = still | {row.number for row in rows if row.still_since is not None}
    if but:
        of = len(rows)
        those = Shards((those.numbers if those else frozenset(range(of))) - but, of)
    deadlines.stood_still(db, since, now, shards=those)


def _shift(db: Connection, by: int, now: int) -> None:
    """Follow a clock that was set back: everything that is set or waits for its time does so earlier."""
    deadlines.shift(db, by, now=now)
    keepers.shift(db, by)
    outbox.set_back(db, -by)
