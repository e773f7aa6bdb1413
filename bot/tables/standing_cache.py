"""Where tables stand, kept in memory: it only saves time. What counts is the log, read on from where memory ends."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection

from bot.remembered import Remembered
from bot.tables.standing import Standing, Stored, Told, read_log, read_stored, read_told, told_by
from bot.tables.table import Table

REMEMBERED = 4096
"""Tables that are remembered, those used last."""

MOMENTS = 16
"""Moments of one table that are remembered: where it stands, and where it stood when its last boards were made, or
when whoever is asked now had decided before."""

ROWS = 16
"""Rows of one table's log that are remembered: those of which no board tells yet, or the desk of who is asked now."""


@dataclass(slots=True)
class _Memory:
    """What is remembered of one table."""

    standing: Standing
    moments: Remembered[int, Standing] = field(default_factory=lambda: Remembered(MOMENTS))
    """By the length of its log."""
    told: Sequence[Told] = ()
    """The newest rows of its log without a gap, the oldest first."""

    def reach(self, standing: Standing) -> None:
        """Remember a moment."""
        self.moments[standing.length] = standing


class StandingCache:
    """The tables used last: where they stand, where they stood a little earlier, and the last rows of their logs."""

    def __init__(self) -> None:
        self._tables = Remembered[str, _Memory](REMEMBERED)

    def standing(self, db: Connection, table: Table) -> Standing:
        """Return where a started table stands in this transaction; raise Outdated if the rules do not lead there."""
        memory, length = self._tables.get(table.table_id), table.length
        known = memory.standing if memory else None
        told: Sequence[Told] = ()
        if known is None or known.length > length:
            told = read_told(db, table, until=length)
            standing = Standing.of_log(table, [each.row for each in told])
        elif known.length < length:
            told = read_told(db, table, known.length, length)
            standing = known.folded([each.row for each in told])
        else:
            standing = known
        self.remember(table.table_id, standing, told)
        return standing

    def read_ahead(self, db: Connection, found: Sequence[Table]) -> Mapping[str, Sequence[Stored]]:
        """Read the logs of those tables whose standing is not remembered, in one statement; by table."""
        unknown = [table.table_id for table in found if self._remembered(table) is None]
        return read_stored(db, unknown) if unknown else {}

    def from_ahead(self, table: Table, stored: Sequence[Stored]) -> Standing:
        """Return where a table stands whose log was read ahead; raise what `standing` raises."""
        if standing := self._remembered(table):
            return standing
        standing = Standing.of_log(table, [told.row for told in told_by(table, stored)])
        if table.table_id not in self._tables:  # else somebody has acted there meanwhile
            self.remember(table.table_id, standing)
        return standing

    def _remembered(self, table: Table) -> Standing | None:
        memory = self._tables.get(table.table_id)
        standing = memory.standing if memory else None
        return standing if standing and standing.length == table.length else None

    def is_behind(self, table: Table) -> bool:
        """Whether an earlier moment is the last one that is remembered of a table."""
        memory = self._tables.get(table.table_id)
        return memory is not None and memory.standing.length < table.length

    def told(self, db: Connection, table: Table, since: int) -> Sequence[Told]:
        """Return the rows of a table's log from number `since` on, and why each was decided in a seat's place."""
        told = self.remembered_rows(table, since)
        return read_told(db, table, since, table.length) if told is None else told

    def remembered_rows(self, table: Table, since: int) -> Sequence[Told] | None:
        """Return the same as far as it is remembered; None where rows have to be read."""
        if since >= table.length:
            return ()
        memory = self._tables.get(table.table_id)
        told = memory.told if memory else ()
        if told and told[0].row.n <= since and _reach(told, table.length):
            return [each for each in told if since <= each.row.n < table.length]
        return None

    def newest_rows(self, table: Table) -> Sequence[Told]:
        """Return the newest rows of a table's log that are remembered without a gap, the oldest first."""
        memory = self._tables.get(table.table_id)
        told = memory.told if memory else ()
        return [each for each in told if each.row.n < table.length] if _reach(told, table.length) else ()

    def remember(self, table_id: str, standing: Standing, told: Sequence[Told] = ()) -> None:
        """Remember where a table stands, and the rows of its log that led there; only what is committed."""
        memory = self._tables[table_id] = self._tables.get(table_id) or _Memory(standing)
        memory.standing = standing
        memory.reach(standing)
        if told:
            before = memory.told  # another thread may set it meanwhile
            follows = before and before[-1].row.n + 1 == told[0].row.n
            memory.told = [*(before if follows else ()), *told][-ROWS:]

    def earlier(self, db: Connection, table: Table, length: int) -> Standing:
        """Return where a table stood when its log had `length` rows; what is forgotten is read. Raises Outdated."""
        return self.moments(db, table, {length})[length]

    def moments(self, db: Connection, table: Table, lengths: Collection[int]) -> Mapping[int, Standing]:
        """Do the same for several lengths; however many are forgotten, the log is read and folded once."""
        known = {length: self.remembered_moment(table, length) for length in lengths}
        found = {length: standing for length, standing in known.items() if standing}
        if forgotten := sorted(known.keys() - found.keys()):
            rows, standing = read_log(db, table, until=forgotten[-1]), None
            for length in forgotten:
                if standing is None:
                    standing = Standing.of_log(table, rows[:length])
                else:
                    standing = standing.folded(rows[standing.length : length])
                found[length] = standing
        if memory := self._tables.get(table.table_id):
            for standing in found.values():
                memory.reach(standing)
        return found

    def remembered_moment(self, table: Table, length: int) -> Standing | None:
        """Return where a table stood when its log had `length` rows, if that is remembered."""
        memory = self._tables.get(table.table_id)
        standing = memory.moments.get(length) if memory else None
        if memory and standing:
            memory.reach(standing)  # what is asked for is not forgotten next
        return standing

    def forget(self, table_id: str) -> None:
        """Forget a table that nobody needs any more, or that has to be read anew."""
        self._tables.pop(table_id, None)


def _reach(told: Sequence[Told], length: int) -> bool:
    """Whether rows go on to where a log of some length ends."""
    return bool(told) and told[-1].row.n >= length - 1
