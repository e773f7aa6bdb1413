"""The rules of Newmarket up to the first card, in the order of the booklet; `play` and `ends` have the rest.

Every function takes a state and returns the next one with the events; guards raise IllegalAction before
anything is drawn or made. Headings are the booklet's words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engines.core import Chance, Choices, Event, IllegalAction, Seat, race_started, shuffled
from engines.newmarket import events
from engines.newmarket.actions import Auction, Back, Bid, Refusal, Take
from engines.newmarket.cards import PACK, Hand, hand_of
from engines.newmarket.edition import Setup
from engines.newmarket.state import Backing, Bidding, Choosing, Offering, Playing, RaceDay, State, Terms
from engines.parts.tuples import left_of, removed, replaced

PASS: Final = Bid(None)

RAISE: Final = 5
"""By how much a bid that is drawn tops the best one at most; any higher one is as legal."""

# "Each player is given 40 points worth of betting chips before the game starts"


def open_race_day(setup: Setup, terms: Terms, seats: int, chance: Chance) -> tuple[Backing, list[Event]]:
    """Give every seat its points, draw the first dealer and open the first deal."""
    dealer, points, pots = chance.below(seats), (setup.points,) * seats, (0,) * len(setup.racehorses)
    race_day = RaceDay(terms, 1, dealer, points, pots, backs=(), claims=(), time_is_up=False, result=None)
    return open_deal(race_day)


# "Before looking at their cards, players place a five point bet on one horse of their choice"


def open_deal(race_day: RaceDay) -> tuple[Backing, list[Event]]:
    """Open the deal that `race_day` names: everyone has to back a racehorse."""
    seats = len(race_day.points)
    state = Backing(race_day=race_day, backed=(None,) * seats, to_act=tuple(range(seats)))
    return state, [race_started(race_day.deal, race_day.dealer)]


def back(setup: Setup, state: Backing, seat: Seat, action: Back, chance: Chance) -> tuple[State, list[Event]]:
    """Note what a seat backs; when all have, the stakes are shown and the cards dealt."""
    if action.horse not in setup.racehorses:
        raise IllegalAction(Refusal.UNKNOWN_HORSE, horse=action.horse, horses=list(setup.racehorses))
    backed = replaced(state.backed, seat, setup.racehorses.index(action.horse))
    if waiting := removed(state.to_act, seat):
        return Backing(race_day=state.race_day, backed=backed, to_act=waiting), []
    backs = tuple([horse for horse in backed if horse is not None])
    # Every seat's stake moves onto the horse it backs, where what was left unclaimed may already lie.
    points = tuple([each - setup.stake for each in state.race_day.points])
    pots = list(state.race_day.pots)
    happened: list[Event] = []
    for each, horse in enumerate(backs):
        pots[horse] += setup.stake
        happened.append(events.backed(each, setup.racehorses[horse], setup.stake))
    race_day = state.race_day._replace(points=points, pots=tuple(pots), backs=backs)
    following, news = deal(setup, race_day, chance)
    return following, happened + news


# "All players get a hand of cards except the dealer, who gets two hands"


def deal(setup: Setup, race_day: RaceDay, chance: Chance) -> tuple[Choosing, list[Event]]:
    """Deal all cards one by one from the dealer's left; the spare hand comes after the dealer's own."""
    seats = len(race_day.points)
    order = shuffled(chance, range(PACK))
    dealt = [order[place :: seats + 1] for place in range(seats + 1)]
    by_seat = [dealt[(seat - race_day.dealer - 1) % seats] for seat in range(seats)]
    hands = tuple([hand_of(cards) for cards in by_seat])
    happened: list[Event] = [
        events.dealt(seat, [setup.cards[card] for card in sorted(cards)])
        for seat, cards in enumerate(by_seat)
    ]
    return Choosing(race_day=race_day, hands=hands, spare=hand_of(dealt[-1])), happened


# "He may reject this hand, placing it face down to one side, and taking up the spare hand"


def choose_hand(setup: Setup, state: Choosing, action: Take) -> tuple[State, list[Event]]:
    """Let the dealer keep the own hand, or swap it for good."""
    if action.take == "own":
        return Offering(race_day=state.race_day, hands=state.hands, spare=state.spare), []
    dealer = state.race_day.dealer
    following, news = take_spare(setup, state, dealer)
    return following, [events.swapped(dealer), *news]


# "He may auction the spare hand to the highest bidder"


def offer(state: Offering, action: Auction) -> tuple[State, list[Event]]:
    """Open the auction, the dealer's left bidding first, or begin to play."""
    if not action.open:
        return leave_spare(state), []
    seats = len(state.hands)
    bidders = tuple([(state.race_day.dealer + step) % seats for step in range(1, seats)])
    bidding = Bidding(race_day=state.race_day, hands=state.hands, spare=state.spare, best=0, bidders=bidders)
    return bidding, [events.auction_opened()]


