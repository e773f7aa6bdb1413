"""Auf Trab im Sulkydrom, for 2 to 8 seats: the rules behind the one interface of all games."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Annotated, Any, ClassVar, Self

from pydantic import Field, model_validator

from engines import core
from engines.core import Chance, Choices, Event, Game, Interim, Seat, audiences
from engines.sulkydrom import events, preparation, rules, view
from engines.sulkydrom.actions import STAY, Action, Drive, Galopp, Joker, Letter, Stack, Tempo
from engines.sulkydrom.choices import Drives, Orders, Turns
from engines.sulkydrom.course import LaneChange
from engines.sulkydrom.edition import LETTERS, Edition, Setup
from engines.sulkydrom.paths import Reach
from engines.sulkydrom.state import Driving, Goal, Stacking, State, Turning
from engines.sulkydrom.view import View


class Options(core.Options):
    """What a table of Sulkydrom may choose."""

    goal: Annotated[Goal, Field(description="play for one race, 64 points, 128 points or two victories")] = (
        "first"
    )
    horses: Annotated[
        tuple[Letter | None, ...] | None,
        Field(description="by seat the letter of its horse, null for one drawn; none: all are drawn"),
    ] = None
    lane_change: Annotated[
        LaneChange, Field(description="change lanes sideways and then forward, or diagonally at once")
    ] = "sideways"

    @model_validator(mode="after")
    def _are_different(self) -> Self:
        named = [horse for horse in self.horses or () if horse]
        if len(set(named)) < len(named):
            raise ValueError("two seats want the same horse")
        return self


class Sulkydrom(Game[State, Action, View, Options, Edition, Setup]):
    """Order your tempo cards in secret, then drive your trotter round the oval."""

    key = "sulkydrom"
    rules: ClassVar[int] = 2
    seats: ClassVar[range] = range(2, len(LETTERS) + 1)
    public, private = audiences(events)

    def check_table(self, options: Options, seats: int) -> None:
        """Raise ValueError unless so many seats can play and each is told its horse or to draw one."""
        self.check_seats(seats)
        if options.horses is not None and len(options.horses) != seats:
            raise ValueError(
                f"horses has {len(options.horses)} entries, one for each of {seats} seats is needed"
            )

    def resolved(self, options: Options, seats: int) -> Options:
        """Name a horse, or null, for every seat where no list was given."""
        return options.model_copy(update={"horses": self._wanted(options, seats)})

    def begin(self, options: Options, seats: int, chance: Chance) -> tuple[State, list[Event]]:
        """Draw horses and lanes, and deal the first race."""
        wanted = self._wanted(options, seats)
        return preparation.open_race_day(self.setup, options.goal, options.lane_change, wanted, chance)

    def choices_due(self, state: State, seat: Seat) -> Choices[Action]:
        """Return the free paths, the cards that may be played, or the orders of the stacks."""
        if isinstance(state, Driving):
            return Drives(self._reach(state, seat))
        if isinstance(state, Turning):
            return Turns(self.setup, state)
        return Orders(self.setup, state.stacks[seat])

    def resolve(self, state: State, seat: Seat, action: Action, chance: Chance) -> tuple[State, list[Event]]:
        """Drive, turn a card, play Joker or Galopp, or lay stacks, each in its phase."""
        match state, action:
            case Driving(), Drive():
                return rules.drive(self.setup, state, action, chance)
            case Turning(), Tempo():
                return rules.turn_card(self.setup, state, action)
            case Turning(), Joker():
                return rules.play_joker(self.setup, state, action, chance)
            case Turning(), Galopp():
                return rules.play_galopp(state, action)
            case Stacking(), Stack():
                return preparation.lay_stacks(state, seat, action)
        raise self.wrong_phase(state, action)

    def forced(self, state: State) -> tuple[Seat, Action] | None:
        """Return the horse that cannot or may not leave its space, or the one tempo card left to turn."""
        if isinstance(state, Driving):
            (seat,) = state.to_act
            is_free = state.allowances[seat] and self._reach(state, seat).has_step()
            return None if is_free else (seat, STAY)
        if isinstance(state, Turning) and (only := Turns(self.setup, state).only()):
            return state.to_act[0], only
        return None

    def interim(self, state: State) -> Interim | None:
        """Return the points after the race finished last, and who is ahead in what is played for."""
        result = state.race_day.result
        return Interim(result.race, rules.outcome(state.race_day.goal, result)) if result else None

    def is_one_race(self, options: Options) -> bool:
        """Whether one race is the goal, or brings points enough for it."""
        return options.goal == "first" or max(self.setup.points) >= rules.POINTS_FOR.get(options.goal, inf)

    def options_for(self, wished: Mapping[str, Any], seats: int) -> dict[str, Any]:
        """Give every seat a wish for a horse, or none, where any has one."""
        if not (horses := wished.get("horses")):
            return dict(wished)
        return {**wished, "horses": [*horses[:seats], *[None] * (seats - len(horses))]}

    def view(self, state: State, seat: Seat | None) -> View:
        """Return what `seat` may know; None: everyone."""
        return view.view(self.setup, state, seat)

    def imagine(self, seen: View, chance: Chance) -> State:
        """Draw the stacks that `seen` does not show."""
        return view.imagine(self.setup, seen, chance)

    def _reach(self, state: Driving, seat: Seat) -> Reach:
        change = state.race_day.lane_change
        return Reach(self.setup.course, state.cells, seat, state.allowances[seat], change)

    @staticmethod
    def _wanted(options: Options, seats: int) -> tuple[Letter | None, ...]:
        return (None,) * seats if options.horses is None else options.horses
