"""The tables of a night: opened with everybody seated, started, and counted once they are over."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select, update

from bot import outbox
from bot.db import Database
from bot.db.schema import night_seats, night_tables, results
from bot.db.schema import tables as played
from bot.nights import rounds, rows
from bot.nights.dealing import points_of
from bot.nights.night import MINUTE, Name, NameState, Night, NightStatus, NightTable, Options, TableState
from bot.tables import (
    Opening,
    Person,
    Refusal,
    Refused,
    Status,
    Table,
    Tables,
    Visitor,
    lobby_commands,
)
from bot.tables.loading import load
from bot.tables.queries import OPEN
from bot.tables.race_commands import Company
from bot.tables.seat_limits import playable
from engines.core.salt import Pressed

log = logging.getLogger(__name__)

ASK_AGAIN = MINUTE // 2
"""How long a table waits for room in a full server, before it is tried again."""

GIVE_UP = 10 * MINUTE
"""How long a table is tried to be opened in a round, and to be started."""


_FULL = {Refusal.TOO_MANY_TABLES, Refusal.TOO_MANY_HOSTED}
"""Refusals that may pass: there may be room for the table later."""


@dataclass(frozen=True, slots=True)
class Evening:
    """What the tables of nights are made with."""

    database: Database
    tables: Tables
    now: Callable[[], int]
    options: Options
    computer_names: Sequence[str]
    lobby_waits: int
    stalled: int


class _Opened(Exception):
    """Somebody else has opened it meanwhile, it is not wanted any more, or somebody there is out or forgotten since."""


async def open_table(evening: Evening, night: Night, table: NightTable) -> int | None:
    """Open a table that is owed, once: that it is open is written with it. Return when to look again."""
    people = _in_their_order(night, table)
    options = evening.options(table.game)
    if not people or options is None:
        await evening.database.write(_drop, night, table)
        return evening.now()
    try:
        await evening.tables.open(_opening(evening, night, table, people, options))
    except _Opened:
        return evening.now()
    except Refused as refusal:
        is_late = evening.now() - night.round_at > GIVE_UP
        if refusal.reason not in _FULL or is_late:
            log.info("night %d: a table was not opened: %s", night.night_id, refusal.reason)
            await evening.database.write(_drop, night, table)
            return evening.now()
        return evening.now() + ASK_AGAIN
    return evening.now() + evening.lobby_waits


def _in_their_order(night: Night, table: NightTable) -> list[Name]:
    """Return who sits at a table: each round another one is host, and sits first."""
    sat = {seat.user_id for seat in night.people_at(table)}
    people = [each for each in night.names if each.user_id in sat]
    first = (table.round - 1) % max(1, len(people))
    return [*people[first:], *people[:first]]


def _opening(
    evening: Evening, night: Night, table: NightTable, people: Sequence[Name], options: Mapping[str, Any]
) -> Opening:
    """Say how a table is opened for these people, of whom the first is host; it is noted in the same transaction."""
    host, *guests = people

    def note(db: Connection, table_id: str) -> None:
        _note_open(db, night, table, table_id, {each.user_id for each in people})

    return Opening(
        visitor=Visitor(night.guild_id, night.channel_id, night.parent_id, may_manage=True),
        host=Person(host.user_id, host.name),
        game=table.game,
        options=options,
        capacity=table.seats,
        interaction_id=host.press,
        guests=tuple((Person(each.user_id, each.name), each.press) for each in guests),
        starts_at=evening.now() + evening.lobby_waits,
        night_id=night.night_id,
        night_host=night.host_id or None,
        note=note,
    )


def _note_open(db: Connection, night: Night, table: NightTable, table_id: str, people: set[int]) -> None:
    """Note that a table is open; raise `_Opened` where that is not owed any more, or not to all of them."""
    fresh = rows.held(db, night.guild_id, night.night_id)
    this = rows.this(night, table) & (night_tables.c.state == TableState.OWED)
    opened = db.execute(update(night_tables).where(this).values(table_id=table_id, state=TableState.OPEN))
    names, sit = {each.user_id for each in fresh.names}, {seat.user_id for seat in fresh.people_at(table)}
    if not opened.rowcount or not people <= names & sit or fresh.status is not NightStatus.RUNNING:
        raise _Opened
    rows.change(db, fresh)


async def look_after(evening: Evening, night: Night, table: NightTable) -> int | None:
    """Start a table that waits for long enough, count one that is over; return when to look again."""
    assert table.table_id is not None
    try:
        found = await evening.tables.database.read(load, table.table_id)
    except Refused:
        await evening.database.write(_drop, night, table)
        return evening.now()
    if found.status.is_open and not evening.tables.games.is_here(found.game):
        await evening.database.write(_drop, night, table)
        return evening.now()
    if found.status is Status.LOBBY:
        return await _start_in_time(evening, night, table, found)
    if found.status is Status.FINISHED:
        await evening.database.write(_count, night, table, found)
    elif found.status is not Status.RUNNING:
        await evening.database.write(_drop, night, table)
    elif found.paused_at is not None:
        if evening.now() < found.paused_at + evening.stalled:
            return found.paused_at + evening.stalled
        await evening.database.write(_drop, night, table)
    elif table.state is TableState.OPEN and found.thread_id is not None:
        await evening.database.write(_note_racing, night, table)
    return None


async def leave_to_hosts(evening: Evening, night: Night) -> None:
    """Have tables for which the night waits no more be like any other, their hosts' own.

    The post of the night is due from what let go of them until this is done, so no kill leaves one behind.
    """
    let_go = [each.table_id for each in night.tables if each.table_id and not night.waits_for(each)]
    if not let_go:
        return
    for table_id in await evening.database.read(_held, night, let_go):
        try:
            await evening.tables.step(lobby_commands.let_go, table_id, night.night_id)
        except Refused as refusal:
            log.info("table %s: it ended before it was left to its host: %s", table_id, refusal.reason)


def _held(db: Connection, night: Night, some: Sequence[str]) -> Sequence[str]:
    """Return which of some tables are open and still the night's."""
    is_held = (played.c.status.in_(OPEN), played.c.night_id == night.night_id)
    wanted = select(played.c.table_id).where(played.c.table_id.in_(some), *is_held)
    return db.scalars(wanted.order_by(played.c.table_id)).all()


