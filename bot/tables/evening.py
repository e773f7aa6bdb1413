"""An evening: a table and the tables of which it is the rematch, with what everybody's scores come to.

Where a game's title counts rounds (`Title.rounds`) a rematch goes on with the evening. Each player is credited with the
score of every table that they finished, whoever else came or left in between. Results tell that, so restarts and
retention change nothing. Of a person whose data are erased no score is left.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, and_, bindparam, literal, select

from bot.db.schema import results, seats, tables
from bot.tables.table import Status, Table

LONGEST: Final = 50
"""Tables of one evening at most: the newest count."""

Player = int | str
"""A person by their id, a computer player by its name."""


class Evening(NamedTuple):
    """Rounds and scores of an evening so far."""

    rounds: int
    credits: Mapping[Player, int]
    """The sum of everybody's scores."""
    rounds_of: Mapping[Player, int]
    """How many rounds each of them has played."""


def _chain() -> Any:
    begin = select(tables.c.table_id, tables.c.rematch_of, tables.c.options, literal(1).label("depth"))
    newer = begin.where(tables.c.table_id == bindparam("table")).cte("evening", recursive=True)
    older = select(tables.c.table_id, tables.c.rematch_of, tables.c.options, newer.c.depth + 1)
    finished = (tables.c.status == Status.FINISHED, newer.c.depth < LONGEST)
    return newer.union_all(older.join(newer, tables.c.table_id == newer.c.rematch_of).where(*finished))


def _scores() -> Any:
    chain = _chain()
    here = and_(seats.c.table_id == results.c.table_id, seats.c.seat == results.c.seat)
    facts = (
        chain.c.table_id,
        chain.c.options,
        results.c.user_id,
        results.c.score,
        seats.c.agent,
        seats.c.name,
    )
    joined = select(*facts).join(results, results.c.table_id == chain.c.table_id).outerjoin(seats, here)
    return joined.order_by(chain.c.depth, results.c.seat)


_SCORES = _scores()


def evening_of(db: Connection, table: Table, rounds: Callable[[Mapping[str, Any]], int]) -> Evening | None:
    """Return the evening up to a table that is over, by one query; None where it is the first table of it.

    `rounds` says how many rounds options play.
    """
    if table.rematch_of is None:
        return None
    played, credited, rounds_of = dict[str, int](), Counter[Player](), Counter[Player]()
    for row in db.execute(_SCORES, {"table": table.table_id}):
        played[row.table_id] = rounds(json.loads(row.options))
        player = row.user_id if row.user_id is not None else row.name if row.agent else None
        if player is not None:
            credited[player] += row.score
            rounds_of[player] += played[row.table_id]
    return Evening(sum(played.values()), credited, rounds_of) if len(played) > 1 else None
