"""How long the games of a server took lately: those that were played like a table that has yet to start."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, func, select

from bot.db.schema import seats, tables
from bot.remembered import Remembered
from bot.tables.table import Status, Table

MOST_LOOKED_AT = 100
"""Finished games of a server among which those that are alike are sought, the newest."""

REMEMBERED: Final = 256
"""Lobbies whose server's games are remembered, those shown last."""


class PastGame(NamedTuple):
    """A finished game of a server, as far as it tells how long others will take."""

    clock: int
    people: int
    options: str
    """As one line of JSON, with its keys in order."""
    took: int
    """Milliseconds."""


class PastLengths:
    """Says what past games took. A server's are read once for a lobby, however often that is shown.

    So a game that ends while a lobby waits counts for the next one.
    """

    def __init__(self) -> None:
        self._remembered = Remembered[str, Sequence[PastGame]](REMEMBERED)

    def took(self, db: Connection, table: Table) -> Sequence[int]:
        """Return how many milliseconds the last games took with the options, people and clock of a table, newest first.

        Whether a game rested meanwhile is not known any more, so a few may have taken days. Nothing of a table that
        is no lobby any more, which is forgotten.
        """
        if table.status is not Status.LOBBY:
            self._remembered.pop(table.table_id, None)
            return ()
        like = (table.clock, len(table.people), _in_order(table.options))
        return [took for *facts, took in self._games(db, table) if tuple(facts) == like]

    def _games(self, db: Connection, table: Table) -> Sequence[PastGame]:
        games = self._remembered.get(table.table_id)
        if games is None:
            games = _read(db, table)
        self._remembered[table.table_id] = games
        return games


def _read(db: Connection, table: Table) -> Sequence[PastGame]:
    """Read the newest finished games of a table's server, those of its game alone, the newest first."""
    over = (tables.c.guild_id == table.guild_id, tables.c.status == Status.FINISHED, tables.c.counted == 0)
    newest = (
        select(tables.c.table_id)
        .where(*over)
        .order_by(tables.c.ended_at.desc())
        .limit(MOST_LOOKED_AT)
        .subquery()
    )
    people = (
        select(func.count(seats.c.user_id)).where(seats.c.table_id == tables.c.table_id).scalar_subquery()
    )
    of_this_game = (
        select(tables.c.clock, people, tables.c.options, tables.c.ended_at - tables.c.started_at)
        .where(tables.c.table_id.in_(select(newest.c.table_id)), tables.c.game == table.game)
        .order_by(tables.c.ended_at.desc())
    )
    return [
        PastGame(clock, number, _in_order(json.loads(options)), took)
        for clock, number, options, took in db.execute(of_this_game)
    ]


def _in_order(options: Mapping[str, Any]) -> str:
    return json.dumps(options, sort_keys=True)
