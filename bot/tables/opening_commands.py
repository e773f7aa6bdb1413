"""How a table is opened: by a command, or as the rematch of one that is over."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, insert, select

from bot import outbox
from bot.db.locks import Lock, hold, note_new
from bot.db.schema import presses, tables
from bot.servers import read_settings
from bot.tables import deadlines, lobby, luck
from bot.tables.entry import require_may_open
from bot.tables.games import Games
from bot.tables.loading import find, load
from bot.tables.luck import Ingredient, PressKind
from bot.tables.queries import OPEN
from bot.tables.refusals import Refusal, Refused
from bot.tables.seat_limits import require_playable
from bot.tables.step import write
from bot.tables.table import Opening, Person, Seat, Status, Table, Visitor
from engines import catalog
from engines.core import Unreadable
from engines.core.salt import Pressed

_ALPHABET = "ABCDEFGHJKLMNPQRTUVWXYZ2346789"  # nothing that is read for something else
_ID_LENGTH = 6


def open_table(db: Connection, games: Games, now: int, opening: Opening) -> Table:
    """Open a lobby; its host sits in the first seat."""
    return _open_lobby(db, games, opening, now)


def open_once(db: Connection, games: Games, now: int, opening: Opening, since: int) -> Table | str:
    """Open a lobby as `open_table` does, or return the id of the table that an earlier press opened.

    That is one of the same game in this server, still open, which its host opened by a press that Discord named
    after `since`.
    """
    hold(db, Lock.OPENING, opening.visitor.guild_id)
    known = _opened_since(db, opening, since)
    return open_table(db, games, now, opening) if known is None else known


def rematch(
    db: Connection,
    games: Games,
    now: int,
    table_id: str,
    person: Person,
    visitor: Visitor,
    interaction_id: int,
    thread_id: int | None = None,
) -> Table | str:
    """Open the rematch of a finished table, or return the id of the one that somebody else opened already.

    It stands in the thread of that table, `thread_id`, where that is to be had.
    """
    table = load(db, table_id)
    _require_over(table, visitor)
    known = _rematch_of(db, table_id)
    if known is not None:
        return known
    _require_part(table, person)
    opening = Opening(
        visitor=visitor,
        host=person,
        game=table.game,
        options=table.options,
        capacity=table.capacity,
        interaction_id=interaction_id,
        rematch_of=table_id,
        thread_id=thread_id,
        hints=table.hints,
        hours=table.hours,
        pace=table.pace,
    )
    fresh = _open_lobby(db, games, opening, now)
    _seat_computers(db, fresh, [seat for seat in table.seats if seat.agent])
    return load(db, fresh.table_id)


def _require_over(table: Table, visitor: Visitor) -> None:
    """Refuse a rematch of a table that is not finished, or of another server."""
    if visitor.guild_id != table.guild_id:
        raise Refused(Refusal.NO_SUCH_TABLE)
    if table.status is not Status.FINISHED:
        raise Refused(Refusal.NOT_FINISHED)


def _require_part(table: Table, person: Person) -> None:
    """Refuse to open a rematch to whoever had no part in a table; at one that is open they may sit down."""
    if person.user_id not in table.owners and table.seat_of(person.user_id) is None:
        raise Refused(Refusal.REMATCH_OF_OTHERS, table=table.table_id)


def _rematch_of(db: Connection, table_id: str) -> str | None:
    """Return the rematch of this table that waits, runs or was run; one that was cancelled or ran out is none."""
    stands = tables.c.status.in_([Status.LOBBY, Status.RUNNING, Status.FINISHED])
    found: str | None = db.scalar(select(tables.c.table_id).where(tables.c.rematch_of == table_id, stands))
    return found


def _opened_since(db: Connection, opening: Opening, since: int) -> str | None:
    """Return the open table of a game that somebody opened in a server by a press which Discord named after `since`."""
    theirs = (presses.c.user_id == opening.host.user_id) & (presses.c.kind == PressKind.OPENED)
    there = (tables.c.guild_id == opening.visitor.guild_id) & (tables.c.game == opening.game)
    found: str | None = db.scalar(
        select(tables.c.table_id)
        .join(presses, presses.c.table_id == tables.c.table_id)
        .where(theirs, presses.c.press > since, there, tables.c.status.in_(OPEN))
    )
    return found


def _open_lobby(db: Connection, games: Games, opening: Opening, now: int) -> Table:
    """Open a lobby with its host in seat 0, if they may open one there (see `entry`).

    The commitment to its secret is public from now on.
    """
    try:
        edition = catalog.game(opening.game).edition
    except Unreadable:
        raise Refused(Refusal.NO_SUCH_GAME, game=opening.game) from None
    require_playable(opening.game, opening.options, opening.capacity)
    hold(db, Lock.OPENING, opening.visitor.guild_id)
    settings = require_may_open(db, games, opening.visitor, _opened_by(opening), opening.night_id)
    table_id = _free_id(db)
    row = _row(opening, edition.model_dump(mode="json"), settings.clock)
    db.execute(insert(tables).values(table_id=table_id, created_at=now, **row))
    note_new(db, table_id)
    press = Pressed(opening.interaction_id)
    luck.note(db, table_id, 0, Ingredient(press, PressKind.OPENED, opening.host.user_id))
    lobby.seat(db, table_id, opening.host.seated(0))
    deadlines.put(db, table_id, deadlines.Clock.LOBBY, now + deadlines.LOBBY_CLOSES_AFTER, now=now)
    outbox.ask_for(db, table_id, outbox.LOBBY)
    for guest, pressed in opening.guests:
        _seat_guest(db, table_id, guest, pressed)
    if opening.note:
        opening.note(db, table_id)
    return load(db, table_id)


def _opened_by(opening: Opening) -> int | None:
    """Return whose limit of open tables this one counts against."""
    return opening.host.user_id if opening.night_id is None else opening.night_host


def _row(opening: Opening, edition: Mapping[str, Any], clock: int) -> Mapping[str, Any]:
    """Return what is stored of a table that is opened like this; its secret is drawn here."""
    return {
        "guild_id": opening.visitor.guild_id,
        "channel_id": opening.visitor.channel_id,
        "thread_id": opening.thread_id,
        "host_id": opening.host.user_id,
        "opened_by": _opened_by(opening),
        "game": opening.game,
        "options": json.dumps(dict(opening.options)),
        "edition": json.dumps(edition),
        "capacity": opening.capacity,
        "status": Status.LOBBY,
        "secret": secrets.token_bytes(32),
        "salt": luck.stored([str(Pressed(opening.interaction_id))]),
        "length": 0,
        "stakes": False,
        "buy_in": 0,
        "clock": clock,
        "rematch_of": opening.rematch_of,
        "hints": opening.hints,
        "hours": opening.hours and str(opening.hours),
        "pace": opening.pace,
        "starts_at": opening.starts_at,
        "night_id": opening.night_id,
    }


def _seat_guest(db: Connection, table_id: str, guest: Person, pressed: int) -> None:
    """Seat somebody who has agreed to it; their press goes into the luck."""
    table = load(db, table_id)
    salt = luck.add(db, table, Ingredient(Pressed(pressed), PressKind.JOINED, guest.user_id))
    lobby.seat(db, table_id, guest.seated(len(table.seats)))
    write(db, table_id, salt=salt)


def _free_id(db: Connection) -> str:
    while True:
        table_id = "".join(secrets.choice(_ALPHABET) for _ in range(_ID_LENGTH))
        if find(db, table_id) is None:
            return table_id


def _seat_computers(db: Connection, table: Table, computers: Sequence[Seat]) -> None:
    """Seat computer players of an earlier table again, as far as there is room and the server still wants any."""
    if not read_settings(db, table.guild_id).computers:
        return
    room = computers[: table.capacity - len(table.seats)]
    for number, seat in enumerate(room, start=len(table.seats)):
        lobby.seat(db, table.table_id, seat._replace(number=number))
