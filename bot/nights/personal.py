"""What race nights keep about one person: for them to read, and to be forgotten."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, delete, exists, or_, select, update

from bot.db.locks import Lock, hold
from bot.db.schema import leagues, night_names, night_seats, nights


def kept_about(db: Connection, user_id: int) -> dict[str, Any]:
    """Return every row about a user, in all guilds; nobody else occurs in it."""
    hosted = select(nights.c.night_id, nights.c.guild_id, nights.c.name, nights.c.starts_at, nights.c.status)
    names = select(night_names).where(night_names.c.user_id == user_id)
    seats = select(night_seats).where(night_seats.c.user_id == user_id)
    founded = select(leagues.c.guild_id, leagues.c.league, leagues.c.least)
    found = {
        "leagues": founded.where(leagues.c.founder_id == user_id).order_by(leagues.c.guild_id),
        "hosted": hosted.where(nights.c.host_id == user_id).order_by(nights.c.night_id),
        "signed_up": names.order_by(night_names.c.night_id),
        "seats": seats.order_by(night_seats.c.night_id, night_seats.c.round),
    }
    kept = {}
    for theme, wanted in found.items():
        rows = db.execute(wanted).mappings()
        kept[theme] = [{name: fact for name, fact in row.items() if name != "user_id"} for row in rows]
    return kept


def forget(db: Connection, user_id: int) -> list[int]:
    """Forget a user; return the nights whose posts showed them, which are posted anew."""
    mine = (
        select(table.c.night_id).where(table.c.user_id == user_id) for table in (night_names, night_seats)
    )
    founded = exists().where(
        leagues.c.guild_id == nights.c.guild_id,
        leagues.c.league == nights.c.league,
        leagues.c.founder_id == user_id,
    )
    named = or_(nights.c.host_id == user_id, founded, *(nights.c.night_id.in_(each) for each in mine))
    found = list(db.execute(select(nights.c.night_id, nights.c.guild_id).where(named)))
    for guild_id in sorted({row.guild_id for row in found}):
        hold(db, Lock.NIGHT, guild_id)
    for table in (night_names, night_seats):
        db.execute(delete(table).where(table.c.user_id == user_id))
    theirs = [row.night_id for row in found]
    shown = update(nights).where(nights.c.night_id.in_(theirs))
    db.execute(shown.values(requested=nights.c.requested + 1))
    db.execute(update(nights).where(nights.c.host_id == user_id).values(host_id=0))
    db.execute(update(leagues).where(leagues.c.founder_id == user_id).values(founder_id=0))
    return theirs
