"""Where a running table stands: its log, folded, and since when each seat is asked."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import log
from bot.tables.records import Table, Taken
from bot.tables.refusals import Refusal, Refused
from engines import catalog
from engines.core import Header, Match, Row, Seat


def header_of(table: Table) -> Header:
    """Head the log of a table that starts, or has started, with the seats and the salt it has now."""
    game = catalog.game(table.game, edition=table.edition)
    return Header.of(game, game.options(table.options), len(table.seats), table.secret, table.salt)


class Standing(NamedTuple):
    """A match at one moment, never changed in place.

    `asked` has for each seat that has to decide the log length at which its decision arose. Its buttons carry
    that number, so that a late press is told from one in time.
    """

    match: Match
    asked: dict[Seat, int]

    @classmethod
    def begin(cls, table: Table) -> tuple[Standing, list[Row]]:
        """Set the game of a table up: its first moment and the first rows of its log."""
        game = catalog.game(table.game, edition=table.edition)
        match, rows = Match.start(game, header_of(table))
        return cls(match, dict.fromkeys(match.to_act(), match.length)), rows

    def after(self, seat: Seat | None, action: Any) -> tuple[Standing, list[Row]]:
        """Let a seat act; raise `IllegalAction`, and then nothing has happened."""
        match, rows = self.match.act(seat, action)
        acted = {row.seat for row in rows}
        asked = {
            each: self.asked[each] if each in self.asked and each not in acted else match.length
            for each in match.to_act()
        }
        return Standing(match, asked), rows

    def folded(self, rows: Iterable[Row]) -> Standing:
        """Return the standing after further rows of the log; forced rows follow from the others."""
        standing = self
        for row in rows:
            if row.action is not None and not row.auto:
                standing, _ = standing.after(row.seat, self.match.game.read_action(row.action))
        return standing

    def require_asked(self, seat: Seat, asked: int) -> None:
        """Refuse an answer to a question that is settled, or that was never put to this seat."""
        if self.asked.get(seat) != asked:
            raise Refused(Refusal.STALE if 0 < asked < self.length else Refusal.NOT_YOUR_TURN)

    @property
    def length(self) -> int:
        """Rows in the log so far."""
        return self.match.length

    def view(self, seat: Seat | None) -> Any:
        """All that a seat may know, None: everyone."""
        return self.match.game.view(self.match.state, seat)

    def has_only_move(self, seat: Seat) -> bool:
        """Whether everybody can know that a seat has only one move; decided from what everyone sees."""
        return seat in self.asked and self.match.game.has_only_move(self.view(None), seat)

    def choices(self, seat: Seat) -> Any:
        """What a seat may do; empty where it is not asked."""
        return self.match.game.choices(self.match.state, seat)


async def read_takers(db: AsyncConnection, table_id: str, since: int = 0) -> dict[int, Taken]:
    """Read which rows from number `since` on were decided in a seat's place, and why."""
    wanted = select(log.c.n, log.c.taken_by).where(
        log.c.table_id == table_id, log.c.n >= since, log.c.taken_by.is_not(None)
    )
    return {row.n: Taken(row.taken_by) for row in await db.execute(wanted)}


async def read_log(
    db: AsyncConnection, table_id: str, since: int = 0, until: int | None = None
) -> Sequence[Row]:
    """Read the rows of a table's log from number `since` on, up to but without `until`."""
    wanted = select(log.c.n, log.c.events, log.c.seat, log.c.action, log.c.auto).where(
        log.c.table_id == table_id, log.c.n >= since
    )
    if until is not None:
        wanted = wanted.where(log.c.n < until)
    rows = await db.execute(wanted.order_by(log.c.n))
    return [
        Row(n, json.loads(events), seat, json.loads(action) if action else None, auto)
        for n, events, seat, action, auto in rows
    ]
