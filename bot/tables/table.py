"""What a table is: its seats, its options and where it is in its life, as plain values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple

from sqlalchemy import Connection

from bot.servers import Pace
from bot.tables.alike_names import told_apart
from bot.tables.playing_hours import PlayingHours
from bot.tables.refusals import Refusal, Refused


class Status(StrEnum):
    """Where a table is in its life."""

    LOBBY = "lobby"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"
    EXPIRED = "expired"

    @property
    def is_open(self) -> bool:
        """Whether somebody may still act there."""
        return self in {Status.LOBBY, Status.RUNNING}


class Person(NamedTuple):
    """A user as the table knows them: an account and the name to draw."""

    user_id: int
    name: str

    def seated(self, number: int) -> Seat:
        """Return the seat of this number, taken by them."""
        return Seat(number, self.user_id, None, self.name, owner_id=self.user_id)


class Visitor(NamedTuple):
    """Where somebody wants a table to be, and what they and the bot may do there, as Discord says."""

    guild_id: int
    channel_id: int
    parent_id: int | None = None
    """The channel that a thread belongs to."""
    roles: frozenset[int] = frozenset()
    may_manage: bool = False
    """Whether they manage the server."""
    denied: tuple[str, ...] = ()
    """What the bot needs there and may not do, by Discord's names of permissions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What a table is opened with, and where by whom.

    `interaction_id` is the press or command that opened it, the first of its salt.
    """

    visitor: Visitor
    host: Person
    game: str
    options: Mapping[str, Any]
    capacity: int
    interaction_id: int
    rematch_of: str | None = None
    thread_id: int | None = None
    """The thread in which its lobby stands and its race will be run; None: in the channel, until the race starts."""
    hints: bool | None = None
    """What is said about hints from the first; None: nothing."""
    hours: PlayingHours | None = None
    """When it is played; None: at any time."""
    pace: Pace | None = None
    """How long its computer players take over a move; None: as the server has set it."""
    guests: Sequence[tuple[Person, int]] = ()
    """Who sits down with the host, each with the press by which they agreed to."""
    starts_at: int | None = None
    """When its lobby starts by itself, as far as whoever opens it sees to that; None: never."""
    night_id: int | None = None
    """The race night that waits for it; None: its host opens it."""
    night_host: int | None = None
    """Whose limit of open tables a night's table counts against; None: nobody's."""
    note: Callable[[Connection, str], None] | None = None
    """Notes, in the same transaction, for what a table is opened. What it raises leaves nothing opened."""


class Attendance(StrEnum):
    """Whether a person decides for their seat, or a computer player does."""

    PRESENT = "present"
    AWAY = "away"
    """The clock ran out twice in a row: played for until they are back."""
    LEFT = "left"
    """They stood up: played for, unless they come back."""


class Taken(StrEnum):
    """Why something was decided in a seat's place."""

    CLOCK = "clock"
    """Its time was over."""
    AWAY = "away"
    """Nobody sits there at the moment."""
    ORDER = "order"
    """It gave a standing order."""
    ONLY = "only"
    """There was only one move."""


class Seat(NamedTuple):
    """A seat that is taken. Exactly one of `user_id` and `agent` is set.

    `user_id` decides; `owner_id` bought in and is paid, which differs while the seat is in somebody else's hands.
    """

    number: int
    user_id: int | None
    agent: str | None
    name: str
    owner_id: int | None = None
    ready: bool = True
    attendance: Attendance = Attendance.PRESENT
    missed: int = 0
    """Decisions in a row that its clock took."""
    orders: Mapping[str, str] = MappingProxyType({})
    """Kinds of action it leaves to the table, each with the computer player that takes them."""
    would_stop: bool = False
    asked_always: bool = False
    """Whether its user wants to be asked even where there is only one move."""

    @property
    def is_played_for(self) -> bool:
        """Whether a person's seat is in a computer player's hands."""
        return self.user_id is not None and self.attendance is not Attendance.PRESENT

    @property
    def is_held_for_another(self) -> bool:
        """Whether somebody else than its owner decides for it."""
        return self.owner_id not in {None, self.user_id}


