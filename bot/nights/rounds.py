"""Rounds: who is dealt to which table, how a round ends, and how a night does; in the transaction of the caller."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, delete, insert, select, update

from bot.db.schema import night_seats, night_tables, seats
from bot.nights import leagues, rows
from bot.nights.dealing import Party, better_half, deal, points_of
from bot.nights.night import (
    Cancelled,
    Form,
    Name,
    NameState,
    Night,
    NightSeat,
    NightStatus,
    NightTable,
    Options,
    TableState,
)
from bot.servers import ServerSettings, read_settings
from bot.tables.seat_limits import playable
from bot.tables.table import Attendance


def begin(db: Connection, night: Night, number: int, options: Options, now: int) -> bool:
    """Deal those who are in to the tables of a round, or of the next whose game they can play; whether there is one."""
    settings = read_settings(db, night.guild_id)
    rounds = ((each, night.game_of(each)) for each in _numbers(night, number))
    dealt = ((each, _parties(night, game, options, settings)) for each, game in rounds)
    number, parties = next(((each, parties) for each, parties in dealt if parties), (number, ()))
    if not parties:
        return False
    game, people = night.game_of(number), _in_order(night, number)
    for at, party in enumerate(parties, 1):
        row = {"night_id": night.night_id, "round": number, "number": at}
        facts = {"game": game, "seats": party.seats, "state": TableState.OWED}
        db.execute(insert(night_tables).values(**row, **facts))
        for each in party.people:
            db.execute(insert(night_seats).values(**row, user_id=people[each].user_id, points=0))
    rows.change(db, night, owed=[f"round.{number}"], status=NightStatus.RUNNING, round=number, round_at=now)
    return True


def _numbers(night: Night, number: int) -> range:
    """Return the rounds of which one may be next: games of a knock-out take turns, those of an evening come once."""
    last = number + len(night.games) - 1 if night.form is Form.KNOCKOUT else len(night.games)
    return range(number, last + 1)


def _parties(night: Night, game: str, options: Options, settings: ServerSettings) -> Sequence[Party]:
    """Deal those who are in; to no tables where they cannot play the game, or it is not here any more."""
    chosen = options(game)
    if chosen is None:
        return ()
    return deal(len(night.players), playable(game, chosen), computers=settings.computers)


def _in_order(night: Night, number: int) -> Sequence[Name]:
    """Return who plays, in another order each round, so that people meet others."""
    people = night.players
    start = (number - 1) % len(people) if people else 0
    return [*people[start:], *people[:start]]


def take_back(db: Connection, night: Night, user_id: int) -> None:
    """Have somebody sit at no table of this round that is not open yet."""
    owed = [table.number for table in night.now_at if table.state is TableState.OWED]
    this = (night_seats.c.night_id == night.night_id) & (night_seats.c.round == night.round)
    db.execute(
        delete(night_seats).where(this, night_seats.c.number.in_(owed), night_seats.c.user_id == user_id)
    )


def set_table(db: Connection, night: Night, table: NightTable, state: TableState, **raced: int) -> None:
    """Write what the night knows of one of its tables: where it is, and how many `seats` and people `raced` there."""
    db.execute(update(night_tables).where(rows.this(night, table)).values(state=state, **raced))


def drop(db: Connection, night: Night, table: NightTable) -> None:
    """Wait no more for a table. Nobody who is there is beaten: they share the points of all its places.

    Who has left it, or is away, is dealt to no table until they are back. Who sat there alone has no points of it.
    """
    dealt = [seat.user_id for seat in night.people_at(table)]
    there = dealt
    if table.table_id is not None:
        wanted = select(seats.c.user_id).where(
            seats.c.table_id == table.table_id, seats.c.attendance == Attendance.PRESENT
        )
        present = set(db.scalars(wanted))
        there = [user_id for user_id in dealt if user_id in present]
    if len(dealt) > 1:
        this = (night_seats.c.night_id == night.night_id) & (night_seats.c.round == table.round)
        share = points_of([1] * table.seats)[0]
        db.execute(update(night_seats).where(this, night_seats.c.user_id.in_(there)).values(points=share))
    gone = [each.user_id for each in night.players if each.user_id in set(dealt) - set(there)]
    rows.set_state(db, night, NameState.AWAY, gone)
    set_table(db, night, table, TableState.DROPPED)


def finish(db: Connection, night: Night, options: Options, now: int) -> None:
    """End a round of which all tables are done: begin the next, or end the night."""
    if night.form is Form.KNOCKOUT:
        beaten = _beaten(night)
        rows.set_state(db, night, NameState.BEATEN, beaten)
        left = [each for each in night.players if each.user_id not in beaten]
        is_last = len(left) < 2
    else:
        left, is_last = list(night.players), night.is_last_round
    fresh = rows.find(db, night.night_id)
    assert fresh is not None
    is_last = is_last or _is_stuck(night)
    if is_last or not left or not begin(db, fresh, night.round + 1, options, now):
        end(db, fresh, now)


def _is_stuck(night: Night) -> bool:
    """Whether no table of the last two rounds was raced to its end, so that a knock-out would never end."""
    last = sorted({table.round for table in night.tables})[-2:]
    states = {table.state for table in night.tables if table.round in last}
    return night.form is Form.KNOCKOUT and len(last) > 1 and TableState.COUNTED not in states


def _beaten(night: Night) -> Sequence[int]:
    """Return who is out of a knock-out after a round: the worse half of each table that was raced to its end.

    Who shares a place goes on by points of the night, then by who signed up first.
    """
    totals = {line.user_id: line.points for line in night.standing()}
    order = {each.user_id: at for at, each in enumerate(night.names)}
    through, sat = set[int](), set[int]()
    for table in night.now_at:
        if table.state is TableState.COUNTED:
            ran = [seat for seat in night.people_at(table) if seat.place is not None]
            ran.sort(key=lambda seat: (seat.place or 0, -totals[seat.user_id], order.get(seat.user_id, 0)))
            through |= {seat.user_id for seat in better_half(ran)}
            sat |= {seat.user_id for seat in night.people_at(table)}
    return [each.user_id for each in night.players if each.user_id in sat - through]


def places_of(night: Night, table: NightTable, results: Mapping[int, int]) -> Sequence[tuple[NightSeat, int]]:
    """Return the seats of a table with the place each has come in; who has no result any more is left out."""
    return [(seat, results[seat.user_id]) for seat in night.people_at(table) if seat.user_id in results]


def end(db: Connection, night: Night, now: int) -> None:
    """End a night with its podium, or without where no race was run."""
    has_podium = any(seat.place is not None for seat in night.seats)
    rows.change(db, night, owed=["podium"] if has_podium else (), status=NightStatus.OVER, ended_at=now)
    leagues.put_away(db, night)


def call_off(db: Connection, night: Night, why: Cancelled, now: int) -> None:
    """Have a night not take place."""
    rows.change(db, night, status=NightStatus.CANCELLED, why=why, ended_at=now)
    leagues.put_away(db, night)
