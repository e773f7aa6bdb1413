"""Rows that outlive a process: who serves which shards, when each was last alive, whose clocks stand still since when.

Whoever changes rows of shards calls `locked` first, so that of two processes one comes after the other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from bot.db.locks import Lock, hold, hold_clocks
from bot.db.schema import processes, shards
from bot.shards import Shards
from bot.tables import deadlines

DIRECT_MESSAGES = 0
"""The shard at which presses in direct messages arrive, whichever server they are about.

Source: Discord's documentation, "Gateway", "Sharding".
"""

TOLD_FROM = deadlines.MINUTE
"""Milliseconds from which on it is shown that clocks stood still: a shift of some seconds is nobody's concern."""


class ShardRow(NamedTuple):
    """One shard: who looks after it."""

    number: int
    of: int
    heard_by: str | None
    kept_by: str | None
    still_since: int | None


class Beat(NamedTuple):
    """The last beat of a process that is not known to be dead."""

    process_id: str
    shards: str
    beat_at: int

    def shares(self, mine: Shards | None) -> bool:
        """Whether it serves a shard of mine (None: all there are), or counts them otherwise than I do."""
        if mine is None or not self.shards:
            return True
        theirs = Shards.parse(self.shards)
        return theirs.of != mine.of or bool(theirs.numbers & mine.numbers)


def locked(db: Connection) -> Sequence[ShardRow]:
    """Read who looks after which shard; until the transaction ends nobody else changes that, or any clock."""
    hold_clocks(db)
    hold(db, Lock.SHARDS)
    return read(db)


def read(db: Connection) -> Sequence[ShardRow]:
    """Read who looks after which shard; nothing before the first start."""
    return [ShardRow(*row) for row in db.execute(select(shards).order_by(shards.c.number))]


def others(db: Connection, process_id: str) -> list[Beat]:
    """Read the beats of all other processes."""
    beat = (processes.c.process_id, processes.c.shards, processes.c.beat_at)
    return [Beat(*row) for row in db.execute(select(*beat).where(processes.c.process_id != process_id))]


def register(db: Connection, process_id: str, served: Shards | None, now: int) -> None:
    """Note that a process has started; `served` None: it serves every shard there is."""
    row = {"process_id": process_id, "shards": str(served or ""), "started_at": now, "beat_at": now}
    db.execute(insert(processes), row)


def beat(db: Connection, process_id: str, now: int) -> bool:
    """Note that a process is alive; False if the others took it for dead."""
    mine = processes.c.process_id == process_id
    return db.execute(update(processes).where(mine).values(beat_at=now)).rowcount == 1


def lay_out(db: Connection, of: int, now: int) -> None:
    """See to it that there is a row for each of so many shards, and none else: nobody looks after a new one."""
    before = read(db)
    if len(before) == of:
        return
    for row in before:
        if row.still_since is not None:
            those = Shards(frozenset({row.number}), row.of)
            deadlines.stood_still(db, row.still_since, now, shards=those)
    db.execute(delete(shards))
    db.execute(insert(shards), [{"number": number, "of": of} for number in range(of)])


def bury(db: Connection, dead: Iterable[Beat], now: int) -> None:
    """Forget processes that live no more: nobody keeps their shards, whose clocks stand still since their end."""
    for beat in dead:
        let_go(db, beat.process_id, now, since=beat.beat_at)


def let_go(db: Connection, process_id: str, now: int, *, since: int) -> None:
    """Forget a process, and leave its shards to nobody: nobody is heard at them since a moment."""
    db.execute(delete(processes).where(processes.c.process_id == process_id))
    for column in (shards.c.heard_by, shards.c.kept_by):
        db.execute(update(shards).where(column == process_id).values({column: None}))
    settle(db, now, {row.number: since for row in read(db)})


def hear(db: Connection, process_id: str, numbers: Collection[int], out: Collection[int]) -> None:
    """Note at which of its shards a process hears people, and that it does not at those which are `out`."""
    heard = set(numbers) - set(out)
    db.execute(update(shards).where(shards.c.number.in_(sorted(heard))).values(heard_by=process_id))
    mine = shards.c.heard_by == process_id
    db.execute(update(shards).where(mine, shards.c.number.in_(sorted(out))).values(heard_by=None))


def keep(db: Connection, process_id: str, numbers: Collection[int], *, is_free: bool) -> None:
    """Have a process keep shards, whoever does so far; where `is_free` only those that nobody keeps."""
    these = update(shards).where(shards.c.number.in_(sorted(numbers)))
    db.execute((these.where(shards.c.kept_by.is_(None)) if is_free else these).values(kept_by=process_id))


def settle(db: Connection, now: int, since: dict[int, int] | None = None) -> set[str]:
    """Let the clocks of shards at which nobody hears stand still, `since` a moment by number, and the others go on.

    While nobody hears direct messages all stand still. Clocks that go on are set later by the time that they stood
    still. Returns the tables at which that is shown.
    """
    rows = read(db)
    is_deaf = any(row.number == DIRECT_MESSAGES and row.heard_by is None for row in rows)
    begun, ended = defaultdict[int, list[int]](list), defaultdict[int, list[int]](list)
    for row in rows:
        is_still = is_deaf or row.heard_by is None
        if is_still and row.still_since is None:
            begun[(since or {}).get(row.number, now)].append(row.number)
        elif not is_still and row.still_since is not None:
            ended[row.still_since].append(row.number)
    for at, numbers in begun.items():
        _note_still(db, numbers, at)
    moved = set[str]()
    for at, numbers in ended.items():
        moved |= _made_up(db, Shards(frozenset(numbers), len(rows)), at, now)
    return moved


def _made_up(db: Connection, those: Shards, since: int, now: int) -> set[str]:
    """Let clocks go on that stood still since a moment."""
    which = None if len(those.numbers) == those.of else those
    deadlines.stood_still(db, since, now, shards=which)
    _note_still(db, those.numbers, None)
    return deadlines.going_on(db, which) if now - since >= TOLD_FROM else set()


def _note_still(db: Connection, numbers: Collection[int], since: int | None) -> None:
    db.execute(update(shards).where(shards.c.number.in_(sorted(numbers))).values(still_since=since))


def shift(db: Connection, by: int) -> None:
    """Follow a clock that was set: whatever stands still does so since another time of day."""
    is_still = shards.c.still_since.is_not(None)
    db.execute(update(shards).where(is_still).values(still_since=shards.c.still_since + by))
