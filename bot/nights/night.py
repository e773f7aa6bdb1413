"""A race night as plain values: what is planned, who signed up, its tables, its standing, and refusals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple, TypeAlias

from bot.tables.alike_names import folded

MINUTE = 60_000
"""Milliseconds, as all times here."""

Options: TypeAlias = Callable[[str], Mapping[str, Any] | None]
"""Returns the options with which a game is played; None: the game is not here."""

LAST_ON_PODIUM = 3
"""Whoever came later stands on no podium."""


LEAST_PEOPLE = (3, 5, 8)
"""How many people a league may ask for in a round that counts."""


class Form(StrEnum):
    """How the races of a night hang together."""

    EVENING = "evening"
    """Everybody plays every game; points decide."""
    KNOCKOUT = "knockout"
    """After each round the better half of every table goes on, until one is left."""
    LEAGUE = "league"
    """An evening whose points add up with those of other nights of its league."""


class NightStatus(StrEnum):
    """Where a night is in its life."""

    PLANNED = "planned"
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"


class Cancelled(StrEnum):
    """Why a night does not take place."""

    BY_HOST = "by_host"
    NOBODY = "nobody"
    """Nobody signed up, or too few to play."""
    MISSED = "missed"
    """The bot was not there when it was time, nor long after."""
    NO_CHANNEL = "no_channel"
    """The bot may not write where it was planned."""


class NotCalled(StrEnum):
    """Why a role that was chosen for a night is not called when it begins."""

    EVERYONE = "everyone"
    """It is `@everyone`, which a mention of a role never reaches."""
    BY_YOU = "by_you"
    """The host may not mention it."""
    BY_ME = "by_me"
    """The bot may not."""


class NameState(StrEnum):
    """Whether somebody who signed up is dealt to a table of the next round."""

    IN = "in"
    OUT = "out"
    """They said so."""
    AWAY = "away"
    """They had left their last race, or a computer player had their seat, when it ended."""
    BEATEN = "beaten"
    """Knocked out."""


class TableState(StrEnum):
    """Where a table of a night is, as the night sees it."""

    OWED = "owed"
    OPEN = "open"
    RACING = "racing"
    """It is started, and it is known where."""
    COUNTED = "counted"
    DROPPED = "dropped"
    """The night does not wait for it any more; who is there shares its points, and is not beaten."""

    @property
    def is_done(self) -> bool:
        """Whether the night waits for it no more."""
        return self in {TableState.COUNTED, TableState.DROPPED}


class NightRefusal(StrEnum):
    """Why a race night says no; `bot.texts` has the sentence for each reason."""

    NO_TIME = "no_time"
    ZONE = "zone"
    """What was typed as a time zone may be several: `meant`."""
    NO_ZONE = "no_zone"
    PAST = "past"
    FAR = "far"
    NO_GAME = "no_game"
    NO_NAME = "no_name"
    """A league has none."""
    GONE = "gone"
    NOT_HOST = "not_host"
    OVER = "over"
    BEGUN = "begun"
    NOT_BEGUN = "not_begun"
    WENT_ON = "went_on"
    """Another `round` is on than the one that should not be waited for."""
    RACES = "races"
    """Who races in a night ends no round of others."""
    EARLY = "early"
    """Those who are in do not expect it before `at`."""
    BEATEN = "beaten"
    FULL = "full"
    NOT_FOUNDER = "not_founder"
    """A league has this `name`, and another `founder` opens its nights."""
    TOO_MANY_LEAGUES = "too_many_leagues"
    TOO_MANY = "too_many"
    NOBODY = "nobody"


class NightRefused(Exception):
    """A request that changed nothing, with the facts its sentence needs."""

    def __init__(self, reason: NightRefusal, **facts: object) -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.facts = facts


class Name(NamedTuple):
    """Somebody who signed up."""

    user_id: int
    name: str
    press: int
    """The interaction by which they did."""
    state: NameState


class NightSeat(NamedTuple):
    """Somebody at a table of a night."""

    round: int
    number: int
    user_id: int
    place: int | None
    points: int


class NightTable(NamedTuple):
    """A table of a night; `seats` with computer players, as dealt until it is known how many have raced."""

    round: int
    number: int
    game: str
    seats: int
    table_id: str | None
    state: TableState
    thread_id: int | None = None
    """Where its race is run, once it is: a thread, or the channel itself."""
    raced: int = 0
    """How many people raced there to the end, computer players not counted."""


class Line(NamedTuple):
    """A line of a standing."""

    rank: int
    user_id: int
    points: int
    wins: int


class Best(NamedTuple):
    """The best single race of a night: a first place among most rivals."""

    user_id: int
    rivals: int
    game: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What somebody plans; the name is as they typed it."""

    name: str
    form: Form
    games: Sequence[str]
    role_id: int | None
    starts_at: int
    least: int = LEAST_PEOPLE[0]
    """Of a league: how many people race in a round that counts. The first night of a league says it for all."""

    @property
    def league(self) -> str:
        """The name of its league, as leagues compare it; of another night, the one that it is no part of."""
        return folded(self.name)

    def game_of(self, number: int) -> str:
        """Return the game of a round, counted from 1: those of a knock-out take turns."""
        return self.games[(number - 1) % len(self.games)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Night(Plan):
    """A night as stored."""

    night_id: int
    guild_id: int
    channel_id: int
    parent_id: int | None
    host_id: int
    status: NightStatus
    why: Cancelled | None
    round: int
    round_at: int
    reminded: bool
    owed: Sequence[str]
    requested: int
    shown: int
    message_id: int | None
    names: Sequence[Name]
    tables: Sequence[NightTable]
    seats: Sequence[NightSeat]
    part_of: str = ""
    """The league that it counts in, as leagues compare names; empty: none."""

    @property
    def is_open(self) -> bool:
        """Whether it is still to come, or goes on."""
        return self.status in {NightStatus.PLANNED, NightStatus.RUNNING}

    @property
    def players(self) -> Sequence[Name]:
        """Who is dealt to the tables of the next round, in the order in which they signed up."""
        return [each for each in self.names if each.state is NameState.IN]

    @property
    def now_at(self) -> Sequence[NightTable]:
        """The tables of this round."""
        return [each for each in self.tables if each.round == self.round]

    def waits_for(self, table: NightTable) -> bool:
        """Whether the night starts one of its tables, or goes on once it is over."""
        return self.is_open and not table.state.is_done

    @property
    def is_first_round(self) -> bool:
        """Whether no round was run before this one; it need not be number 1."""
        return self.round == min((each.round for each in self.tables), default=self.round)

    @property
    def game(self) -> str:
        """The game of this round; before the first, of that."""
        return self.game_of(max(1, self.round))

    @property
    def rounds(self) -> int | None:
        """How many rounds there are; None of a knock-out, which goes on until one is left."""
        return None if self.form is Form.KNOCKOUT else len(self.games)

    @property
    def is_last_round(self) -> bool:
        """Whether no round will follow this one, so that nobody can come any more."""
        return self.rounds is not None and self.round >= self.rounds

    @property
    def newcomers(self) -> Sequence[Name]:
        """Who is dealt to the tables of the next round and sits at none of this."""
        sit = {seat.user_id for seat in self.seats if seat.round == self.round}
        return [each for each in self.players if each.user_id not in sit]

    def people_at(self, table: NightTable) -> Sequence[NightSeat]:
        """Who was dealt to one of its tables."""
        return [seat for seat in self.seats if (seat.round, seat.number) == (table.round, table.number)]

    @property
    def counting(self) -> Collection[int]:
        """The rounds that count: of a league those in which enough people raced, else all."""
        raced = Counter[int]()
        for table in self.tables:
            raced[table.round] += table.raced
        is_league = self.form is Form.LEAGUE
        return {number for number, people in raced.items() if not is_league or people >= self.least}

    @property
    def counted(self) -> Sequence[NightSeat]:
        """The seats of the rounds that count."""
        counting = self.counting
        return [seat for seat in self.seats if seat.round in counting]

    def standing(self) -> Sequence[Line]:
        """Return who has how many points of rounds that count, best first; of a knock-out who came furthest."""
        if self.form is not Form.KNOCKOUT:
            return standing_of(self.counted)
        still_in = {each.user_id for each in self.names if each.state is NameState.IN}
        furthest: dict[int, NightSeat] = {}
        for seat in sorted(self.seats):
            furthest[seat.user_id] = seat
        totals = {line.user_id: line for line in standing_of(self.seats)}

        def came(user_id: int) -> tuple[int, bool, int, int]:
            seat = furthest[user_id]
            return seat.round, user_id in still_in, seat.points, totals[user_id].points

        return _ranked({user_id: came(user_id) for user_id in furthest}, totals)

    def podium(self) -> Sequence[Line]:
        """Return the first three places of its standing, of those who ran a race that counts."""
        ran = {seat.user_id for seat in self.counted if seat.place is not None}
        return [line for line in self.standing() if line.rank <= LAST_ON_PODIUM and line.user_id in ran]

    def name_of(self, user_id: int) -> str:
        """Return what somebody was called when they signed up; empty of who did not, or is forgotten."""
        return next((each.name for each in self.names if each.user_id == user_id), "")

    def best(self) -> Best | None:
        """Return the best single race; None where nobody came first."""
        won = [seat for seat in self.counted if seat.place == 1]
        games = {(table.round, table.number): table for table in self.tables}
        found = [
            Best(seat.user_id, table.seats - 1, table.game)
            for seat in won
            if (table := games.get((seat.round, seat.number)))
        ]
        return max(found, key=lambda best: best.rivals, default=None)


def standing_of(seats: Sequence[NightSeat]) -> Sequence[Line]:
    """Add up points, best first; who has as many won more races, else they share a rank."""
    points: dict[int, int] = {}
    wins: dict[int, int] = {}
    for seat in seats:
        points[seat.user_id] = points.get(seat.user_id, 0) + seat.points
        wins[seat.user_id] = wins.get(seat.user_id, 0) + (seat.place == 1)
    everybody = dict.fromkeys(seat.user_id for seat in seats)
    lines = {user: Line(0, user, points.get(user, 0), wins.get(user, 0)) for user in everybody}
    return _ranked({user: (line.points, line.wins) for user, line in lines.items()}, lines)


def _ranked(merits: Mapping[int, tuple[int, ...]], lines: Mapping[int, Line]) -> Sequence[Line]:
    """Rank by merit, best first; equals share the better rank."""
    best_first = sorted(merits.values(), reverse=True)
    users = sorted(merits, key=lambda user: best_first.index(merits[user]))
    return [lines[user]._replace(rank=best_first.index(merits[user]) + 1) for user in users]
