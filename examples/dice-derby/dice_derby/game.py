"""Dice Derby, for 2 to 8 seats: the rules behind the one interface of all games."""

from __future__ import annotations

from typing import Annotated, ClassVar, Self

from pydantic import Field

from dice_derby import events, rules, view
from dice_derby.actions import HORSES, Action, Bet, Run
from dice_derby.state import Betting, Over, RaceDay, Running, State
from dice_derby.view import View
from engines import core
from engines.core import (
    Chance,
    Choices,
    Event,
    Game,
    Interim,
    Listed,
    Outcome,
    Seat,
    StartingMoney,
    audiences,
)


class Options(core.Options):
    """What a table may choose."""

    races: Annotated[int, Field(ge=1, le=3, description="races")] = 3


class Edition(core.Edition):
    """The data of `edition.json`, which is all the setup there is."""

    spaces: Annotated[int, Field(ge=6, le=100)]
    chips: Annotated[int, Field(ge=15, le=100)]

    @classmethod
    def of(cls, edition: Self) -> Self:
        """Return the edition."""
        return edition


class Bets(Listed[Bet]):
    """Every bet there is: in three races nobody can lose more than fifteen chips."""

    horses: ClassVar = [str(horse) for horse in HORSES]
    least, most, step = 1, rules.MOST, 1


BETS = Bets(tuple([Bet(horse, stake) for horse in HORSES for stake in range(1, rules.MOST + 1)]))


class DiceDerby(Game[State, Action, View, Options, Edition, Edition]):
    """Back a horse in secret and make the dice run for it."""

    key = "dicederby"
    seats: ClassVar[range] = range(2, 9)
    public, private = audiences(events)

    def begin(self, options: Options, seats: int, chance: Chance) -> tuple[State, list[Event]]:
        """Draw who throws first, hand out the chips and open the first race."""
        first, chips = chance.below(seats), (self.edition.chips,) * seats
        return rules.open_race(RaceDay(options.races, race=1, first=first, chips=chips, result=None))

    def choices_due(self, state: State, seat: Seat) -> Choices[Action]:
        """Return every bet, or the one or two readings of the dice."""
        return Listed(rules.readings(state)) if isinstance(state, Running) else BETS

    def forced(self, state: State) -> tuple[Seat, Action] | None:
        """Return the only reading of the dice, such as a double: everybody sees that there is no other."""
        only: tuple[Run, ...] = rules.readings(state) if isinstance(state, Running) else ()
        return (state.to_act[0], only[0]) if len(only) == 1 else None

    def resolve(self, state: State, seat: Seat, action: Action, chance: Chance) -> tuple[State, list[Event]]:
        """Place a bet or let a horse run, each in its phase."""
        if isinstance(state, Betting) and isinstance(action, Bet):
            return rules.place_bet(state, seat, action, chance)
        if isinstance(state, Running) and isinstance(action, Run):
            return rules.run(self.edition.spaces, state, action, chance)
        raise self.wrong_phase(state, action)

    def outcome(self, state: State) -> Outcome | None:
        """Return everybody's chips, and who has most."""
        return Outcome.of(state.day.chips) if isinstance(state, Over) else None

    def interim(self, state: State) -> Interim | None:
        """Return the chips after the race that was settled last."""
        day = state.day
        return Interim(day.result.race, Outcome.of(day.chips)) if day.result else None

    def is_one_race(self, options: Options) -> bool:
        """Whether one race is all there is."""
        return options.races == 1

    def starting_money(self, options: Options) -> StartingMoney | None:
        """Return the chips."""
        return StartingMoney(self.edition.chips)

    def view(self, state: State, seat: Seat | None) -> View:
        """Return what `seat` may know; None: everyone."""
        return view.view(self.edition.spaces, state, seat)

    def imagine(self, seen: View, chance: Chance) -> State:
        """Draw the bets that `seen` does not show."""
        return view.imagine(seen, chance)
