"""What can be done at a table before its race: sit down, stand up, say what is played, how, and by whom.

All but `allow_hints` refuse once the race has started, or the table is closed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from bot import outbox
from bot.db.schema import seats, sent_away, tables
from bot.outbox import Notice, PostKind
from bot.servers import Pace, read_settings
from bot.tables import entry, lobby, luck, totes
from bot.tables.games import Games
from bot.tables.loading import load
from bot.tables.luck import Ingredient, PressKind
from bot.tables.playing_hours import UTC_NAME, PlayingHours
from bot.tables.refusals import Refusal, Refused
from bot.tables.seat_limits import require_playable
from bot.tables.step import Step
from bot.tables.table import Attendance, Person, Seat, Status
from bot.tables.zones import zones_meant
from engines.core.salt import Pressed


class Manner(NamedTuple):
    """How a table is played, whatever its game."""

    hours: PlayingHours | None
    """None: at any time."""
    pace: Pace | None
    """None: as the server has set it."""
    hints: bool | None
    """None: nothing is said about hints."""


def join(db: Connection, step: Step, person: Person, interaction_id: int, seen: str | None = None) -> bool:
    """Take the next free seat; the interaction's id becomes part of the salt.

    `seen` is the checksum of the terms that the person saw: a lobby with other terms needs their Ready. An empty
    text: they saw none. None: they agree to any terms. Returns whether they are ready.
    """
    table = step.table
    agrees = seen in {None, lobby.terms_of(table, step.settings, step.games)} or table.night_id is not None
    table.require_lobby()
    step.require_here()
    if table.seat_of(person.user_id):
        raise Refused(Refusal.YOU_SIT_THERE, table=table.table_id)
    entry.require_dealt(db, table, person.user_id)
    known = entry.known_of(db, table.table_id, person.user_id)
    if known.was_sent_away:
        raise Refused(Refusal.SENT_AWAY, host=table.host_id)
    table.require_room()
    if known.joins >= luck.MOST_JOINS:
        raise Refused(Refusal.ENOUGH_JOINS, most=luck.MOST_JOINS)
    luck.require_space(table)
    totes.sit_down(db, step, person.user_id)
    press = Ingredient(Pressed(interaction_id), PressKind.JOINED, person.user_id)
    salt = luck.add(db, table, press)
    seat = person.seated(len(table.seats))
    seat = seat._replace(asked_always=known.asked_always, ready=agrees)
    lobby.seat(db, table.table_id, seat)
    lobby.change(db, step, (*table.seats, seat), salt=salt)
    return agrees


def add_words(db: Connection, step: Step, user_id: int, text: str, interaction_id: int) -> Pressed:
    """Let somebody who sits there mix words of their own into the luck; return them as they are kept."""
    step.table.require_lobby()
    step.table.require_seat(user_id)
    said = Pressed(interaction_id, luck.readable(db, step.table, user_id, text))
    salt = luck.add(db, step.table, Ingredient(said, PressKind.WORDS, user_id))
    lobby.change(db, step, salt=salt)
    return said


def leave(db: Connection, step: Step, user_id: int) -> None:
    """Give the seat back; the host's place passes to the next person, and with the last person the lobby closes."""
    table = step.table
    if table.status is Status.RUNNING and table.seat_of(user_id):
        raise Refused(Refusal.STARTED_WITH_YOU, table=table.table_id)
    table.require_lobby()
    gone = table.require_seat(user_id)
    staying = [seat for seat in table.people if seat != gone]
    if not staying:
        this = (seats.c.table_id == table.table_id) & (seats.c.seat == gone.number)
        db.execute(update(seats).where(this).values(attendance=Attendance.LEFT))
        lobby.close(db, step, Status.CANCELLED)
        return
    host = staying[0].user_id if table.host_id == user_id else table.host_id
    lobby.change(db, step, lobby.unseat(db, table, gone), host_id=host)


def send_away(db: Connection, step: Step, host_id: int, user_id: int) -> None:
    """Take a guest's seat, to which they come back only when they are invited again; the host decides."""
    table = step.table
    _require_host_of_lobby(step, host_id)
    gone = table.seat_of(user_id)
    if gone is None:
        raise Refused(Refusal.NOT_AT_THE_TABLE, user=user_id)
    if user_id == host_id:
        raise Refused(Refusal.OWN_SEAT)
    db.execute(insert(sent_away).values(table_id=table.table_id, user_id=user_id))
    lobby.change(db, step, lobby.unseat(db, table, gone))


def invite(db: Connection, step: Step, host_id: int, user_id: int) -> None:
    """Let somebody who was sent away come back if they like; the host decides."""
    step.table.require_lobby()
    step.table.require_host(host_id)
    sent = (sent_away.c.table_id == step.table.table_id) & (sent_away.c.user_id == user_id)
    if db.execute(delete(sent_away).where(sent)).rowcount == 0:
        raise Refused(Refusal.NOT_SENT_AWAY, user=user_id)


def add_computer(db: Connection, step: Step, user_id: int, *names: str) -> None:
    """Seat a computer player, under the first of `names` that nobody at the table bears; the host decides."""
    table = step.table
    _require_host_of_lobby(step, user_id)
    table.require_room()
    if not step.settings.computers:
        raise Refused(Refusal.NO_COMPUTERS)
    name = lobby.free_name(table, names)
    (agent,) = lobby.drawn_computers(table, 1)
    seat = Seat(len(table.seats), None, agent, name)
    lobby.seat(db, table.table_id, seat)
    lobby.change(db, step, (*table.seats, seat))


