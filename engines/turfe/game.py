"""Turfe (Jockey, the Brazilian edition with the Acumulada), for 3 to 6 seats: the rules behind the one interface."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import Field

from engines import core
from engines.core import NOTHING, Chance, Choices, Event, Game, Interim, Outcome, Seat
from engines.turfe import events, rules, view
from engines.turfe.actions import Action, Bet, Play
from engines.turfe.bets import MONEY, Bets
from engines.turfe.choices import Plays
from engines.turfe.edition import HAND, Edition, Setup
from engines.turfe.imagine import imagine
from engines.turfe.only_moves import has_only_play
from engines.turfe.state import Betting, Racing, State
from engines.turfe.view import View

LEFT_OUT = {"bet": ("card", None), "play": ("aside", False)}
"""By type of action: the field that its JSON form leaves out, and the value for which it does."""


class Options(core.Options):
    """What a table of Turfe may choose."""

    races: Annotated[int, Field(ge=1, le=16, description="races, unless everybody is broke before")] = 8


class Turfe(Game[State, Action, View, Options, Edition, Setup]):
    """Bet to win, to place or for the jackpot, then drive the horses with your cards."""

    key = "turfe"
    seats: ClassVar[range] = range(min(HAND), max(HAND) + 1)
    public, private = core.audiences(events)

    def begin(self, options: Options, seats: int, chance: Chance) -> tuple[State, list[Event]]:
        """Draw the first banker and deal the first race."""
        return rules.open_race_day(self.setup, options.races, seats, chance)

    def choices_due(self, state: State, seat: Seat) -> Choices[Action]:
        """Return the bets (described) or the plays."""
        if isinstance(state, Racing):
            return Plays(self.setup, state)
        if isinstance(state, Betting):
            return Bets(self.setup, state.hands[seat], state.race_day.money[seat])
        return NOTHING

    def resolve(self, state: State, seat: Seat, action: Action, chance: Chance) -> tuple[State, list[Event]]:
        """Play a card or place a bet, each in its phase."""
        if isinstance(state, Racing) and isinstance(action, Play):
            return rules.play_card(self.setup, state, action, chance)
        if isinstance(state, Betting) and isinstance(action, Bet):
            return rules.place_bet(self.setup, state, seat, action)
        raise self.wrong_phase(state, action)

    def forced(self, state: State) -> tuple[Seat, Action] | None:
        """Return the play of a flipped card, which everyone sees, where there is only one."""
        if not isinstance(state, Racing) or state.flipped is None:
            return None
        plays = tuple(Plays(self.setup, state))
        return (state.to_act[0], plays[0]) if len(plays) == 1 else None

    def interim(self, state: State) -> Interim | None:
        """Return everybody's money after the race finished last; the jackpot is nobody's."""
        result = state.race_day.result
        return Interim(result.race, Outcome.of(result.money)) if result else None

    def is_one_race(self, options: Options) -> bool:
        """Whether only one is run."""
        return options.races == 1

    def starting_money(self, options: Options) -> core.StartingMoney:
        """Return the money of every seat."""
        return core.StartingMoney(MONEY)

    def view(self, state: State, seat: Seat | None) -> View:
        """Return what `seat` may know; None: everyone."""
        return view.view(self.setup, state, seat)

    def imagine(self, view: View, chance: Chance) -> State:
        """Draw the hands, bets and cards to flip that `view` does not show."""
        return imagine(self.setup, view, chance)

    def has_only_move(self, view: View, seat: Seat) -> bool:
        """Tell whether a last card leaves no choice, whichever it is."""
        return has_only_play(self.setup, view, seat)

    def dump_action(self, action: Action) -> dict[str, Any]:
        """Return an action as plain data, without what it leaves out."""
        plain = super().dump_action(action)
        name, value = LEFT_OUT[action.type]
        if plain[name] is value:
            del plain[name]
        return plain
