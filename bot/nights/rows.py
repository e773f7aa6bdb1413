"""Race nights as rows: read whole, and written in the transaction of the caller, who holds the nights of the server."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, select, text, update

from bot.db.locks import Lock, hold
from bot.db.schema import ACTIVE_NIGHT, night_names, night_seats, night_tables, nights
from bot.db.schema import tables as played
from bot.nights.night import (
    Cancelled,
    Form,
    Name,
    NameState,
    Night,
    NightRefusal,
    NightRefused,
    NightSeat,
    NightStatus,
    NightTable,
    TableState,
)


def find(db: Connection, night_id: int) -> Night | None:
    """Read a night with all that belongs to it; None if there is none."""
    row = db.execute(select(nights).where(nights.c.night_id == night_id)).mappings().one_or_none()
    if row is None:
        return None
    names = db.execute(
        select(night_names.c.user_id, night_names.c.name, night_names.c.press, night_names.c.state)
        .where(night_names.c.night_id == night_id)
        .order_by(night_names.c.press, night_names.c.user_id)
    )
    tables = db.execute(
        select(night_tables, played.c.thread_id)
        .join(played, played.c.table_id == night_tables.c.table_id, isouter=True)
        .where(night_tables.c.night_id == night_id)
        .order_by(night_tables.c.round, night_tables.c.number)
    )
    seats = db.execute(
        select(night_seats)
        .where(night_seats.c.night_id == night_id)
        .order_by(night_seats.c.round, night_seats.c.number, night_seats.c.user_id)
    )
    return _night(
        dict(row),
        [Name(each.user_id, each.name, each.press, NameState(each.state)) for each in names],
        [
            NightTable(
                each.round,
                each.number,
                each.game,
                each.seats,
                each.table_id,
                TableState(each.state),
                each.thread_id,
                each.raced,
            )
            for each in tables
        ],
        [NightSeat(each.round, each.number, each.user_id, each.place, each.points) for each in seats],
    )


def _night(
    row: dict[str, Any], names: Sequence[Name], tables: Sequence[NightTable], seats: Sequence[NightSeat]
) -> Night:
    del row["ended_at"]
    part_of = row.pop("league")
    read = {
        "form": Form(row["form"]),
        "status": NightStatus(row["status"]),
        "why": Cancelled(row["why"]) if row["why"] else None,
        "games": json.loads(row["games"]),
        "owed": json.loads(row["owed"]),
    }
    return Night(**row | read, names=names, tables=tables, seats=seats, part_of=part_of)


def held(db: Connection, guild_id: int, night_id: int) -> Night:
    """Read a night of a server to change it; refuse where there is none."""
    hold(db, Lock.NIGHT, guild_id)
    night = find(db, night_id)
    if night is None or night.guild_id != guild_id:
        raise NightRefused(NightRefusal.GONE)
    return night


def change(db: Connection, night: Night, *, owed: Sequence[str] = (), **facts: Any) -> None:
    """Write facts of a night, have its post show them, and note words that are owed besides."""
    if owed:
        facts["owed"] = json.dumps([*night.owed, *owed])
    this = update(nights).where(nights.c.night_id == night.night_id)
    db.execute(this.values(requested=nights.c.requested + 1, **facts))


def set_state(db: Connection, night: Night, state: NameState, users: Sequence[int], **facts: Any) -> None:
    """Write what somebody who signed up is from now on."""
    these = (night_names.c.night_id == night.night_id) & night_names.c.user_id.in_(users)
    if users:
        db.execute(update(night_names).where(these).values(state=state, **facts))


def this(night: Night, table: NightTable) -> ColumnElement[bool]:
    """Say which row is a table of a night."""
    of = night_tables.c
    return and_(of.night_id == night.night_id, of.round == table.round, of.number == table.number)


def active(db: Connection, until: int | None = None) -> Sequence[tuple[int, int]]:
    """Name nights for which something is to be done, each with its server: `until` a time, or ever."""
    wanted = select(nights.c.night_id, nights.c.guild_id).where(text(f"({ACTIVE_NIGHT})"))
    if until is not None:
        is_changed = (nights.c.requested > nights.c.shown) | (nights.c.owed != "[]")
        is_due = (nights.c.status != NightStatus.PLANNED) | (nights.c.starts_at <= until)
        wanted = wanted.where(is_changed | is_due)
    return [(row.night_id, row.guild_id) for row in db.execute(wanted)]