def remove_computer(db: Connection, step: Step, user_id: int) -> None:
    """Send the computer player home that sat down last; the host decides."""
    _require_host_of_lobby(step, user_id)
    computers = [seat for seat in step.table.seats if seat.agent]
    if not computers:
        raise Refused(Refusal.NO_COMPUTER, table=step.table.table_id)
    lobby.change(db, step, lobby.unseat(db, step.table, computers[-1]))


def set_options(db: Connection, step: Step, user_id: int, options: Mapping[str, Any], capacity: int) -> None:
    """Change what will be played, as the host decides."""
    _require_host_of_lobby(step, user_id)
    step.require_here()
    if capacity < len(step.table.seats):
        raise Refused(Refusal.TOO_MANY_SEATED, seated=len(step.table.seats))
    require_playable(step.table.game, options, capacity)
    _settle(db, step, user_id, options=dict(options), capacity=capacity)


def set_manner(db: Connection, step: Step, user_id: int, manner: Manner) -> None:
    """Change how a table is played, as the host decides."""
    table = step.table
    _require_host_of_lobby(step, user_id)
    if manner == (table.hours, table.pace, table.hints):
        step.is_quiet = True
    else:
        _settle(db, step, user_id, **manner._asdict())


def _settle(db: Connection, step: Step, host_id: int, **facts: Any) -> None:
    """Change how a lobby plays, as its host decides; changed terms take back everybody else's Ready."""
    before = lobby.terms(step.table, step.settings, step.games)
    taken: Sequence[Seat] = step.table.seats
    if lobby.terms(replace(step.table, **facts), step.settings, step.games) != before:
        facts["agreed"] = lobby.agreed(step.table, before)
        taken = lobby.take_back_ready(db, step.table, host_id)
    lobby.change(db, step, taken, **facts)


def _require_host_of_lobby(step: Step, user_id: int) -> None:
    """Refuse what only the host of a lobby decides, and nobody at a table of a race night."""
    step.table.require_lobby()
    step.table.require_host(user_id)
    step.table.require_own_host()


def usual_zone(db: Connection, guild_id: int, user_id: int) -> str:
    """Return the time zone that a host named last, or else anybody in the server; UTC where nobody did.

    An unclear name, such as `EST` from an older version, is not offered: the form would refuse it.
    """
    named = select(tables.c.hours).where(tables.c.hours.is_not(None))
    newest = named.order_by(tables.c.created_at.desc()).limit(1)
    for these in (tables.c.host_id == user_id, tables.c.guild_id == guild_id):
        hours = db.scalar(newest.where(these))
        zone = PlayingHours.read(hours).zone if hours else ""
        if len(zones_meant(zone)) == 1:
            return zone
    return UTC_NAME


def allow_hints(db: Connection, step: Step, user_id: int, *, is_allowed: bool) -> None:
    """Allow hints to everybody at a table, or to nobody; the host decides, also while the race runs.

    Said before, it changes nothing. Everybody hears of it: from the lobby, or from a line in the race's thread.
    """
    table = step.table
    if not table.status.is_open:
        raise Refused(Refusal.CLOSED)
    step.require_here()
    table.require_host(user_id)
    table.require_own_host()
    if table.hints is is_allowed:
        step.is_quiet = True
    elif table.status is Status.LOBBY:
        lobby.change(db, step, hints=is_allowed)
    else:
        _tell_of_hints(db, step, is_allowed=is_allowed)
        step.change(db, hints=is_allowed)


def _tell_of_hints(db: Connection, step: Step, *, is_allowed: bool) -> None:
    """Tell a race whether hints are allowed, and have every desk shown with the button or without; unless it was so."""
    if step.table.has_hints is is_allowed:
        return
    if is_allowed:
        step.require_seldom(db, Notice.HINTS)
    step.give_notice(db, Notice.HINTS if is_allowed else Notice.NO_HINTS)
    for seat in step.table.people:
        if seat.user_id is not None:
            outbox.show_again(db, step.table.table_id, PostKind.DESK, seat.user_id)


def let_go(db: Connection, step: Step, night_id: int) -> None:
    """Have an open table belong to a race night no more: it is its host's, and its lobby starts when they do."""
    step.is_quiet = not step.table.status.is_open or step.table.night_id != night_id
    if not step.is_quiet:
        lobby.change(db, step, starts_at=None, night_id=None)


def say_ready(db: Connection, step: Step, user_id: int, terms: str) -> None:
    """Say Ready to the terms as they are; `terms` is the checksum of those that were seen."""
    step.table.require_lobby()
    seat = step.table.require_seat(user_id)
    if terms != lobby.terms_of(step.table, step.settings, step.games):
        raise Refused(Refusal.TERMS_CHANGED)
    this = (seats.c.table_id == step.table.table_id) & (seats.c.seat == seat.number)
    db.execute(update(seats).where(this).values(ready=True))
    ready = seat._replace(ready=True)
    lobby.change(db, step, [ready if each.number == seat.number else each for each in step.table.seats])


def read_terms(db: Connection, games: Games, table_id: str) -> str:
    """Return a checksum of what a lobby asks its players to agree to; of a later table, what its rematch asks."""
    table = load(db, table_id)
    return lobby.terms_of(table, read_settings(db, table.guild_id), games)
