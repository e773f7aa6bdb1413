"""The one interface of all games: a stateless object that knows the rules and one edition of the game."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from importlib import resources
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Generic,
    NoReturn,
    Protocol,
    Self,
    TypeAlias,
    TypeVar,
    get_args,
    get_origin,
)

from pydantic import ConfigDict, Discriminator, TypeAdapter

from engines.core.answers import Interim, Outcome, StartingMoney, TimeLimit
from engines.core.chance import Chance
from engines.core.choices import NOTHING, Choices
from engines.core.errors import IllegalAction, SharedRefusal, Unreadable
from engines.core.events import Event, Private, Public, Seat, Unknown
from engines.core.reading import read, read_with_lines
from engines.core.strict import StrictModel


class AnyState(Protocol):
    """What the states of all games have, in every phase."""

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that have to decide now: several where all decide at once, or in a window; none at the end."""
        ...


class AnyAction(Protocol):
    """What the actions of all games have."""

    @property
    def type(self) -> str:
        """Its name in the race log."""
        ...


class Options(StrictModel):
    """What a table may choose before the start, each option with its limits and default."""


class Edition(StrictModel):
    """The data that rules are played with: cards, counts, the track."""


class Setup:
    """A base of setups: what an edition gives a game to play with, made once in `__init__`."""

    def __init__(self, edition: Any) -> None: ...

    @classmethod
    def of(cls, edition: Any) -> Self:
        """Make it of an edition that was checked."""
        return cls(edition)


S = TypeVar("S", bound=AnyState)
A = TypeVar("A", bound=AnyAction)
V = TypeVar("V")
O = TypeVar("O", bound=Options)  # noqa: E741
E = TypeVar("E", bound=Edition)
U = TypeVar("U")


TAGGED: Final = TypeAdapter(dict[str, Any])
"""What a stored state is read as, to see of which phase it is."""