async def _start_in_time(evening: Evening, night: Night, table: NightTable, found: Table) -> int:
    """Start a lobby once its host had time to; the luck is closed by what Discord named after the seal was shown."""
    due_at = found.starts_at or found.created_at + evening.lobby_waits
    if evening.now() < due_at:
        return due_at
    post = await evening.database.read(outbox.find, found.table_id, outbox.LOBBY)
    if post and post.posted:
        least = next(
            (seats for seats in playable(found.game, found.options) if seats >= len(found.people)), 0
        )
        company = Company(least, evening.computer_names) if least > len(found.seats) else None
        try:
            await evening.tables.start(
                found.table_id,
                found.host_id,
                _closing(found, post.posted.message_id),
                company=company,
                by_itself=True,
            )
        except Refused as refusal:
            log.info("table %s: the night could not start it: %s", found.table_id, refusal.reason)
            if refusal.reason is Refusal.FROZEN:
                await _without(evening, found, refusal)
                return evening.now()
        else:
            return evening.now()
    if evening.now() > due_at + GIVE_UP:
        await evening.database.write(_drop, night, table)
        return evening.now()
    return evening.now() + ASK_AGAIN


async def _without(evening: Evening, found: Table, refusal: Refused) -> None:
    """Unseat the players who may not stake coins, so that the others can race."""
    users: Any = refusal.facts["users"]
    for user_id in users:
        with suppress(Refused):  # they have stood up by themselves
            await evening.tables.step(lobby_commands.leave, found.table_id, user_id)


def _closing(table: Table, message_id: int) -> int:
    """Return the last of what nobody could foresee when the secret was drawn: the lobby's message, or a later press."""
    pressed = [each.press for each in map(Pressed.read, table.salt) if each]
    return max([message_id, *pressed])


def _count(db: Connection, night: Night, table: NightTable, found: Table) -> None:
    """Write what the places of a table brought, once."""
    fresh = rows.held(db, night.guild_id, night.night_id)
    if table not in fresh.now_at:
        return
    wanted = select(results.c.user_id, results.c.place).where(results.c.table_id == found.table_id)
    came = list(db.execute(wanted))
    points = points_of([row.place for row in came])
    gone = {seat.owner_id for seat in found.seats if seat.is_played_for}
    brought = {
        row.user_id: (row.place, points[at])
        for at, row in enumerate(came)
        if row.user_id and row.user_id not in gone
    }
    places = {user: place for user, (place, _) in brought.items()}
    for seat, place in rounds.places_of(fresh, table, places):
        this = (
            (night_seats.c.night_id == night.night_id)
            & (night_seats.c.round == seat.round)
            & (night_seats.c.user_id == seat.user_id)
        )
        values = {"place": place, "points": brought[seat.user_id][1]}
        db.execute(update(night_seats).where(this).values(**values))
    away = [each.user_id for each in fresh.players if each.user_id in gone]
    rows.set_state(db, fresh, NameState.AWAY, away)
    sat, raced = len(found.seats), sum(seat.user_id in brought for seat in fresh.people_at(table))
    rounds.set_table(db, fresh, table, TableState.COUNTED, seats=sat, raced=raced)
    rows.change(db, fresh)


def _drop(db: Connection, night: Night, table: NightTable) -> None:
    """Wait no more for a table, unless the night knows better by now."""
    fresh = rows.held(db, night.guild_id, night.night_id)
    if table in fresh.now_at:
        rounds.drop(db, fresh, table)
        rows.change(db, fresh)


def _note_racing(db: Connection, night: Night, table: NightTable) -> None:
    """Have the post of a night show where a table races, unless that changed meanwhile."""
    fresh = rows.held(db, night.guild_id, night.night_id)
    if table in fresh.now_at:
        rounds.set_table(db, fresh, table, TableState.RACING)
        rows.change(db, fresh)
