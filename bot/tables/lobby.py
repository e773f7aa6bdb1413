"""What changes in a lobby, in the transaction of the caller: who sits there, and what its message shows."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from secrets import choice
from typing import Any
from zlib import crc32

from sqlalchemy import Connection, delete, insert, update

from bot import outbox
from bot.db.schema import seats
from bot.servers import ServerSettings
from bot.tables import totes
from bot.tables.alike_names import folded
from bot.tables.games import Games
from bot.tables.step import Step
from bot.tables.table import Person, Seat, Status, Table
from engines import catalog
from engines.core import Unreadable


def drawn_computers(table: Table, number: int) -> list[str]:
    """Draw so many computer players that sit down next, by their names: each is one that sits there least."""
    try:
        tempers = catalog.tempers(table.game)
    except Unreadable:
        return [catalog.STEADY] * number
    seated, drawn = Counter(seat.agent for seat in table.seats), list[str]()
    for _ in range(number):
        fewest = min(seated[name] for name in tempers)
        drawn.append(choice([name for name in tempers if seated[name] == fewest]))
        seated[drawn[-1]] += 1
    return drawn


def change(db: Connection, step: Step, taken: Iterable[Seat] | None = None, **facts: Any) -> None:
    """Write facts of a table, and have its lobby message shown again.

    `taken` are the seats as they have been written; None: they are as they were.
    """
    if facts:
        step.change(db, **facts)
    if taken is not None:
        step.table = replace(step.table, seats=tuple(taken))
    outbox.ask_for(db, step.table.table_id, outbox.LOBBY)


def agreed(table: Table, before: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the terms to which everybody agreed last, where those `before` are about to change."""
    return before if all(seat.ready for seat in table.people) else table.agreed


def take_back_ready(db: Connection, table: Table, changed_by: int) -> Sequence[Seat]:
    """Take back the Ready of everybody but the user who changes the terms; return the new seats.

    At a table of a race night everybody stays ready: the night starts it, and its players agreed to the night.
    """
    if table.night_id is not None:
        return table.seats
    others = (seats.c.table_id == table.table_id) & (seats.c.user_id != changed_by)
    db.execute(update(seats).where(others).values(ready=False))
    return [seat._replace(ready=seat.ready and seat.user_id in (None, changed_by)) for seat in table.seats]


def close(db: Connection, step: Step, status: Status) -> None:
    """End a lobby without a race."""
    step.table.require_lobby()
    totes.void(db, step)
    step.stop_clocks_for_good(db)
    change(db, step, status=status, ended_at=step.now)


def free_name(table: Table, names: Sequence[str]) -> str:
    """Return the first of the names of computer players that nobody at a table bears, or one like it."""
    return next((name for name in names if not _is_borne(table, name)), names[-1])


def _is_borne(table: Table, name: str) -> bool:
    return any(folded(name) == folded(seat.name) for seat in table.seats)


def seat(db: Connection, table_id: str, taken: Seat) -> None:
    """Write down that a seat is taken."""
    facts = {fact: getattr(taken, fact) for fact in ("user_id", "agent", "name", "owner_id", "ready")}
    db.execute(insert(seats).values(table_id=table_id, seat=taken.number, **facts))


def seat_computers(db: Connection, step: Step, number: int, names: Sequence[str]) -> None:
    """Seat so many computer players, each under the first of `names` that nobody at the table bears."""
    if number <= 0:
        return
    table = step.table
    free = [name for name in names if not _is_borne(table, name)]
    agents = drawn_computers(table, number)
    for agent, name in zip(agents, [*free, *names], strict=False):
        taken = Seat(len(step.table.seats), None, agent, name)
        seat(db, table.table_id, taken)
        step.table = replace(step.table, seats=(*step.table.seats, taken))


def rename(db: Connection, step: Step, person: Person) -> bool:
    """Note what somebody is called now in the seat that is theirs; return whether that is another name."""
    old = step.table.seat_of(person.user_id)
    if old is None or old.is_held_for_another or old.name == person.name:
        return False
    this = (seats.c.table_id == step.table.table_id) & (seats.c.seat == old.number)
    db.execute(update(seats).where(this).values(name=person.name))
    renamed = [seat._replace(name=person.name) if seat == old else seat for seat in step.table.seats]
    step.table = replace(step.table, seats=tuple(renamed))
    return True


def unseat(db: Connection, table: Table, gone: Seat) -> Sequence[Seat]:
    """Take a seat away; the others are numbered anew, without a gap, in the order in which they were taken.

    Returns them.
    """
    db.execute(delete(seats).where(seats.c.table_id == table.table_id))
    others = [each for each in table.seats if each.number != gone.number]
    staying = [each._replace(number=number) for number, each in enumerate(others)]
    for each in staying:
        seat(db, table.table_id, each)
    return staying


def terms(table: Table, settings: ServerSettings, games: Games) -> Mapping[str, Any]:
    """Return everything that a player agrees to with Ready, under settings of the server, as plain data."""
    usual = games.usual_buy_in(table.game) if games.is_here(table.game) else 0
    has_runners = games.is_here(table.game) and games.runners(table.game) is not None
    return {
        "options": table.options,
        "hours": str(table.hours or ""),
        "pace": table.pace,
        "hints": table.hints,
        "stake": settings.buy_in(table.game, usual) if settings.money else None,
        "bets": has_runners and settings.money and settings.tote,
    }


def terms_of(table: Table, settings: ServerSettings, games: Games) -> str:
    """Return a checksum of the terms, by which a press says which ones were seen."""
    return checksum(terms(table, settings, games))


def checksum(terms: Mapping[str, Any]) -> str:
    """Return a checksum of terms, by which a press says which ones were seen."""
    return f"{crc32(json.dumps([*terms.values()], sort_keys=True).encode()):08x}"