def least_bid(state: Bidding) -> int:
    """Return what a bid has to be at least: more than the best one."""
    return state.best + 1


def most_bid(state: Bidding) -> int:
    """Return the points of the seat that bids next."""
    return state.race_day.points[state.bidders[0]]


@dataclass(frozen=True, slots=True)
class Bids(Choices[Bid]):
    """A pass, or any whole number of points from `least` to `most`; only the pass if `most` is lower."""

    least: int
    most: int

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Bid):
            return False
        return action.points is None or self.least <= action.points <= self.most

    def sample(self, chance: Chance) -> Bid:
        """Draw a pass or a bid, then by how much it tops the best one, each evenly and within reason."""
        if self.most < self.least or chance.below(2):
            return PASS
        return Bid(self.least + chance.below(min(RAISE, self.most - self.least + 1)))


def bid(setup: Setup, state: Bidding, seat: Seat, action: Bid) -> tuple[State, list[Event]]:
    """Raise or pass; the hand is sold when all others have passed, and lies when all have."""
    best, bidders = state.best, state.bidders[1:]
    if action.points is not None:
        if action.points < (least := least_bid(state)):
            raise IllegalAction(Refusal.BID_TOO_LOW, points=action.points, least=least)
        if action.points > (most := most_bid(state)):
            raise IllegalAction(Refusal.BID_TOO_HIGH, points=action.points, most=most)
        best, bidders = action.points, (*bidders, seat)
    happened: list[Event] = [events.bid(seat, action.points)]
    if not bidders:
        return leave_spare(state), happened
    if len(bidders) == 1 and best:
        following, news = sell(setup, state, bidders[0], best)
        return following, happened + news
    return state._replace(best=best, bidders=bidders), happened


def sell(setup: Setup, state: Bidding, buyer: Seat, price: int) -> tuple[State, list[Event]]:
    """Let the highest bidder pay the dealer and play with the spare hand."""
    race_day = state.race_day
    points = list(race_day.points)
    points[buyer] -= price
    points[race_day.dealer] += price
    paid = state._replace(race_day=race_day._replace(points=tuple(points)))
    following, news = take_spare(setup, paid, buyer)
    return following, [events.sold(race_day.dealer, price, buyer), *news]


# "Play now starts with the player to the dealer's left"


def take_spare(setup: Setup, state: Choosing | Bidding, seat: Seat) -> tuple[Playing, list[Event]]:
    """Let a seat lay its hand down and take up the spare one; then play starts."""
    hands = replaced(state.hands, seat, state.spare)
    playing = begin_play(state.race_day, hands, down=state.hands[seat], discarder=seat)
    return playing, [events.taken(seat, setup.named(state.spare))]


def leave_spare(state: Offering | Bidding) -> Playing:
    """Start play with the spare hand face down, which nobody has seen."""
    return begin_play(state.race_day, state.hands, down=state.spare, discarder=None)


def begin_play(race_day: RaceDay, hands: tuple[Hand, ...], down: Hand, discarder: Seat | None) -> Playing:
    """Give the lead to the dealer's left; nothing is played yet."""
    leader = left_of(race_day.dealer, len(hands))
    return Playing(race_day, hands, down, discarder, plays=(), wanted=None, to_act=(leader,))
