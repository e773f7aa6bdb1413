"""Jockey (Ravensburger), for 2 to 6 seats: the rules behind the one interface of all games."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from engines import core
from engines.core import NOTHING, Chance, Choices, Event, Game, Interim, Outcome, Seat
from engines.jockey import actions, events, rules, view
from engines.jockey.actions import Action, Double, Keep, Play, Single
from engines.jockey.bets import CAPITAL, described
from engines.jockey.choices import Keeps, Plays
from engines.jockey.edition import HAND, Edition, Setup
from engines.jockey.state import Betting, Keeping, Racing, State
from engines.jockey.view import Phase, View
from engines.parts.pack import without


class Options(core.Options):
    """What a table of Jockey may choose."""

    rounds: Annotated[int, Field(ge=1, le=5, description="rounds of three races, each with 1000 anew")] = 1


class Jockey(Game[State, Action, View, Options, Edition, Setup]):
    """Bet on what your hand favours, then jockey the horses with your cards."""

    key = "jockey"
    seats: ClassVar[range] = range(min(HAND), max(HAND) + 1)
    action_reader = actions.READER
    public, private = core.audiences(events)

    def begin(self, options: Options, seats: int, chance: Chance) -> tuple[State, list[Event]]:
        """Draw the first dealer and deal the first race."""
        return rules.open_race_day(self.setup, options.rounds, seats, chance)

    def choices_due(self, state: State, seat: Seat) -> Choices[Action]:
        """Return the bets (described), the plays or the cards to keep."""
        if isinstance(state, Racing):
            return Plays(self.setup, state.hands[seat], state.places)
        if isinstance(state, Betting):
            return described(self.setup.horses, state.race_day.capitals[seat])
        return Keeps(self.setup, state.hands[seat]) if isinstance(state, Keeping) else NOTHING

    def resolve(self, state: State, seat: Seat, action: Action, chance: Chance) -> tuple[State, list[Event]]:
        """Play a card, place a bet or keep cards, each in its phase."""
        if isinstance(state, Racing) and isinstance(action, Play):
            return rules.play_card(self.setup, state, action, chance)
        if isinstance(state, Betting) and isinstance(action, (Single, Double)):
            return rules.place_bet(self.setup, state, seat, action)
        if isinstance(state, Keeping) and isinstance(action, Keep):
            return rules.keep_cards(self.setup, state, seat, action, chance)
        raise self.wrong_phase(state, action)

    def interim(self, state: State) -> Interim | None:
        """Return the finished rounds, the capitals of the one under way, and untouched ones for those to come."""
        result = state.race_day.result
        return Interim(result.race, Outcome.of(rules.so_far(state.race_day, result))) if result else None

    def is_one_race(self, options: Options) -> bool:
        """Return False: a round has three races."""
        return False

    def starting_money(self, options: Options) -> core.StartingMoney:
        """Return the bills of every seat, handed out anew for each round; who stakes more owes it to the bank."""
        return core.StartingMoney(CAPITAL, options.rounds, may_owe=True)

    def view(self, state: State, seat: Seat | None) -> View:
        """Return what `seat` may know; None: everyone."""
        return view.view(self.setup, state, seat)

    def imagine(self, seen: View, chance: Chance) -> State:
        """Draw the hands, bets and kept cards that `seen` does not show."""
        return view.imagine(self.setup, seen, chance)

    def has_only_move(self, view: View, seat: Seat) -> bool:
        """Tell whether a hand is down to one card, which can be played in one way, whichever card it is.

        Everybody sees how many cards are in a hand and which were played. A card has to be played even if it moves
        nothing, and leaves a choice only where several horses share its position ("Jockey Cards").
        """
        if view.phase is not Phase.RACING or seat not in view.to_act or view.hand_counts[seat] != 1:
            return False
        may_be_held = set(without(self.setup.pack, view.pile))
        return all(len(self.setup.faces[card].horses(view.places)) < 2 for card in may_be_held)
