"""What people can do at race nights: plan one, sign up, begin, go on without somebody, cancel.

Each function is one transaction. It raises `NightRefused`, and then nothing has changed.
"""

from __future__ import annotations

import json

from sqlalchemy import Connection, func, insert, select, text, update

from bot.db.locks import Lock, hold
from bot.db.schema import OPEN_NIGHT, night_names, nights, users
from bot.nights import leagues, rounds, rows
from bot.nights.night import (
    MINUTE,
    Cancelled,
    Form,
    Name,
    NameState,
    Night,
    NightRefusal,
    NightRefused,
    NightStatus,
    Plan,
)
from bot.shards import made_at
from bot.tables import Person, Visitor
from bot.tables.entry import require_may_plan

MOST_NAMES = 48
"""Who can sign up for one night."""

MOST_NIGHTS = 10
MOST_HOSTED = 3
"""Nights that a server may have to come or going on, and of them one person."""

REMIND = 15 * MINUTE
"""How long before it begins those who signed up are told."""

STAYS_FOR = 60 * MINUTE
"""For so long somebody who has signed up is taken to be there still."""


def zone_of(db: Connection, user_id: int) -> str | None:
    """Return the time zone that somebody named when they planned a night last; None if they never did."""
    zone: str | None = db.scalar(select(users.c.zone).where(users.c.user_id == user_id))
    return zone


def plan(
    db: Connection,
    plan: Plan,
    visitor: Visitor,
    host: Person,
    night_id: int,
    now: int,
    zone: str | None = None,
) -> Night:
    """Plan a night where somebody may open tables, with them signed up. Raises `Refused` where they may not.

    `zone` is the time zone that they named, to be known the next time.
    """
    if not plan.games:
        raise NightRefused(NightRefusal.NO_GAME)
    require_may_plan(db, visitor)
    hold(db, Lock.NIGHT, visitor.guild_id)
    _require_room(db, visitor.guild_id, host.user_id)
    least = plan.least
    if plan.form is Form.LEAGUE:
        least = leagues.enter(db, visitor.guild_id, plan, host.user_id, may_manage=visitor.may_manage)
    row = {
        "night_id": night_id,
        "guild_id": visitor.guild_id,
        "channel_id": visitor.channel_id,
        "parent_id": visitor.parent_id,
        "host_id": host.user_id,
        "name": plan.name,
        "league": plan.league if plan.form is Form.LEAGUE else "",
        "form": plan.form,
        "least": least,
        "games": json.dumps(list(plan.games)),
        "role_id": plan.role_id,
        "starts_at": plan.starts_at,
        "status": NightStatus.PLANNED,
        "round": 0,
        "round_at": now,
        "reminded": plan.starts_at - now <= REMIND,
        "owed": "[]",
        "requested": 1,
        "shown": 0,
    }
    db.execute(insert(nights).values(row))
    _add_name(db, night_id, host, night_id)
    if zone is not None:
        _remember(db, host.user_id, zone)
    night = rows.find(db, night_id)
    assert night is not None
    return night


def sign_up(db: Connection, guild_id: int, night_id: int, person: Person, press: int) -> bool:
    """Be dealt to a table of the next round; of a knock-out that has begun nobody new is. False: they are in."""
    night = _open(db, guild_id, night_id)
    known = next((each for each in night.names if each.user_id == person.user_id), None)
    if known and known.state is NameState.IN:
        return False
    if (known and known.state is NameState.BEATEN) or (
        night.form is Form.KNOCKOUT and night.status is NightStatus.RUNNING
    ):
        raise NightRefused(NightRefusal.BEATEN)
    if known:
        rows.set_state(db, night, NameState.IN, [person.user_id], press=press)
    elif len(night.names) >= MOST_NAMES:
        raise NightRefused(NightRefusal.FULL, most=MOST_NAMES)
    else:
        _add_name(db, night_id, person, press)
    rows.change(db, night)
    return True


def sign_out(db: Connection, guild_id: int, night_id: int, user_id: int) -> bool:
    """Be dealt to no table any more, nor sit down at one that is not open yet. False: they are not in.

    A race that runs is left with `/race leave`.
    """
    night = _open(db, guild_id, night_id)
    is_in = any(each.user_id == user_id and each.state is NameState.IN for each in night.names)
    if is_in:
        rows.set_state(db, night, NameState.OUT, [user_id])
        rounds.take_back(db, night, user_id)
        rows.change(db, night)
    return is_in


def start(db: Connection, guild_id: int, night_id: int, user_id: int, now: int, *, may_manage: bool) -> None:
    """Begin now; the host decides, or who manages the server.

    Before those who are in are reminded, only if all of them signed up within the hour: others are not there.
    """
    night = _open(db, guild_id, night_id)
    _require_host(night, user_id, may_manage=may_manage)
    if night.status is not NightStatus.PLANNED:
        raise NightRefused(NightRefusal.BEGUN)
    if not night.players:
        raise NightRefused(NightRefusal.NOBODY)
    _require_expected(night, user_id, now)
    rows.change(db, night, starts_at=now, reminded=True)


