"""How finished games ended, a row a seat, with the ratings that they change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, exists, func, insert, select

from bot.bank.ledger import KeyReusedError
from bot.bank.standings.ratings import Placed, note_rated
from bot.db.locks import Lock, hold
from bot.db.schema import results

_RECORD = insert(results).returning(results.c.seat)
"""Several rows are one statement where something is returned of them."""


def record_results(
    db: Connection,
    guild: int,
    table: str,
    *,
    game: str,
    users: Sequence[int | None],
    scores: Sequence[int],
    merits: Sequence[Any],
    sides: Sequence[int] | None = None,
    is_won: bool = True,
    now: int,
) -> None:
    """Write down how a finished game ended, a row a seat; the higher merit is better, and the first place a win.

    Where the game is not won by anybody, the first place is nobody's. Seats of the same of the `sides` play together;
    None: each for itself. Ratings are changed with it. Leaderboards count no game of one person.

    Done before, it writes nothing; raises `KeyReusedError` if it was otherwise.
    """
    rows: list[dict[str, Any]] = [
        {
            "table_id": table,
            "seat": seat,
            "guild_id": guild,
            "user_id": user,
            "game": game,
            "score": score,
            "place": (1 if is_won else 2) + sum(other > merits[seat] for other in merits),
            "side": sides[seat] if sides else None,
        }
        for seat, (user, score) in enumerate(zip(users, scores, strict=True))
    ]
    hold(db, Lock.BOOKS, guild)
    people = {user for user in users if user is not None}
    known = exists(select(results.c.seat).where(results.c.table_id == table)).label("known")
    number, is_known = db.execute(select(_last_number(guild), known)).one()
    if is_known:
        _require_same(db, table, rows)
        return
    facts = {"ended_at": now, "number": (number or 0) + 1, "people": len(people)}
    db.execute(_RECORD, [row | facts for row in rows])
    seats = [Placed(row["user_id"], row["side"], row["place"]) for row in rows]
    note_rated(db, guild, game, table, seats, now)


def _require_same(db: Connection, table: str, rows: Sequence[dict[str, Any]]) -> None:
    """Raise `KeyReusedError` if a table is known to have ended otherwise."""
    columns = [results.c[name] for name in rows[0]]
    known = db.execute(select(*columns).where(results.c.table_id == table).order_by(results.c.seat))
    earlier = [dict(row) for row in known.mappings()]
    if earlier != [*rows]:
        raise KeyReusedError(f"Table {table} ended otherwise: {earlier}.")


def _last_number(guild: int) -> Any:
    return select(func.max(results.c.number)).where(results.c.guild_id == guild).scalar_subquery()
