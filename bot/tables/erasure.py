"""Forgetting a person: whatever is stored about them goes, is emptied, or is put under nobody's name.

What is published of a log needs no change: it holds seats, never people. Who decided stands beside its rows and is
emptied. The interaction ids in a salt say when something was pressed, and Discord tells nobody by whom. Words that
somebody mixed into the luck stay where cards were dealt from them.

What was long ago goes first, a bounded number of tables in each transaction. The last transaction does all the rest,
and takes away the note that there is something to do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, func, or_, select, true, union, update

from bot import bank, outbox
from bot.db import Database
from bot.db.locks import hold_tables
from bot.db.schema import (
    drafts,
    erasures,
    lessons,
    log,
    offers,
    presses,
    seats,
    sent_away,
    stood_in,
    tables,
    tote_bets,
    users,
)
from bot.db.schema import outbox as posts
from bot.db.statements import ids, inserting
from bot.outbox import Opened, Post, Posted, PostKind
from bot.servers import read_settings
from bot.tables import attendance, lobby, lobby_commands, luck, outdated, resting, seat_offers
from bot.tables.games import Games
from bot.tables.loading import load
from bot.tables.queries import OPEN, OVER
from bot.tables.refusals import Absent
from bot.tables.step import Step, finish
from bot.tables.step import begin as begin_step
from bot.tables.table import Seat, Status

NOBODY = 0
"""The host of a table whose host is forgotten."""

Naming = Callable[[str, int], str]
"""Makes a neutral name: in the language of which locale, for which seat from 0."""


class Erased(NamedTuple):
    """What has to be seen to once a person is forgotten."""

    tables: Mapping[str, int]
    """Open tables at which others see it, and in which server each is."""
    desks: Sequence[Posted]
    """Desks in the direct messages, which nothing keeps up to date any more."""
    unnoted: Sequence[Post] = ()
    """Desks that were asked for: a process that was killed may have sent them, and noted nothing."""
    opened: Sequence[Opened] = ()
    """Desks that they had opened where they play."""
    odds: Sequence[str] = ()
    """Tables at which they had bet on a race that is not off yet: their bets are in no pool any more."""


async def begin(database: Database, user_id: int, now: int) -> None:
    """Note that a user is to be forgotten: should this process be killed, a start finds it (`unfinished`)."""

    def change(db: Connection) -> None:
        asked = inserting(db.dialect.name, erasures).values(user_id=user_id, asked_at=now)
        db.execute(asked.on_conflict_do_nothing())

    await database.write(change)


async def unfinished(database: Database) -> Sequence[int]:
    """Name the users who are to be forgotten and are not yet."""

    def look(db: Connection) -> Sequence[int]:
        return list(db.scalars(select(erasures.c.user_id).order_by(erasures.c.asked_at)))

    return await database.read(look)


async def forget_past(database: Database, user_id: int, named: Naming) -> None:
    """Forget a user at tables that are over: some tables in each transaction, so that nobody waits for all of them.

    Each can be done again. `erase` does the rest.
    """
    columns = (
        *(seats.c.user_id, seats.c.owner_id, log.c.decided_by, tables.c.host_id, tables.c.opened_by),
        *(each.c.user_id for each in (offers, presses, sent_away, stood_in, tote_bets)),
    )
    mine = union(*(select(column.table.c.table_id).where(column == user_id) for column in columns))
    async for some in ids(database.read, mine):
        await database.write(_forget_at, user_id, some, named)


def _forget_at(db: Connection, user_id: int, table_ids: Sequence[str], named: Naming) -> None:
    """Forget a user at those of some tables that are over."""
    those = and_(tables.c.table_id.in_(table_ids), tables.c.status.in_(OVER))
    over = list(db.scalars(select(tables.c.table_id).where(those)))
    if not over:
        return
    hold_tables(db, tables.c.table_id.in_(over))
    luck.forget(db, user_id, presses.c.table_id.in_(over))
    _rename_seats(db, user_id, named, seats.c.table_id.in_(over))
    for owner in (tables.c.host_id, tables.c.opened_by):
        theirs = and_(tables.c.table_id.in_(over), owner == user_id)
        db.execute(update(tables).where(theirs).values({owner: NOBODY}))
    # By the tables and not by the person, of whom each piece would else go through all decisions.
    decided = and_(log.c.table_id.in_(over), func.coalesce(log.c.decided_by, NOBODY) == user_id)
    db.execute(update(log).where(decided).values(decided_by=None))
    for each in (offers, sent_away, stood_in):
        db.execute(delete(each).where(each.c.table_id.in_(over), each.c.user_id == user_id))
    bank.forget_bets(db, user_id, over)


def take(db: Connection, user_id: int) -> bool:
    """Take what `begin` has noted, in the transaction that erases; False: that was done meanwhile."""
    return db.execute(delete(erasures).where(erasures.c.user_id == user_id)).rowcount > 0


def erase(db: Connection, games: Games, user_id: int, now: int, named: Naming) -> Erased:
    """Forget a user, in all guilds. Races they sit in go on, and what those pay out is the house's."""
    hold_tables(db, _names(user_id))
    desks, unnoted = _desks(db, user_id), outbox.due_desks(db, user_id)
    opened = outbox.opened_by(db, user_id)
    concerned = _open_tables(db, user_id)
    bank.hold_books(db, user_id, concerned.values())  # tables that end with them come in another order
    for table_id in concerned:
        step = begin_step(db, games, table_id, now)
        _leave(db, step, user_id, named)
        finish(db, step)
    concerned |= _end_offers(db, games, user_id, now)
    _rename_seats(db, user_id, named)
    concerned |= _forget_presses(db, user_id)
    for owner in (tables.c.host_id, tables.c.opened_by):
        db.execute(update(tables).where(owner == user_id).values({owner: NOBODY}))
    db.execute(update(log).where(log.c.decided_by == user_id).values(decided_by=None))
    for table in (drafts, lessons, posts, sent_away, stood_in, users):
        db.execute(delete(table).where(table.c.user_id == user_id))
    odds = bank.forget(db, user_id, now)
    return Erased(concerned, desks, unnoted, opened, odds)


