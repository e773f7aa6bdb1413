"""Leagues: nights of one name in a server, opened by the league's founder; rounds count in which enough people raced.

Every function runs in the transaction of the caller; where it writes, the caller holds the nights of the server.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, delete, exists, func, insert, select, update

from bot.db.schema import leagues, night_seats, night_tables, nights
from bot.nights.night import (
    Line,
    Night,
    NightRefusal,
    NightRefused,
    NightSeat,
    NightStatus,
    Plan,
    standing_of,
)

MOST_LEAGUES = 20
MOST_FOUNDED = 3
"""Leagues that a server may have, and of them one founder."""

NOBODY = 0
"""The founder of a league whose founder is forgotten."""


class League(NamedTuple):
    """A league, and its standing."""

    founder_id: int
    """0: forgotten, so that whoever manages the server opens its nights."""
    least: int
    """How many people race in a round that counts."""
    lines: list[Line]
    nights: int
    """How many nights have a round that counts."""


def enter(db: Connection, guild_id: int, plan: Plan, host_id: int, *, may_manage: bool) -> int:
    """Found the league of a planned night, or refuse a user who may not plan nights of it; return its `least`."""
    if not plan.league:
        raise NightRefused(NightRefusal.NO_NAME)
    found = db.execute(select(leagues).where(_this(guild_id, plan.league))).one_or_none()
    if found is None:
        _require_room(db, guild_id, host_id)
        row = {"guild_id": guild_id, "league": plan.league, "founder_id": host_id, "least": plan.least}
        db.execute(insert(leagues).values(row))
        return plan.least
    if found.founder_id != host_id and not may_manage:
        raise NightRefused(NightRefusal.NOT_FOUNDER, name=plan.name, founder=found.founder_id)
    if found.founder_id == NOBODY:
        db.execute(update(leagues).where(_this(guild_id, plan.league)).values(founder_id=host_id))
    return int(found.least)


def _require_room(db: Connection, guild_id: int, founder_id: int) -> None:
    here = select(func.count()).select_from(leagues).where(leagues.c.guild_id == guild_id)
    if (db.scalar(here.where(leagues.c.founder_id == founder_id)) or 0) >= MOST_FOUNDED:
        raise NightRefused(NightRefusal.TOO_MANY_LEAGUES, most=MOST_FOUNDED, whose="you")
    if (db.scalar(here) or 0) >= MOST_LEAGUES:
        raise NightRefused(NightRefusal.TOO_MANY_LEAGUES, most=MOST_LEAGUES, whose="server")


def league_of(db: Connection, night: Night) -> League | None:
    """Read the league of a night; None: it is part of none."""
    if not night.part_of:
        return None
    found = db.execute(select(leagues).where(_this(night.guild_id, night.part_of))).one_or_none()
    if found is None:
        return None
    of = night_seats.c
    rounds = _counted(night.guild_id, night.part_of, found.least).subquery()
    is_counted = (rounds.c.night_id == of.night_id) & (rounds.c.round == of.round)
    rows = list(db.execute(select(night_seats).join(rounds, is_counted).order_by(of.night_id, of.round)))
    seats = [NightSeat(each.round, each.number, each.user_id, each.place, each.points) for each in rows]
    return League(
        found.founder_id, found.least, list(standing_of(seats)), len({each.night_id for each in rows})
    )


def _counted(guild_id: int, league: str, least: int) -> Select[Any]:
    """Select the rounds of a league in which enough people raced, computer players not counted."""
    of = night_tables.c
    return (
        select(of.night_id, of.round)
        .join(nights, nights.c.night_id == of.night_id)
        .where(nights.c.guild_id == guild_id, nights.c.league == league)
        .group_by(of.night_id, of.round)
        .having(func.sum(of.raced) >= least)
    )


def put_away(db: Connection, night: Night) -> None:
    """Forget the league of a night that is over if no round of it ever counted, and no night of it is to come."""
    if not night.part_of:
        return
    least = db.scalar(select(leagues.c.least).where(_this(night.guild_id, night.part_of)))
    theirs = (nights.c.guild_id == night.guild_id) & (nights.c.league == night.part_of)
    is_open = nights.c.status.in_([NightStatus.PLANNED, NightStatus.RUNNING])
    goes_on = db.scalar(select(exists().where(theirs, is_open, nights.c.night_id != night.night_id)))
    counts = least and db.execute(_counted(night.guild_id, night.part_of, least).limit(1)).first()
    if not goes_on and not counts:
        db.execute(delete(leagues).where(_this(night.guild_id, night.part_of)))
        db.execute(update(nights).where(theirs).values(league=""))


def _this(guild_id: int, league: str) -> ColumnElement[bool]:
    return (leagues.c.guild_id == guild_id) & (leagues.c.league == league)
