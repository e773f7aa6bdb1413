"""Who may open a table or sit down, and where one may be: every way in asks here, in the transaction that lets them in.

`/race new`, Rematch and `/race board` bring the same plain facts along, so none of them can go round what a server
has set.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, and_, exists, func, or_, select

from bot.db.schema import night_seats, night_tables, presses, sent_away, tables, users
from bot.servers import ServerSettings, read_settings
from bot.tables.games import Games
from bot.tables.luck import PressKind
from bot.tables.queries import counted, open_ids
from bot.tables.refusals import Refusal, Refused
from bot.tables.table import Table, Visitor


def require_may_open(
    db: Connection, games: Games, visitor: Visitor, user_id: int | None, night_id: int | None = None
) -> ServerSettings:
    """Refuse whoever may not open a table there, or not another one; return what the server has set.

    `user_id` is the user against whose limit it counts; None: only the server's limit counts. `night_id` is the race
    night that opens it: a round takes as many tables as it needs, beside others of the night's host.
    """
    settings = require_may_plan(db, visitor)
    _require_a_free_table(db, games, visitor.guild_id, user_id, night_id, settings)
    return settings


def require_may_plan(db: Connection, visitor: Visitor) -> ServerSettings:
    """Refuse whoever may never open a table there, however few are open; return what the server has set."""
    settings = read_settings(db, visitor.guild_id)
    _require_channel(visitor, settings)
    if settings.openers and not visitor.may_manage and not visitor.roles & set(settings.openers):
        raise Refused(Refusal.NOT_FOR_YOU, roles=settings.openers)
    return settings


def require_may_bring(db: Connection, games: Games, visitor: Visitor, table: Table) -> None:
    """Refuse to bring a table to where this server keeps none, or where the bot may not write."""
    if visitor.guild_id != table.guild_id:
        raise Refused(Refusal.NO_SUCH_TABLE)
    games.require_here(table)
    _require_channel(visitor, read_settings(db, table.guild_id))


def _require_channel(visitor: Visitor, settings: ServerSettings) -> None:
    if visitor.denied:
        raise Refused(Refusal.NOT_ALLOWED_HERE, missing=visitor.denied)
    if settings.channels and not {visitor.channel_id, visitor.parent_id} & set(settings.channels):
        raise Refused(Refusal.NOT_IN_THIS_CHANNEL, channels=settings.channels)


def _require_a_free_table(
    db: Connection,
    games: Games,
    guild_id: int,
    user_id: int | None,
    night_id: int | None,
    settings: ServerSettings,
) -> None:
    """Refuse one table too many: first of one person, so that nobody has tables closed for more of their own.

    A table of a race night counts against its night's host, who has opened it, and not against its own.
    """
    hosted = and_(tables.c.host_id == user_id, tables.c.night_id.is_(None))
    is_theirs = and_(
        or_(hosted, tables.c.opened_by == user_id),
        or_(tables.c.night_id.is_(None), tables.c.night_id != (night_id or 0)),
    )
    theirs = [] if user_id is None else open_ids(db, guild_id, counted(games.present()), is_theirs)
    if len(theirs) >= settings.most_hosted:
        raise Refused(Refusal.TOO_MANY_HOSTED, most=settings.most_hosted, tables=theirs)
    if len(open_ids(db, guild_id, counted(games.present()))) >= settings.most_tables:
        raise Refused(Refusal.TOO_MANY_TABLES, most=settings.most_tables)


def require_dealt(db: Connection, table: Table, user_id: int) -> None:
    """Refuse a seat at a race night's table to whoever the night has not dealt there."""
    if table.night_id is None:
        return
    theirs = (
        (night_seats.c.night_id == night_tables.c.night_id)
        & (night_seats.c.round == night_tables.c.round)
        & (night_seats.c.number == night_tables.c.number)
        & (night_seats.c.user_id == user_id)
    )
    here = (night_tables.c.night_id == table.night_id) & (night_tables.c.table_id == table.table_id)
    if not db.scalar(select(exists().where(here, theirs))):
        raise Refused(Refusal.NOT_DEALT)


class Entrant(NamedTuple):
    """Facts about a user that decide whether they may join a lobby."""

    was_sent_away: bool
    asked_always: bool
    joins: int
    """How often they have joined this lobby before."""


def known_of(db: Connection, table_id: str, user_id: int) -> Entrant:
    """Read the facts that decide whether a user may join a lobby, in one statement."""
    sent = exists().where(sent_away.c.table_id == table_id, sent_away.c.user_id == user_id)
    asked = exists().where(users.c.user_id == user_id, users.c.asked_always)
    theirs = (presses.c.table_id == table_id, presses.c.user_id == user_id)
    joins = select(func.count()).where(*theirs, presses.c.kind == PressKind.JOINED).scalar_subquery()
    was_sent_away, asked_always, joined = db.execute(select(sent, asked, joins)).one()
    return Entrant(bool(was_sent_away), bool(asked_always), int(joined))
