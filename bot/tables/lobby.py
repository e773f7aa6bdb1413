"""A table before its race: opening, joining, leaving, computer players, options.

Every function works inside the caller's transaction and refuses with `Refused`, changing nothing.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any
from zlib import crc32

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import outbox
from bot.servers import read_settings
from bot.store.schema import seats, sent_away, tables
from bot.tables import deadlines, luck
from bot.tables.entry import require_may_open
from bot.tables.luck import Kind
from bot.tables.refusals import Refusal, Refused
from bot.tables.seat_limits import require_playable
from bot.tables.table import Opening, Person, Seat, Status, Table, find, load
from engines import catalog
from engines.core.salt import Pressed

COMPUTER = "steady"
"""The computer player that sits down when asked for one."""

_ALPHABET = "ABCDEFGHJKLMNPQRTUVWXYZ2346789"  # nothing that is read for something else
_ID_LENGTH = 6


async def _free_id(db: AsyncConnection) -> str:
    while True:
        table_id = "".join(secrets.choice(_ALPHABET) for _ in range(_ID_LENGTH))
        if await find(db, table_id) is None:
            return table_id


async def open_table(db: AsyncConnection, opening: Opening, now: int) -> Table:
    """Open a lobby with its host in seat 0, if they may open one there (see `entry`).

    The secret is drawn here; its commitment is public from now on.
    """
    if opening.game not in catalog.GAMES:
        raise Refused(Refusal.NO_SUCH_GAME, game=opening.game)
    require_playable(opening.game, opening.options, opening.capacity)
    settings = await require_may_open(db, opening.visitor, opening.host.user_id)
    table_id = await _free_id(db)
    await db.execute(
        insert(tables).values(
            table_id=table_id,
            guild_id=opening.visitor.guild_id,
            channel_id=opening.visitor.channel_id,
            host_id=opening.host.user_id,
            opened_by=opening.host.user_id,
            game=opening.game,
            options=json.dumps(dict(opening.options)),
            edition=json.dumps(catalog.game(opening.game).edition.model_dump(mode="json")),
            capacity=opening.capacity,
            status=Status.LOBBY,
            secret=secrets.token_bytes(32),
            salt=luck.stored([str(Pressed(opening.interaction_id))]),
            revision=0,
            length=0,
            stakes=False,
            buy_in=0,
            clock=settings.clock,
            rematch_of=opening.rematch_of,
            created_at=now,
        )
    )
    await luck.note(db, table_id, 0, opening.interaction_id, Kind.OPENED, opening.host.user_id)
    await _sit(db, table_id, 0, opening.host)
    await deadlines.put(db, table_id, deadlines.Clock.LOBBY, now + deadlines.LOBBY_CLOSES_AFTER, now=now)
    await outbox.ask_for(db, table_id, outbox.LOBBY)
    return await load(db, table_id)


async def join(db: AsyncConnection, table: Table, person: Person, interaction_id: int) -> None:
    """Take the next free seat; the interaction's id becomes part of the salt."""
    require_lobby(table)
    if table.seat_of(person.user_id):
        raise Refused(Refusal.ALREADY_SEATED, table=table.table_id)
    if await _is_sent_away(db, table, person.user_id):
        raise Refused(Refusal.SENT_AWAY, host=table.host_id)
    _require_room(table)
    await _sit(db, table.table_id, len(table.seats), person)
    salt = await luck.add(db, table, Pressed(interaction_id), Kind.JOINED, person.user_id)
    await changed(db, table, salt=salt)


async def add_words(
    db: AsyncConnection, table: Table, user_id: int, text: str, interaction_id: int
) -> Pressed:
    """Let somebody who sits there mix words of their own into the luck; returns them as they are kept."""
    require_lobby(table)
    table.require_seat(user_id)
    said = Pressed(interaction_id, await luck.readable(db, table, user_id, text))
    await changed(db, table, salt=await luck.add(db, table, said, Kind.WORDS, user_id))
    return said


async def leave(db: AsyncConnection, table: Table, user_id: int, now: int) -> None:
    """Give the seat back; the host's place passes to the next person, and with the last person the lobby closes."""
    require_lobby(table)
    gone = table.require_seat(user_id)
    staying = [seat for seat in table.people if seat.user_id != user_id]
    if not staying:
        await close(db, table, Status.CANCELLED, now)
        return
    await _reseat(db, table, [seat for seat in table.seats if seat.number != gone.number])
    host = staying[0].user_id if table.host_id == user_id else table.host_id
    await changed(db, table, host_id=host)


async def send_away(db: AsyncConnection, table: Table, host_id: int, user_id: int) -> None:
    """Take a guest's seat, to which they come back only when they are invited again; the host decides."""
    require_lobby(table)
    require_host(table, host_id)
    gone = table.seat_of(user_id)
    if gone is None:
        raise Refused(Refusal.NOT_AT_THE_TABLE, user=user_id)
    if user_id == host_id:
        raise Refused(Refusal.OWN_SEAT)
    await db.execute(insert(sent_away).values(table_id=table.table_id, user_id=user_id))
    await _reseat(db, table, [seat for seat in table.seats if seat.number != gone.number])
    await changed(db, table)


async def invite(db: AsyncConnection, table: Table, host_id: int, user_id: int) -> None:
    """Let somebody who was sent away sit down again if they like; the host decides."""
    require_lobby(table)
    require_host(table, host_id)
    this = (sent_away.c.table_id == table.table_id) & (sent_away.c.user_id == user_id)
    if (await db.execute(delete(sent_away).where(this))).rowcount == 0:
        raise Refused(Refusal.NOT_SENT_AWAY, user=user_id)


