"""Dice Derby, for 2 to 8 seats: the rules behind the one interface of all games."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from dice_derby import actions, events, rules, state, view
from dice_derby.actions import HORSES, Action, Bet, Run
from dice_derby.state import Betting, Over, Running, State
from dice_derby.view import View
from engines import core
from engines.core import NOTHING, Chance, Choices, Event, Game, IllegalAction, Interim, Listed, Outcome, Seat
from engines.parts.ranking import best

BETS = Listed(tuple([Bet(horse, chips) for horse in HORSES for chips in range(1, rules.MOST_CHIPS + 1)]))
"""Every bet there is: nobody can lose more than fifteen of their chips in three races."""


class Options(core.Options):
    """What a table may choose."""

    races: Annotated[int, Field(ge=1, le=3, description="races")] = 3


class Edition(core.Edition):
    """The data of `edition.json`."""

    spaces: Annotated[int, Field(ge=6, le=100)]
    chips: Annotated[int, Field(ge=15, le=100)]


class DiceDerby(Game[State, Action, View, Options, Edition]):
    """Back a horse in secret and make the dice run for it."""

    key = "dicederby"
    seats: ClassVar[range] = range(2, 9)
    options_type = Options
    edition_type = Edition
    action_reader = actions.READER
    state_readers = state.READERS
    view_reader = view.READER
    public = events.PUBLIC
    private = frozenset()

    def new(self, options: Options, seats: int, chance: Chance) -> tuple[State, list[Event]]:
        """Open the first race."""
        self.check_table(options, seats)
        return rules.race_day(options.races, seats, self.edition.chips, chance)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Return the seats that have not bet, or the one that has thrown."""
        return state.to_act

    def choices(self, state: State, seat: Seat) -> Choices[Action]:
        """Return every bet, or the one or two readings of the dice."""
        if seat not in state.to_act:
            return NOTHING
        return BETS if isinstance(state, Betting) else Listed(_readings(state))

    def forced(self, state: State) -> tuple[Seat, Action] | None:
        """Return the only reading of the dice, such as a double: everybody sees that there is no other."""
        only = _readings(state)
        return (state.to_act[0], only[0]) if len(only) == 1 else None

    def resolve(self, state: State, seat: Seat, action: Action, chance: Chance) -> tuple[State, list[Event]]:
        """Place a bet or let a horse run, each in its phase."""
        if isinstance(state, Betting) and isinstance(action, Bet):
            return rules.place_bet(state, seat, action, chance)
        if isinstance(state, Running) and isinstance(action, Run):
            return rules.run(self.edition.spaces, state, action, chance)
        raise IllegalAction(core.Refusal.WRONG_PHASE, action=action.type, phase=type(state).__name__.lower())

    def outcome(self, state: State) -> Outcome | None:
        """Return everybody's chips, and who has most."""
        return Outcome(state.day.chips, best(state.day.chips)) if isinstance(state, Over) else None

    def interim(self, state: State) -> Interim | None:
        """Return the chips after the race that was settled last."""
        day = state.day
        return Interim(day.result.race, Outcome(day.chips, best(day.chips))) if day.result else None

    def is_one_race(self, options: Options) -> bool:
        """Whether one race is all there is."""
        return options.races == 1

    def view(self, state: State, seat: Seat | None) -> View:
        """Return what `seat` may know; None: everyone."""
        return view.view(self.edition.spaces, state, seat)

    def imagine(self, seen: View, chance: Chance) -> State:
        """Draw the bets that `seen` does not show."""
        return view.imagine(seen, chance)


def _readings(state: State) -> tuple[Run, ...]:
    return rules.readings(state.dice, state.home) if isinstance(state, Running) else ()
