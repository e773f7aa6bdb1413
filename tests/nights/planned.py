"""Race nights as rows alone: planned, begun and raced on one connection, without tables and without an event loop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from sqlalchemy import Connection, update

from bot.db.schema import night_seats
from bot.nights import Form, Night, NightRefused, Plan, TableState, commands, find, league_of, rounds, rows
from bot.nights.dealing import points_of
from bot.nights.night import MINUTE
from bot.nights.nights import begin_or_remind, end_round
from bot.shards import DISCORD_EPOCH
from bot.tables import Person, Visitor
from engines import catalog
from tests.databases import write
from tests.tables.playing import ANA, CHANNEL, GUILD, PEOPLE

NOW = 1_800_000_000_000
_NUMBERS = count(1)


def options(game: str) -> Mapping[str, Any] | None:
    if game not in catalog.GAMES:
        return None
    return {"rounds": 1} if game == "jockey" else {}


def press(now: int = NOW) -> int:
    """Name a press as Discord would."""
    return (now - DISCORD_EPOCH << 22) + next(_NUMBERS)


def planned(
    db: Connection,
    people: int = 1,
    host: Person = ANA,
    *,
    form: Form = Form.EVENING,
    games: Sequence[str] = ("jockey",),
    name: str = "Friday",
    minutes: int = 10,
    least: int = 3,
    manages: bool = False,
    zone: str | None = None,
) -> int:
    """Plan a night with its host and so many others in; return its id."""
    at = NOW + minutes * MINUTE
    plan = Plan(name=name, form=form, games=games, role_id=None, starts_at=at, least=least)
    visitor = Visitor(GUILD, CHANNEL, may_manage=manages)
    night = write(db, commands.plan, plan, visitor, host, press(), NOW, zone)
    for person in [each for each in PEOPLE if each != host][: people - 1]:
        sign_up(db, night.night_id, person)
    return night.night_id


def sign_up(db: Connection, night_id: int, person: Person, now: int = NOW) -> bool:
    return write(db, commands.sign_up, GUILD, night_id, person, press(now))


def sign_out(db: Connection, night_id: int, person: Person) -> bool:
    return write(db, commands.sign_out, GUILD, night_id, person.user_id)


def night_of(db: Connection, night_id: int) -> Night:
    night = find(db, night_id)
    assert night is not None
    return night


def begin(db: Connection, night_id: int, now: int = NOW) -> Night:
    """Have the first round dealt, or what else is due of a planned night."""
    write(db, begin_or_remind, night_of(db, night_id), options, now)
    return night_of(db, night_id)


def begun(db: Connection, people: int = 2, host: Person = ANA, **facts: Any) -> int:
    """Plan a night, and have its first round dealt."""
    night_id = planned(db, people, host, **facts)
    write(db, commands.start, GUILD, night_id, host.user_id, NOW, may_manage=True)
    begin(db, night_id)
    return night_id


def go_on(db: Connection, night_id: int, user_id: int, number: int | None = None) -> Night:
    """Have somebody who manages the server end a round, and what follows."""
    write(db, commands.go_on, GUILD, night_id, user_id, number, may_manage=True)
    return _ended(db, night_id)


def raced(db: Connection, night_id: int, *best_first: Person) -> Night:
    """Have every table of the round raced to its end by those of these people who sit there, in their order."""
    write(db, _race, night_id, [person.user_id for person in best_first])
    return _ended(db, night_id)


def _race(db: Connection, night_id: int, order: Sequence[int]) -> None:
    night = night_of(db, night_id)
    for table in night.now_at:
        sit = {seat.user_id for seat in night.people_at(table)}
        came = [user_id for user_id in order if user_id in sit]
        points = points_of(range(1, len(came) + 1))
        for place, user_id in enumerate(came, 1):
            this = (night_seats.c.night_id == night_id) & (night_seats.c.round == night.round)
            mine = update(night_seats).where(this, night_seats.c.user_id == user_id)
            db.execute(mine.values(place=place, points=points[place - 1]))
        rounds.set_table(db, night, table, TableState.COUNTED, seats=len(sit), raced=len(came))
    rows.change(db, night)


def _ended(db: Connection, night_id: int) -> Night:
    write(db, end_round, night_of(db, night_id), options, NOW)
    return night_of(db, night_id)


def points(db: Connection, night_id: int) -> dict[int, int]:
    """Return the points of the league of a night, by user."""
    league = league_of(db, night_of(db, night_id))
    return {line.user_id: line.points for line in league.lines} if league else {}


def refusal(done: Any, *arguments: Any, **facts: Any) -> NightRefused:
    """Return why something is refused."""
    try:
        done(*arguments, **facts)
    except NightRefused as refused:
        return refused
    raise AssertionError("it is not refused")