async def _is_sent_away(db: AsyncConnection, table: Table, user_id: int) -> bool:
    this = (sent_away.c.table_id == table.table_id) & (sent_away.c.user_id == user_id)
    return await db.scalar(select(sent_away.c.user_id).where(this)) is not None


async def add_computer(db: AsyncConnection, table: Table, user_id: int, names: Sequence[str]) -> None:
    """Seat a computer player, under the first of `names` that nobody here bears; the host decides."""
    require_lobby(table)
    require_host(table, user_id)
    _require_room(table)
    if not (await read_settings(db, table.guild_id)).computers:
        raise Refused(Refusal.NO_COMPUTERS)
    name = next((name for name in names if name not in table.names), names[-1])
    await db.execute(
        insert(seats).values(table_id=table.table_id, seat=len(table.seats), agent=COMPUTER, name=name)
    )
    await changed(db, table)


async def remove_computer(db: AsyncConnection, table: Table, user_id: int) -> None:
    """Send the computer player home that sat down last; the host decides."""
    require_lobby(table)
    require_host(table, user_id)
    computers = [seat for seat in table.seats if seat.agent]
    if not computers:
        raise Refused(Refusal.NO_COMPUTER, table=table.table_id)
    await _reseat(db, table, [seat for seat in table.seats if seat != computers[-1]])
    await changed(db, table)


async def set_options(
    db: AsyncConnection, table: Table, user_id: int, options: Mapping[str, Any], capacity: int
) -> None:
    """Change what will be played; the host decides, and takes back everybody else's Ready."""
    require_lobby(table)
    require_host(table, user_id)
    if capacity < len(table.seats):
        raise Refused(Refusal.TOO_MANY_SEATED, seated=len(table.seats))
    require_playable(table.game, options, capacity)
    if options != table.options:
        others = (seats.c.table_id == table.table_id) & (seats.c.user_id != user_id)
        await db.execute(update(seats).where(others).values(ready=False))
    await changed(db, table, options=json.dumps(dict(options)), capacity=capacity)


async def agree(db: AsyncConnection, table: Table, user_id: int, terms: str) -> None:
    """Say Ready to the options as they are; `terms` names those that were seen."""
    require_lobby(table)
    seat = table.require_seat(user_id)
    if terms != terms_of(table):
        raise Refused(Refusal.OPTIONS_CHANGED)
    this = (seats.c.table_id == table.table_id) & (seats.c.seat == seat.number)
    await db.execute(update(seats).where(this).values(ready=True))
    await changed(db, table)


def terms_of(table: Table) -> str:
    """Name the options of a table in a few characters: other options, another name."""
    return f"{crc32(json.dumps(table.options, sort_keys=True).encode()):08x}"


async def close(db: AsyncConnection, table: Table, status: Status, now: int) -> None:
    """End a lobby without a race."""
    require_lobby(table)
    await deadlines.clear(db, table.table_id)
    await changed(db, table, status=status, ended_at=now)


async def changed(db: AsyncConnection, table: Table, **facts: object) -> None:
    """Write facts of a table and have its lobby message redrawn."""
    revision = table.revision + 1
    await db.execute(
        update(tables).where(tables.c.table_id == table.table_id).values(revision=revision, **facts)
    )
    await outbox.ask_for(db, table.table_id, outbox.LOBBY)


def require_host(table: Table, user_id: int) -> None:
    """Refuse whoever is not the host."""
    if table.host_id != user_id:
        raise Refused(Refusal.NOT_HOST, host=table.host_id)


async def rematch_of(db: AsyncConnection, table_id: str) -> str | None:
    """Return the rematch of this table that waits, runs or was run; one that was cancelled or ran out is none."""
    stands = tables.c.status.in_([Status.LOBBY, Status.RUNNING, Status.FINISHED])
    found: str | None = await db.scalar(
        select(tables.c.table_id).where(tables.c.rematch_of == table_id, stands)
    )
    return found


def require_lobby(table: Table) -> None:
    """Refuse what only a lobby allows."""
    if table.status is Status.RUNNING:
        raise Refused(Refusal.STARTED, table=table.table_id)
    if table.status is not Status.LOBBY:
        raise Refused(Refusal.CLOSED, table=table.table_id)


def _require_room(table: Table) -> None:
    if len(table.seats) >= table.capacity:
        raise Refused(Refusal.FULL, capacity=table.capacity)


async def _sit(db: AsyncConnection, table_id: str, number: int, person: Person) -> None:
    await db.execute(
        insert(seats).values(
            table_id=table_id, seat=number, user_id=person.user_id, name=person.name, owner_id=person.user_id
        )
    )


async def _reseat(db: AsyncConnection, table: Table, staying: list[Seat]) -> None:
    """Number the seats anew, without a gap, in the order in which they were taken."""
    await db.execute(delete(seats).where(seats.c.table_id == table.table_id))
    for number, seat in enumerate(staying):
        await db.execute(
            insert(seats).values(
                table_id=table.table_id,
                seat=number,
                user_id=seat.user_id,
                agent=seat.agent,
                name=seat.name,
                owner_id=seat.owner_id,
                ready=seat.ready,
            )
        )


async def seat_computers(db: AsyncConnection, table: Table, computers: list[Seat]) -> None:
    """Seat computer players of an earlier table again, as far as there is room and the server still wants any."""
    if not (await read_settings(db, table.guild_id)).computers:
        return
    room = computers[: table.capacity - len(table.seats)]
    for number, seat in enumerate(room, start=len(table.seats)):
        await db.execute(
            insert(seats).values(table_id=table.table_id, seat=number, agent=seat.agent, name=seat.name)
        )
