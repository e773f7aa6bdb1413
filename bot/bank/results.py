"""How finished games ended, a row a seat, with all that it changes in sums and ratings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, exists, func, insert, select

from bot.bank.ledger import KeyReusedError
from bot.bank.playing import PEOPLE_FOR_STAKES
from bot.bank.standings.ratings import Placed, note_rated
from bot.bank.standings.sums import Change, add, open_season_of
from bot.bank.standings.worth import has_newcomers, put_on_the_board
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
    None: each for itself. What that changes in sums and ratings is written with it; a game of one person changes none.

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
    people = sorted({user for user in users if user is not None})
    known = exists(select(results.c.seat).where(results.c.table_id == table)).label("known")
    asked = select(_last_number(guild), open_season_of(guild), has_newcomers(guild, table, people), known)
    number, season, is_new, is_known = db.execute(asked).one()
    if is_known:
        _require_same(db, table, rows)
        return
    db.execute(_RECORD, [row | {"ended_at": now, "number": (number or 0) + 1} for row in rows])
    if len(people) >= PEOPLE_FOR_STAKES:
        changes = {row["user_id"]: Change(games=1, wins=int(row["place"] == 1)) for row in rows}
        theirs = {user: change for user, change in changes.items() if user is not None}
        add(db, guild, game, season, theirs, now, table)
    if is_new:
        put_on_the_board(db, guild, people)
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
