"""Jumpy Jack, for 2 to 16 seats: the rules behind the one interface of all games."""

from __future__ import annotations

from itertools import islice
from typing import ClassVar

from engines.core import Chance, Choices, Event, Game, Interim, Outcome, Seat, audiences
from engines.jumpyjack import actions, events, rules, view
from engines.jumpyjack.actions import Action, Decline, Guess, Move, Predict
from engines.jumpyjack.course import Moves
from engines.jumpyjack.edition import Edition, Setup
from engines.jumpyjack.options import Options
from engines.jumpyjack.predictions import Guesses
from engines.jumpyjack.state import Guessing, Predicting, Racing, State
from engines.jumpyjack.teams import captains, opponents
from engines.jumpyjack.view import View


class JumpyJack(Game[State, Action, View, Options, Edition, Setup]):
    """Predict the first three, then move any horse by the throw of the die, and bluff."""

    key = "jumpyjack"
    rules: ClassVar[int] = 2
    seats: ClassVar[range] = range(2, 17)
    action_reader = actions.READER
    public, private = audiences(events)

    def check_table(self, options: Options, seats: int) -> None:
        """Raise ValueError unless so many seats can play, in equal teams of two or more if in teams."""
        self.check_seats(seats)
        teams = options.teams
        if teams and (seats % teams or seats == teams):
            fitting = ", ".join(str(size) for size in range(2 * teams, self.seats.stop, teams))
            raise ValueError(f"{teams} equal teams need one of {fitting} seats, not {seats}")

    def sides(self, options: Options, seats: int) -> list[int] | None:
        """Return the team of each seat: the teams alternate round the table."""
        return [seat % options.teams for seat in range(seats)] if options.teams else None

    def begin(self, options: Options, seats: int, chance: Chance) -> tuple[State, list[Event]]:
        """Throw for who begins and open the first race."""
        return rules.open_race_day(self.setup, options, seats, chance)

    def choices_due(self, state: State, seat: Seat) -> Choices[Action]:
        """Return the predictions, the moves or the guesses."""
        if isinstance(state, Racing):
            return self._moves(state)
        if isinstance(state, Predicting):
            return self.setup.predictions
        race_day, seats = state.race_day, len(state.race_day.totals)
        others = opponents(seat, race_day.options, seats)
        leaders = captains(race_day.race, race_day.options, seats)
        return Guesses(tuple([s for s in leaders if s in others]), others, self.setup.predictions)

    def _moves(self, state: Racing) -> Moves:
        course = self.setup.courses[state.race_day.options.double]
        return Moves(self.setup.moves, course, state.places, state.value)

    def resolve(self, state: State, seat: Seat, action: Action, chance: Chance) -> tuple[State, list[Event]]:
        """Move a horse, note a prediction or a guess, each in its phase."""
        if isinstance(state, Racing) and isinstance(action, Move):
            return rules.move_horse(self.setup, state, action, chance)
        if isinstance(state, Predicting) and isinstance(action, Predict):
            return rules.predict(self.setup, state, seat, action, chance)
        if isinstance(state, Guessing) and isinstance(action, (Guess, Decline)):
            return rules.guess(self.setup, state, seat, action)
        raise self.wrong_phase(state, action)

    def forced(self, state: State) -> tuple[Seat, Action] | None:
        """Return the move of the only horse that can go the number thrown, if there is just one."""
        if not isinstance(state, Racing):
            return None
        (seat,) = state.to_act
        movable = tuple(islice(self._moves(state), 2))
        return (seat, movable[0]) if len(movable) == 1 else None

    def interim(self, state: State) -> Interim | None:
        """Return the points after the race finished last."""
        result = state.race_day.result
        return Interim(result.race, Outcome.of(result.totals)) if result else None

    def is_one_race(self, options: Options) -> bool:
        """Whether one race can bring a team the points that end the game."""
        return options.target <= rules.most_in_a_race(options)

    def view(self, state: State, seat: Seat | None) -> View:
        """Return what `seat` may know; None: everyone."""
        return view.view(self.setup, state, seat)

    def imagine(self, seen: View, chance: Chance) -> State:
        """Draw the predictions and guesses that `seen` does not show."""
        return view.imagine(self.setup, seen, chance)
