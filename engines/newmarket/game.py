"""Newmarket, for 3 to 8 seats: the rules behind the one interface of all games."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated, Any, ClassVar, Literal, NoReturn

from pydantic import Field

from engines import core
from engines.core import (
    NOTHING,
    Chance,
    Choices,
    Event,
    Game,
    IllegalAction,
    Interim,
    Listed,
    Outcome,
    Seat,
    Unreadable,
)
from engines.newmarket import ends, events, play, rules, view
from engines.newmarket.actions import Action, Auction, Back, Bid, Follow, Lead, Missed, Take, Time
from engines.newmarket.cards import BITS
from engines.newmarket.edition import Edition, Setup
from engines.newmarket.imagine import imagine
from engines.newmarket.only_moves import has_only_lead
from engines.newmarket.state import Backing, Bidding, Choosing, Offering, Playing, State, Terms
from engines.newmarket.view import View, phase_of

HANDS: Listed[Action] = Listed((Take("own"), Take("spare")))
AUCTIONS: Listed[Action] = Listed((Auction(True), Auction(False)))

Minutes = Annotated[int, Field(ge=1, le=600, description="the deal in which they run out is the last")]

CALLING = "who calls the next card of a sequence: auto, the table; manual, the players against the clock"


class Options(core.Options):
    """What a table of Newmarket may choose."""

    deals: Annotated[int, Field(ge=1, le=30, description="deals at most")] = 8
    minutes: Minutes | None = None
    calling: Annotated[Literal["auto", "manual"], Field(description=CALLING)] = "auto"
    window: Annotated[
        int, Field(ge=3, le=120, description="seconds to call a card", json_schema_extra={"clock": True})
    ] = 10

    def terms(self) -> Terms:
        """Return the options as a state carries them."""
        return Terms(self.deals, self.minutes, self.calling == "manual", self.window)


class Newmarket(Game[State, Action, View, Options, Edition, Setup]):
    """Back a horse, play sequences, claim what lies on the horses and get rid of your cards."""

    key = "newmarket"
    rules = 2
    seats: ClassVar[range] = range(3, 9)
    public, private = core.audiences(events)

    def begin(self, options: Options, seats: int, chance: Chance) -> tuple[State, list[Event]]:
        """Draw the first dealer and open the first deal."""
        return rules.open_race_day(self.setup, options.terms(), seats, chance)

    def choices_due(self, state: State, seat: Seat) -> Choices[Action]:
        """Return what is listed in every phase but the auction, where bids are described."""
        if isinstance(state, Playing):
            if (wanted := state.wanted) is not None:
                return self.setup.follows[wanted] if state.hands[seat] & BITS[wanted] else NOTHING
            actions = tuple([self.setup.leads[card] for card in play.leads(self.setup, state)])
            return Listed(actions)
        if isinstance(state, Bidding):
            return rules.Bids(rules.least_bid(state), rules.most_bid(state))
        if isinstance(state, Backing):
            return self.setup.backs
        return HANDS if isinstance(state, Choosing) else AUCTIONS

    def resolve(self, state: State, seat: Seat, action: Action, chance: Chance) -> tuple[State, list[Event]]:
        """Take the decision that is due in the phase."""
        setup = self.setup
        if isinstance(state, Playing):
            if state.wanted is not None and isinstance(action, Follow):
                return play.follow(setup, state, seat, action)
            if state.wanted is None and isinstance(action, Lead):
                return play.lead(setup, state, seat, action)
        elif isinstance(state, Backing) and isinstance(action, Back):
            return rules.back(setup, state, seat, action, chance)
        elif isinstance(state, Bidding) and isinstance(action, Bid):
            return rules.bid(setup, state, seat, action)
        elif isinstance(state, Choosing) and isinstance(action, Take):
            return rules.choose_hand(setup, state, action)
        elif isinstance(state, Offering) and isinstance(action, Auction):
            return rules.offer(state, action)
        raise self.wrong_phase(state, action)

    def tick(self, state: State, action: Action, chance: Chance) -> tuple[State, list[Event]]:
        """Let the clock say that the agreed time is over, or that nobody called a card."""
        if isinstance(action, Time):
            return ends.end_time(state), []
        if not (isinstance(action, Missed) and isinstance(state, Playing) and self.window(state)):
            self._refuse_out_of_turn(state, None)
        return play.miss(self.setup, state)

    def forced(self, state: State) -> tuple[Seat, Action] | None:
        """Return the card a sequence goes on with, or the pass of a seat that has no more to bid."""
        if isinstance(state, Playing):
            if state.wanted is None or state.race_day.terms.manual:
                return None
            return state.to_act[0], self.setup.follows[state.wanted].actions[0]
        if isinstance(state, Bidding) and rules.most_bid(state) < rules.least_bid(state):
            return state.bidders[0], rules.PASS
        return None

    def interim(self, state: State) -> Interim | None:
        """Return the points after the deal finished last; what was left on the horses then is nobody's."""
        result = state.race_day.result
        return Interim(result.deal, Outcome.of(result.points)) if result else None

    def is_one_race(self, options: Options) -> bool:
        """Whether one deal may be the last: there is only one, or a clock that can end it."""
        return options.deals == 1 or options.minutes is not None

    def starting_money(self, options: Options) -> core.StartingMoney:
        """Return the points of every seat."""
        return core.StartingMoney(self.setup.points, is_won_from_seats=True)

    def game_limit(self, options: Options) -> core.TimeLimit[Action] | None:
        """Return the agreed length of time, if there is one."""
        return core.TimeLimit(options.minutes * 60, Time()) if options.minutes else None

    def window(self, state: State) -> core.TimeLimit[Action] | None:
        """Return the time to call the next card, where players call it; then it is missed."""
        terms = state.race_day.terms
        is_called = terms.manual and isinstance(state, Playing) and state.wanted is not None
        return core.TimeLimit(terms.window, Missed()) if is_called else None

    def kind_of_decision(self, state: State, seat: Seat) -> str:
        """Name the type of what the phase asks for; in a window a call, whether the seat holds the card or not."""
        return "follow" if self.window(state) else super().kind_of_decision(state, seat)

    @classmethod
    def named_in(cls, event: Event) -> Collection[Seat]:
        """Return who pays and who is paid, too."""
        named = {"paid": ("from", "to_seat"), "sold": ("seat", "to_seat")}.get(event["type"])
        return [event[name] for name in named] if named else super().named_in(event)

    def view(self, state: State, seat: Seat | None) -> View:
        """Return what `seat` may know; None: everyone."""
        return view.view(self.setup, state, seat)

    def imagine(self, view: View, chance: Chance) -> State:
        """Draw the hands and the backed horses that `view` does not show."""
        return imagine(self.setup, view, chance)

    def has_only_move(self, view: View, seat: Seat) -> bool:
        """Tell whether a lead is no choice, by the cards that everybody saw."""
        return has_only_lead(self.setup, view, seat)

    def wrong_phase(self, state: State, action: Action) -> IllegalAction:
        """Return the refusal of an action that belongs to another phase, as views name them."""
        return IllegalAction(core.SharedRefusal.WRONG_PHASE, action=action.type, phase=phase_of(state).value)

    def _refuse_out_of_turn(self, state: State, seat: Seat | None) -> NoReturn:
        """Refuse without telling who holds a card that the table is about to play."""
        if isinstance(state, Playing) and state.wanted is not None:
            raise IllegalAction(core.SharedRefusal.NOT_YOUR_TURN, seat=seat, to_act=[])
        super()._refuse_out_of_turn(state, seat)


class NewmarketOfVersion1(Newmarket):
    """The rules before players' calls were corrected: a table that plays the sequences itself goes on by them."""

    rules = 1

    def options(self, data: Mapping[str, Any]) -> Options:
        """Read options; raise Unreadable for those with which players call."""
        options = super().options(data)
        if options.calling == "manual":
            raise Unreadable("options: players' calls were corrected in version 2 of the rules")
        return options
