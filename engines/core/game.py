"""The one interface of all games: a stateless object that knows the rules and one edition of the game."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import partial
from importlib import resources
from typing import Any, ClassVar, Generic, NoReturn, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from engines.core.chance import Chance
from engines.core.choices import Choices
from engines.core.errors import IllegalAction, Refusal, Unreadable
from engines.core.events import Event, Private, Public, Seat, Unknown
from engines.core.json_lines import line_of, lines_of

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")
O = TypeVar("O", bound="Options")  # noqa: E741  state, action, view, options, edition
E = TypeVar("E", bound="Edition")
T = TypeVar("T")


class Options(BaseModel):
    """What a table may choose before the start, each option with its limits and default."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class Edition(BaseModel):
    """What the box holds and the booklet does not print: cards, counts, the track."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: a score per seat, and the seats that won (several if they share it)."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Interim:
    """What stands once a race is over, whatever becomes of the next: the races run so far, and how the game would end.

    `outcome` is that of a game which ends right there.
    """

    races: int
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class TimeLimit(Generic[A]):
    """A time that a game gives, in seconds, and the action that the table does when it is over."""

    seconds: int
    action: A


@dataclass(frozen=True, slots=True)
class StartingMoney:
    """Money or points of its own that a game hands out, and of which its scores are what is left."""

    amount: int
    """What every seat is handed."""
    times: int = 1
    """How often it is handed out in a game."""
    may_owe: bool = False
    """Whether a seat can end below zero."""


class Game(ABC, Generic[S, A, V, O, E]):
    """The rules of one game with one edition. It holds no state: states are values handed in and out.

    S, A, V, O, E: the types of states, actions, views, options and the edition. A state is of one class a
    phase; `state_readers` has them all, by the class's name in lower case.
    """

    key: ClassVar[str]
    rules: ClassVar[int] = 1
    """The version of the rules: raised with a correction after which the same actions may give something else."""
    seats: ClassVar[range]
    options_type: type[O]
    edition_type: type[E]
    action_reader: TypeAdapter[A]
    state_readers: ClassVar[Mapping[str, TypeAdapter[Any]]]
    view_reader: TypeAdapter[V]
    public: ClassVar[Collection[str]]
    """The types of its events that everyone is told."""
    private: ClassVar[Collection[str]]
    """The types of its events that only some seats are told."""

    def __init__(self, edition: E) -> None:
        self.edition = edition

    @classmethod
    def with_edition(cls, data: Mapping[str, Any] | str | None = None) -> Game[S, A, V, O, E]:
        """Make the game with an edition, the packaged one if none is given; raise Unreadable.

        An edition is plain data, or the text of a file: then what is wrong with it is told with its line.
        """
        reader = TypeAdapter(cls.edition_type)
        if isinstance(data, str):
            return cls(read_with_lines(reader, data))
        if data is None:
            folder = resources.files(cls.__module__.rpartition(".")[0])
            return cls(read(reader, folder.joinpath("edition.json").read_bytes(), "edition"))
        return cls(read(reader, data, "edition"))

    def options(self, data: Mapping[str, Any]) -> O:
        """Read options, filling in defaults; raise Unreadable for unknown ones or values out of limits."""
        return read(TypeAdapter(self.options_type), data, "options")

    def check_seats(self, seats: int) -> None:
        """Raise ValueError unless the game seats so many."""
        if seats not in self.seats:
            raise ValueError(f"{self.key} is for {self.seats[0]} to {self.seats[-1]} seats, not {seats}")

    def check_table(self, options: O, seats: int) -> None:
        """Raise ValueError unless so many seats can play with these options."""
        self.check_seats(seats)

    def resolved(self, options: O, seats: int) -> O:
        """Return options with what depends on the number of seats filled in, as a log's header has them."""
        return options

    # ----------------------------------------------------------------------------------------- the rules

    @abstractmethod
    def new(self, options: O, seats: int, chance: Chance) -> tuple[S, list[Event]]:
        """Set the table up for `seats` players; ValueError if they cannot play so."""

    @abstractmethod
    def to_act(self, state: S) -> tuple[Seat, ...]:
        """Return the seats that have to decide now: several where all decide at once, none at the end."""

    @abstractmethod
    def choices(self, state: S, seat: Seat) -> Choices[A]:
        """Return what `seat` may do now; empty exactly if it is not in `to_act`."""

    def apply(self, state: S, seat: Seat | None, action: A, chance: Chance) -> tuple[S, list[Event]]:
        """Let `seat` do `action` and return the next state and what happened; raise IllegalAction.

        A refusal changes nothing and uses no luck. Seat None is the table itself: only what a game lets
        its clock do.
        """
        if seat in self.to_act(state):
            return self.resolve(state, seat, action, chance)
        if seat is not None:
            self._refuse_out_of_turn(state, seat)
        return self.tick(state, action, chance)

    @abstractmethod
    def resolve(self, state: S, seat: Seat, action: A, chance: Chance) -> tuple[S, list[Event]]:
        """Apply the action of a seat whose decision is due: guards first, then what follows."""

    def tick(self, state: S, action: A, chance: Chance) -> tuple[S, list[Event]]:
        """Apply an action of the table's clock; most games know no time and refuse."""
        self._refuse_out_of_turn(state, None)

    def forced(self, state: S) -> tuple[Seat, A] | None:
        """Return the decision the table takes by itself now: exactly one legal action, nothing hidden."""
        return None

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return scores and winners, None while the game runs."""

    @abstractmethod
    def interim(self, state: S) -> Interim | None:
        """Return what the races that are over have settled, None before the first is; at the end, the outcome.

        It changes only when a race is over: nothing in it tells of the one that is being run.
        """

    @abstractmethod
    def is_one_race(self, options: O) -> bool:
        """Whether the first race may be the last one; that everybody could be ruined by it does not count."""

    # --------------------------------------------------------------------------- what tables have to know

    def options_for(self, wished: Mapping[str, Any], seats: int) -> dict[str, Any]:
        """Return options as plain data with what they have for every seat made fit for so many."""
        return dict(wished)

    def starting_money(self, options: O) -> StartingMoney | None:
        """Return what the game hands every seat; None where its scores are no money."""
        return None

    def game_limit(self, options: O) -> TimeLimit[A] | None:
        """Return for how long the table goes on; None where only the rules end a game."""
        return None

    def decision_limit(self, state: S, seat: Seat) -> TimeLimit[A] | None:
        """Return the time for a decision of `seat` that is due; None where it has as long as any other."""
        return None

    def kind_of_decision(self, state: S, seat: Seat) -> str:
        """Name the type of the actions `seat` has to choose from, such as `drive`; of several, always the same one."""
        sample = self.choices(state, seat).sample(Chance(bytes(32)))
        return str(self.dump_action(sample)["type"])

    @classmethod
    def named_in(cls, event: Event) -> Collection[Seat]:
        """Return the seats that an event is about."""
        return (event["seat"],) if "seat" in event else ()

    # ---------------------------------------------------------------------------------- who knows what

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """Return all that `seat` may know (None: everyone), built field by field."""

    @abstractmethod
    def imagine(self, view: V, chance: Chance) -> S:
        """Return a whole state that looks exactly like `view` to its seat; the hidden part is drawn."""

    def has_only_move(self, view: V, seat: Seat) -> bool:
        """Tell whether everybody can know that `seat` has exactly one legal action, whatever is hidden.

        `view` is everyone's, so the answer cannot depend on a hand: a table that makes such a move by itself tells
        nobody anything. It is a proof from the booklet and never a guess; False where there is none. A choice
        that hides nothing at all needs none: the table takes it before anybody is asked (`forced`).
        """
        return False

    # --------------------------------------------------------------------------------------- the border

    def read_action(self, data: str | bytes | Mapping[str, Any]) -> A:
        """Read an action from JSON, strictly; raise Unreadable."""
        return read(self.action_reader, data, "action")

    def dump_action(self, action: A) -> dict[str, Any]:
        """Return an action as plain data, its fields in their order: `type` first, as in the race log."""
        plain: dict[str, Any] = self.action_reader.dump_python(action, mode="json")
        return plain

    def read_state(self, data: str | bytes) -> S:
        """Read a state from JSON, strictly; raise Unreadable."""
        tagged = read(TypeAdapter(dict[str, Any]), data, "state")
        reader = self.state_readers.get(next(iter(tagged), ""))
        if reader is None or len(tagged) != 1:
            raise Unreadable(f"state: one of {', '.join(self.state_readers)} is expected")
        state: S = read(reader, json.dumps(*tagged.values()), "state")
        return state

    def dump_state(self, state: S) -> str:
        """Return a state as JSON text, `{phase: [fields in order]}`, that `read_state` reads again."""
        phase = type(state).__name__.lower()
        return f'{{"{phase}":{self.state_readers[phase].dump_json(state).decode()}}}'

    @classmethod
    def read_event(cls, plain: Mapping[str, Any]) -> Event:
        """Read an event of a log back, told to whom its type says, in its exact form; `Unknown` if there is none such.

        A type may be both, such as what a team is told first and everyone in the end: private where a list `to` says
        to whom.
        """
        kind, to = plain.get("type"), plain.get("to")
        if not isinstance(kind, str):
            return Unknown(plain)
        if isinstance(to, list):
            is_whole = (
                kind in cls.private and list(plain)[-1] == "to" and all(type(seat) is int for seat in to)
            )
            return Private(plain, to=to) if is_whole else Unknown(plain)
        return Public(plain) if kind in cls.public else Unknown(plain)

    def read_view(self, data: str | bytes) -> V:
        """Read a view from JSON, strictly; raise Unreadable."""
        return read(self.view_reader, data, "view")

    def dump_view(self, view: V) -> str:
        """Return a view as JSON text that `read_view` turns into an equal one."""
        return self.view_reader.dump_json(view).decode()

    def _refuse_out_of_turn(self, state: S, seat: Seat | None) -> NoReturn:
        if self.outcome(state) is not None:
            raise IllegalAction(Refusal.GAME_OVER)
        raise IllegalAction(Refusal.NOT_YOUR_TURN, seat=seat, to_act=list(self.to_act(state)))


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]


def read(reader: TypeAdapter[T], data: str | bytes | Mapping[str, Any], what: str) -> T:
    """Read `what` from JSON text or plain data as strictly as JSON allows; raise Unreadable."""
    try:
        return reader.validate_json(data if isinstance(data, str | bytes) else json.dumps(data))
    except ValidationError as error:
        raise Unreadable.because(what, error) from None


def read_with_lines(reader: TypeAdapter[T], text: str) -> T:
    """Read JSON text that a person wrote; raise Unreadable with the line of each thing that is wrong."""
    lines = lines_of(text)
    try:
        return reader.validate_json(text)
    except ValidationError as error:
        raise Unreadable.because("", error, partial(line_of, lines)) from None
