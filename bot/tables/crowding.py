"""A server whose tables are all taken: the one that has rested longest is asked to go on or to make room."""

from __future__ import annotations

from sqlalchemy import Connection, select

from bot import outbox
from bot.db.locks import hold_tables
from bot.db.schema import deadlines as clocks
from bot.db.schema import tables
from bot.outbox import Notice, PostKind
from bot.tables import deadlines, queries
from bot.tables.deadlines import Clock
from bot.tables.games import Games
from bot.tables.loading import load
from bot.tables.refusals import Room
from bot.tables.step import Step
from bot.tables.table import Status


def ask_for_room(db: Connection, games: Games, guild_id: int, now: int) -> Room | None:
    """Have the table that has rested longest go on within the hour or close; return it, None if none rests.

    One table at a time is asked: whoever wants room meanwhile waits for the same one.
    """
    hold_tables(db, (tables.c.guild_id == guild_id) & tables.c.paused_at.is_not(None))
    resting = _resting(db, games, guild_id)
    ends = [Room(table_id, _end(db, table_id)) for table_id in resting]
    if not ends:
        return None
    soonest = min(ends, key=lambda room: room.at)
    if soonest.at <= now + deadlines.CROWDED_CLOSES_AFTER:
        return soonest
    asked_at = load(db, resting[0]).closed_until(now) or now
    room = Room(resting[0], asked_at + deadlines.CROWDED_CLOSES_AFTER)
    deadlines.put(db, room.table_id, Clock.CROWDED, room.at, now=now)
    outbox.give_notice(db, room.table_id, Notice.CROWDED, now)
    _show(db, room.table_id)
    return room


def is_crowded_still(db: Connection, step: Step) -> bool:
    """Whether a server has no table left by now, so that one that rests has to close."""
    guild_id = step.table.guild_id
    return (
        len(queries.open_ids(db, guild_id, queries.counted(step.games.present())))
        >= step.settings.most_tables
    )


def let_rest(db: Connection, step: Step) -> None:
    """Leave a table to its rest: its room is not needed any more."""
    step.stop_clock(db, Clock.CROWDED)
    _show(db, step.table.table_id)


def _show(db: Connection, table_id: str) -> None:
    outbox.ask_for(db, table_id, outbox.BOARD_WORDS)
    outbox.show_again(db, table_id, PostKind.DESK)


def _resting(db: Connection, games: Games, guild_id: int) -> list[str]:
    """Name the tables of a server that rest and could go on, the one that has rested longest first."""
    found = db.scalars(
        select(tables.c.table_id)
        .join(clocks, (clocks.c.table_id == tables.c.table_id) & (clocks.c.kind == Clock.PAUSED))
        .where(tables.c.guild_id == guild_id, tables.c.status == Status.RUNNING)
        .where(tables.c.paused_at.is_not(None), tables.c.game.in_(games.present()))
        .order_by(tables.c.paused_at, tables.c.table_id)
    )
    return list(found)


def _end(db: Connection, table_id: str) -> int:
    """Return when the rest of a table ends."""
    clocks = deadlines.of_table(db, table_id)
    return min(clocks[kind] for kind in (Clock.CROWDED, Clock.PAUSED) if kind in clocks)