class Game(ABC, Generic[S, A, V, O, E, U]):
    """The rules of one game with one edition. It holds no state: states are values handed in and out.

    S, A, V, O, E, U: the types of states, actions, views, options, the edition and the setup that is made of it.
    What `class Jockey(Game[State, Action, ...])` names is what is read and written. A state is of one class a
    phase, S their union; an action is one of the union A, told apart by its `type`.
    """

    key: ClassVar[str]
    rules: ClassVar[int] = 1
    """The version of the rules: raised with a correction after which the same actions may give something else."""
    seats: ClassVar[range]
    public: ClassVar[Collection[str]]
    """The types of its events that everyone is told."""
    private: ClassVar[Collection[str]]
    """The types of its events that only some seats are told."""

    options_type: type[O]
    edition_type: type[E]
    options_reader: TypeAdapter[O]
    setup_type: type[Any]
    """What its `of` makes of an edition that was checked is the setup."""
    action_reader: TypeAdapter[A]
    state_readers: ClassVar[Mapping[str, TypeAdapter[Any]]]
    """By the name of the phase's class, in lower case."""
    view_reader: TypeAdapter[V]

    def __init_subclass__(cls) -> None:
        """Take the types from the class's base, `Game[...]`; a game that reads actions in its own way says how."""
        for base in cls.__dict__.get("__orig_bases__", ()):
            if get_origin(base) is Game:
                states, actions, view, cls.options_type, cls.edition_type, cls.setup_type = get_args(base)
                strict = ConfigDict(strict=True)
                cls.state_readers = {
                    phase_name(each): TypeAdapter(each, config=strict)
                    for each in get_args(states) or (states,)
                }
                if "action_reader" not in cls.__dict__:
                    told_apart: Any = (
                        Annotated[actions, Discriminator("type")] if get_args(actions) else actions
                    )
                    cls.action_reader = TypeAdapter(told_apart)
                cls.view_reader = TypeAdapter(view)
        if "options_type" in cls.__dict__:  # of the base, or of its own: a variant may have other options
            cls.options_reader = TypeAdapter(cls.options_type)

    def __init__(self, edition: E) -> None:
        self.edition = edition
        self.setup: U = self.setup_type.of(edition)

    @classmethod
    def with_edition(cls, data: Mapping[str, Any] | str | None = None) -> Self:
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
        return read(self.options_reader, data, "options")

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

    def new(self, options: O, seats: int, chance: Chance) -> tuple[S, list[Event]]:
        """Set the table up for `seats` players; ValueError if they cannot play so."""
        self.check_table(options, seats)
        return self.begin(options, seats, chance)

    @abstractmethod
    def begin(self, options: O, seats: int, chance: Chance) -> tuple[S, list[Event]]:
        """Open the first race of a table that was checked."""

    def to_act(self, state: S) -> tuple[Seat, ...]:
        """Return the seats that have to decide now: several where all decide at once, none at the end."""
        return state.to_act

    def able(self, state: S) -> tuple[Seat, ...]:
        """Return the seats to act that have a choice; none in a window that only the clock can close."""
        if self.window(state) is None:
            return state.to_act
        choices: dict[Seat, Any] = {seat: self.choices(state, seat) for seat in state.to_act}
        return tuple([seat for seat, listed in choices.items() if listed])

    def choices(self, state: S, seat: Seat) -> Choices[A]:
        """Return what `seat` may do now; empty exactly if it is not in `to_act`, or has no answer in a window."""
        return self.choices_due(state, seat) if seat in state.to_act else NOTHING

    @abstractmethod
    def choices_due(self, state: S, seat: Seat) -> Choices[A]:
        """Return what a seat may do whose decision is due."""

    def apply(self, state: S, seat: Seat | None, action: A, chance: Chance) -> tuple[S, list[Event]]:
        """Let `seat` do `action` and return the next state and what happened; raise IllegalAction.

        A refusal changes nothing and uses no luck. Seat None is the table itself: only what a game lets
        its clock do.
        """
        if seat in state.to_act:
            return self.resolve(state, seat, action, chance)
        if seat is not None:
            self._refuse_out_of_turn(state, seat)
        return self.tick(state, action, chance)

    @abstractmethod
    def resolve(self, state: S, seat: Seat, action: A, chance: Chance) -> tuple[S, list[Event]]:
        """Apply the action of a seat whose decision is due: guards first, then what follows; raise IllegalAction."""

    def tick(self, state: S, action: A, chance: Chance) -> tuple[S, list[Event]]:
        """Apply an action of the table's clock; raise IllegalAction, as all games do that know no time."""
        self._refuse_out_of_turn(state, None)

    def forced(self, state: S) -> tuple[Seat, A] | None:
        """Return the decision the table takes by itself now: exactly one legal action, nothing hidden."""
        return None

    def outcome(self, state: S) -> Outcome | None:
        """Return scores and winners, None while the game runs: at its end, what the races have settled."""
        over = None if state.to_act else self.interim(state)
        return over.outcome if over else None

    @abstractmethod
    def interim(self, state: S) -> Interim | None:
        """Return what the races that are over have settled, None before the first is; at the end, the outcome.

        It changes only when a race is over: nothing in it tells of the one that is being run.
        """

    @abstractmethod
    def is_one_race(self, options: O) -> bool:
        """Whether the first race may be the last one; that everybody could be ruined by it does not count."""

    def wrong_phase(self, state: S, action: A) -> IllegalAction:
        """Return the refusal of an action that belongs to another phase."""
        return IllegalAction(SharedRefusal.WRONG_PHASE, action=action.type, phase=phase_name(type(state)))

    def _refuse_out_of_turn(self, state: S, seat: Seat | None) -> NoReturn:
        if not state.to_act:
            raise IllegalAction(SharedRefusal.GAME_OVER)
        raise IllegalAction(SharedRefusal.NOT_YOUR_TURN, seat=seat, to_act=list(state.to_act))

    # --------------------------------------------------------------------------- what tables have to know

    def options_for(self, wished: Mapping[str, Any], seats: int) -> dict[str, Any]:
        """Return options as plain data with what they have for every seat made fit for so many."""
        return dict(wished)

    def starting_money(self, options: O) -> StartingMoney | None:
        """Return what the game hands every seat; None where its scores are no money."""
        return None

    def sides(self, options: O, seats: int) -> Sequence[int] | None:
        """Return a number for each seat, the same for those that play together; None where each plays for itself."""
        return None

    def game_limit(self, options: O) -> TimeLimit[A] | None:
        """Return for how long the table goes on; None where only the rules end a game."""
        return None

    def window(self, state: S) -> TimeLimit[A] | None:
        """Return the time of a window; None where none is open.

        In a window every seat is in `to_act`, whether it has an answer or not, so that it tells nothing of a hand.
        The first answer closes it. If the time passes, the table's clock does the action of the limit. Where no
        seat has a choice, only that can come.
        """
        return None

    def kind_of_decision(self, state: S, seat: Seat) -> str:
        """Name the type of the actions `seat` has to choose from, such as `drive`; of several, always the same one.

        In a window it is the type of the answer, also for a seat that has none.
        """
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

    # ----------------------------------------------------------------------------- reading and writing

    def read_action(self, data: str | bytes | Mapping[str, Any]) -> A:
        """Read an action from JSON, strictly; raise Unreadable."""
        return read(self.action_reader, data, "action")

    def dump_action(self, action: A) -> dict[str, Any]:
        """Return an action as plain data, its fields in their order: `type` first, as in the race log."""
        plain: dict[str, Any] = self.action_reader.dump_python(action, mode="json")
        return plain

    def read_state(self, data: str | bytes) -> S:
        """Read a state from JSON, strictly; raise Unreadable."""
        tagged = read(TAGGED, data, "state")
        reader = self.state_readers.get(next(iter(tagged), ""))
        if reader is None or len(tagged) != 1:
            raise Unreadable(f"state: one of {', '.join(self.state_readers)} is expected")
        state: S = read(reader, json.dumps(*tagged.values()), "state")
        return state

    def dump_state(self, state: S) -> str:
        """Return a state as JSON text, `{phase: [fields in order]}`, that `read_state` reads again."""
        phase = phase_name(type(state))
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


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any, Any]


def phase_name(phase: type[AnyState]) -> str:
    """Return what a phase is called in stored states and in refusals: its class's name in lower case."""
    return phase.__name__.lower()