def go_on(
    db: Connection,
    guild_id: int,
    night_id: int,
    user_id: int,
    number: int | None = None,
    *,
    may_manage: bool,
) -> None:
    """Wait no more for the tables of this round: they are played on, and nobody who is there is beaten.

    Who races in the night ends no race of others. `number` is the round that is meant: a press that comes twice does
    not end the next one as well.
    """
    night = _open(db, guild_id, night_id)
    _require_host(night, user_id, may_manage=may_manage)
    if night.status is not NightStatus.RUNNING:
        raise NightRefused(NightRefusal.NOT_BEGUN)
    if number not in {None, night.round}:
        raise NightRefused(NightRefusal.WENT_ON, round=night.round)
    unfinished = [table for table in night.now_at if not table.state.is_done]
    people = {seat.user_id for table in unfinished for seat in night.people_at(table)}
    _require_no_part(night, user_id, people)
    for table in unfinished:
        rounds.drop(db, night, table)
    rows.change(db, night)


def cancel(db: Connection, guild_id: int, night_id: int, user_id: int, now: int, *, may_manage: bool) -> None:
    """Call a night off; one that goes on ends with its podium, and its tables are played on.

    Who races in a night that goes on calls it off only if nobody else does.
    """
    night = _open(db, guild_id, night_id)
    _require_host(night, user_id, may_manage=may_manage)
    _require_no_part(night, user_id, {seat.user_id for seat in night.seats})
    if any(seat.place is not None for seat in night.seats):
        rounds.end(db, night, now)
    else:
        rounds.call_off(db, night, Cancelled.BY_HOST, now)


def give_up(db: Connection, guild_id: int, night_id: int, now: int) -> None:
    """Call a night off for which there is no place to post it."""
    night = rows.held(db, guild_id, night_id)
    if night.status is NightStatus.PLANNED:
        rounds.call_off(db, night, Cancelled.NO_CHANNEL, now)


def note_shown(db: Connection, night: Night, message_id: int | None) -> None:
    """Note that the post of a night shows what it was asked for as it was read."""
    this = update(nights).where(nights.c.night_id == night.night_id)
    db.execute(this.values(shown=night.requested, message_id=message_id))


def note_posted(db: Connection, night: Night, word: str) -> None:
    """Note that a word of a night was posted."""
    fresh = rows.held(db, night.guild_id, night.night_id)
    this = update(nights).where(nights.c.night_id == night.night_id)
    db.execute(this.values(owed=json.dumps([each for each in fresh.owed if each != word])))


def _open(db: Connection, guild_id: int, night_id: int) -> Night:
    night = rows.held(db, guild_id, night_id)
    if not night.is_open:
        raise NightRefused(NightRefusal.OVER)
    return night


def _require_room(db: Connection, guild_id: int, host_id: int) -> None:
    """Refuse one night too many, of a person first."""
    here = select(func.count()).select_from(nights).where(nights.c.guild_id == guild_id, text(OPEN_NIGHT))
    if (db.scalar(here.where(nights.c.host_id == host_id)) or 0) >= MOST_HOSTED:
        raise NightRefused(NightRefusal.TOO_MANY, most=MOST_HOSTED, whose="you")
    if (db.scalar(here) or 0) >= MOST_NIGHTS:
        raise NightRefused(NightRefusal.TOO_MANY, most=MOST_NIGHTS, whose="server")


def _add_name(db: Connection, night_id: int, person: Person, press: int) -> None:
    name = Name(person.user_id, person.name, press, NameState.IN)
    db.execute(insert(night_names).values(night_id=night_id, **name._asdict()))


def _remember(db: Connection, user_id: int, zone: str) -> None:
    """Note in which zone somebody named a time."""
    hold(db, Lock.USER, user_id)
    this = update(users).where(users.c.user_id == user_id).values(zone=zone)
    if db.execute(this).rowcount == 0:
        db.execute(insert(users).values(user_id=user_id, zone=zone))


def _require_host(night: Night, user_id: int, *, may_manage: bool) -> None:
    if not may_manage and night.host_id != user_id:
        raise NightRefused(NightRefusal.NOT_HOST, host=night.host_id)


def _require_no_part(night: Night, user_id: int, people: set[int]) -> None:
    """Refuse to end races of other `people` to whoever is in the night, or has raced in it."""
    part = {seat.user_id for seat in night.seats} | {each.user_id for each in night.players}
    if user_id in part and people - {user_id}:
        raise NightRefused(NightRefusal.RACES)


def _require_expected(night: Night, user_id: int, now: int) -> None:
    """Refuse to begin long before the time for which somebody signed up who may not be there."""
    at = night.starts_at - REMIND
    away = [
        each.user_id
        for each in night.players
        if each.user_id != user_id and made_at(each.press) < now - STAYS_FOR
    ]
    if now < at and away:
        raise NightRefused(NightRefusal.EARLY, users=away, at=at)