@dataclass(frozen=True, slots=True)
class Table:
    """One match from its lobby to its result, as stored. `length` is the n of the next log row."""

    table_id: str
    guild_id: int
    channel_id: int
    thread_id: int | None
    host_id: int
    game: str
    options: dict[str, Any]
    edition: Mapping[str, Any]
    rules: int
    """The version of the game's rules with which it started, and is finished."""
    capacity: int
    status: Status
    secret: bytes
    salt: tuple[str, ...]
    length: int
    stakes: bool
    buy_in: int
    clock: int
    paused_at: int | None
    rematch_of: str | None
    created_at: int
    started_at: int | None
    ended_at: int | None
    seats: tuple[Seat, ...]
    opened_by: int | None = None
    """Whose limit of open tables it counts against, beside its host's."""
    counted: int = 0
    """Of a race day that ended early, how many races count: they were paid out. 0: every stake went back."""
    version: int = 0
    """Raised by every step that changes the table."""
    swept: int = 0
    """How much was let go of since it is over: see `bot.tables.retention`."""
    hints: bool | None = None
    """What its host said about hints; None: nothing."""
    tote: int = 0
    """The race on which the tote has bets that are still to be settled; 0: there are none."""
    odds_at: int | None = None
    """When the odds that it shows were brought up to date last."""
    honours: str = ""
    """What somebody has achieved there: see `bot.tables.honours`."""
    hours: PlayingHours | None = None
    """When it is played; None: at any time. Outside them clocks of decisions stand still, and nobody is called."""
    pace: Pace | None = None
    """How long its computer players take over a move; None: as the server has set it."""
    agreed: Mapping[str, Any] | None = None
    """The terms to which everybody agreed last, if they have changed since: see `bot.tables.lobby.terms`."""
    starts_at: int | None = None
    """When its lobby starts by itself; None: never."""
    night_id: int | None = None
    """The race night that waits for it; None: none, and its host decides."""

    def closed_until(self, now: int) -> int | None:
        """Return when its playing hours begin, where it is outside them; None: it is played."""
        begins = now if self.hours is None else self.hours.next_open(now)
        return None if begins == now else begins

    def after(self, start: int, length: int) -> int:
        """Return when so many milliseconds have passed in which it is played."""
        return start + length if self.hours is None else self.hours.counted(start, length)

    def between(self, since: int, until: int) -> int:
        """Return how many milliseconds between two moments it is played; below zero: the second comes first."""
        return until - since if self.hours is None else self.hours.elapsed(since, until)

    @property
    def has_hints(self) -> bool:
        """Whether people here may have hints; where the host said nothing, one person alone may."""
        return len(self.people) == 1 if self.hints is None else self.hints

    @property
    def stands_in(self) -> int:
        """The channel or thread in which people find it."""
        return self.thread_id or self.channel_id

    @property
    def is_in_a_channel(self) -> bool:
        """Whether its race is run among everything else in its channel, because no thread could be had."""
        return self.thread_id == self.channel_id

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of people, in table order."""
        return tuple(seat for seat in self.seats if seat.user_id is not None)

    @property
    def present(self) -> tuple[Seat, ...]:
        """The seats whose people decide for themselves."""
        return tuple(seat for seat in self.people if not seat.is_played_for)

    @property
    def is_deserted(self) -> bool:
        """Whether nobody is there, but somebody may come back."""
        return bool(self.people) and not self.present

    @property
    def is_asleep(self) -> bool:
        """Whether it rests and nobody is there: whoever comes back first wakes it."""
        return self.paused_at is not None and self.is_deserted

    @property
    def owners(self) -> tuple[int | None, ...]:
        """Who is paid for every seat, in table order; None: the house, for a computer player."""
        return tuple(seat.owner_id for seat in self.seats)

    @property
    def names(self) -> tuple[str, ...]:
        """The name of every seat, in table order; of names that look alike the later ones are marked."""
        return told_apart(tuple([seat.name for seat in self.seats]))

    def seat_of(self, user_id: int) -> Seat | None:
        """Return the seat of this user, if there is one."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def require_seat(self, user_id: int) -> Seat:
        """Return the seat of this user; refuse whoever has none, or has it in somebody else's hands."""
        seat = self.seat_of(user_id)
        if seat is not None:
            return seat
        holder = self.holder_for(user_id)
        if holder is not None and self.status is Status.RUNNING:
            raise Refused(Refusal.HANDED_OVER, user=holder)
        raise Refused(Refusal.NOT_SEATED, table=self.table_id)

    def holder_for(self, owner_id: int) -> int | None:
        """Return who plays the seat of this owner for them, None if nobody does."""
        held = (seat.user_id for seat in self.seats if seat.owner_id == owner_id and seat.is_held_for_another)
        return next(held, None)

    def require_host(self, user_id: int) -> None:
        """Refuse whoever is not the host."""
        if self.host_id != user_id:
            raise Refused(Refusal.NOT_HOST, host=self.host_id)

    def require_room(self) -> None:
        """Refuse one seat more than there are."""
        if len(self.seats) >= self.capacity:
            raise Refused(Refusal.FULL, capacity=self.capacity)

    def require_lobby(self) -> None:
        """Refuse what only a lobby allows."""
        if self.status is Status.RUNNING:
            raise Refused(Refusal.STARTED, table=self.table_id)
        if self.status is not Status.LOBBY:
            raise Refused(Refusal.CLOSED, table=self.table_id)

    def require_running(self) -> None:
        """Refuse what only a running race allows."""
        if self.status is Status.LOBBY:
            raise Refused(Refusal.NOT_STARTED)
        if self.status is not Status.RUNNING:
            raise Refused(Refusal.CLOSED)

    def require_own_host(self) -> None:
        """Refuse what nobody decides at a table of a race night, which is played as the night deals it."""
        if self.night_id is not None:
            raise Refused(Refusal.OF_A_NIGHT)

    def require_hints(self) -> None:
        """Refuse a hint where the host has not allowed any."""
        if not self.has_hints:
            raise Refused(Refusal.NO_HINTS, host=self.host_id)

    def require_awake(self) -> None:
        """Refuse what a race that rests does not allow either."""
        self.require_running()
        if self.paused_at is not None:
            raise Refused(Refusal.PAUSED, host=self.host_id)