def _end_offers(db: Connection, games: Games, user_id: int, now: int) -> dict[str, int]:
    """End the offers of seats to a user, and have their posts edited; return the tables."""
    theirs = offers.c.user_id == user_id
    concerned = {}
    for table_id in db.scalars(select(offers.c.table_id).where(theirs).distinct()).all():
        step = begin_step(db, games, table_id, now)
        seat_offers.end(db, step, theirs)
        finish(db, step)
        concerned[table_id] = step.table.guild_id
    return concerned


def _forget_presses(db: Connection, user_id: int) -> dict[str, int]:
    """Forget who pressed what; return the lobbies that showed it and were left before."""
    left = {}
    for table_id in luck.forget(db, user_id):
        table = load(db, table_id)
        if table.status is Status.LOBBY:
            outbox.ask_for(db, table_id, outbox.LOBBY)
            left[table_id] = table.guild_id
    return left


def _desks(db: Connection, user_id: int) -> list[Posted]:
    """Find the desks that still may be pressed; those of closed tables say so already."""
    found = db.execute(
        select(posts.c.channel_id, posts.c.message_id)
        .join(tables, tables.c.table_id == posts.c.table_id)
        .where(posts.c.user_id == user_id, posts.c.kind == PostKind.DESK, tables.c.status.in_(OPEN))
        .where(posts.c.message_id.is_not(None))
    )
    return [Posted(*row) for row in found]


def _names(user_id: int) -> ColumnElement[bool]:
    """Tell tables of which any row names a user, also those that are over."""
    columns = (
        seats.c.user_id,
        seats.c.owner_id,
        log.c.decided_by,
        *(table.c.user_id for table in (presses, drafts, offers, posts, sent_away, stood_in, tote_bets)),
    )
    named = (select(column.table.c.table_id).where(column == user_id) for column in columns)
    is_there = (tables.c.table_id.in_(each) for each in named)
    return or_(*is_there, tables.c.host_id == user_id, tables.c.opened_by == user_id)


def _open_tables(db: Connection, user_id: int) -> dict[str, int]:
    theirs = or_(seats.c.user_id == user_id, seats.c.owner_id == user_id, tables.c.host_id == user_id)
    found = db.execute(
        select(tables.c.table_id, tables.c.guild_id)
        .join(seats, seats.c.table_id == tables.c.table_id)
        .where(tables.c.status.in_(OPEN), theirs)
        .group_by(tables.c.table_id, tables.c.guild_id, tables.c.created_at)
        .order_by(tables.c.created_at, tables.c.table_id)
    )
    return {row.table_id: row.guild_id for row in found}


def _leave(db: Connection, step: Step, user_id: int, named: Naming) -> None:
    if step.table.status is Status.LOBBY:
        lobby_commands.leave(db, step, user_id)
        return
    for seat in step.table.seats:
        if user_id in {seat.user_id, seat.owner_id}:
            _give_up(db, step, seat, user_id, named)
    if step.table.host_id == user_id:
        heir = next((seat.user_id for seat in (*step.table.present, *step.table.people)), None)
        lobby.change(db, step, host_id=heir or NOBODY)
    try:
        if outdated.end_if_outdated(db, step):
            return
    except Absent:
        return  # it rests until its game is back
    if step.table.paused_at is not None and not step.table.people:
        resting.go_on(db, step)  # nobody is left who could
    outbox.post_anew(db, step.table.table_id, PostKind.BOARD)
    attendance.follow_change(db, step, step.standing(db))


def _give_up(db: Connection, step: Step, seat: Seat, user_id: int, named: Naming) -> None:
    """Take a person from a seat of a running table: a seat that was put into their hands returns to its owner."""
    if seat.owner_id not in {None, user_id}:
        attendance.leave(db, step, user_id)
    else:
        name = _neutral(db, step.table.guild_id, seat.number, named)
        attendance.vanish(db, step, seat._replace(owner_id=user_id), name)


def _neutral(db: Connection, guild_id: int, number: int, named: Naming) -> str:
    return named(read_settings(db, guild_id).spoken, number)


def _rename_seats(
    db: Connection, user_id: int, named: Naming, these: ColumnElement[bool] | None = None
) -> None:
    """Put the seats of tables that are over under nobody's name; who stood in for somebody leaves them theirs.

    A statement for each guild and number of a seat, however many games somebody has played. `these` seats; None: all.
    """
    which = true() if these is None else these
    owned = or_(seats.c.owner_id == user_id, and_(seats.c.owner_id.is_(None), seats.c.user_id == user_id))
    owns = db.execute(
        select(tables.c.guild_id, seats.c.seat)
        .join(tables, tables.c.table_id == seats.c.table_id)
        .where(owned, which)
        .distinct()
    )
    for guild_id, number in owns.all():
        here = seats.c.table_id.in_(select(tables.c.table_id).where(tables.c.guild_id == guild_id))
        name = _neutral(db, guild_id, number, named)
        mine = update(seats).where(owned, seats.c.seat == number, here, which)
        db.execute(mine.values(owner_id=None, name=name))
    held = update(seats).where(seats.c.user_id == user_id, which)
    db.execute(held.values(user_id=seats.c.owner_id))
