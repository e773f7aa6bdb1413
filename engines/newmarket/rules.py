"""The rules of Newmarket up to the first card, from the top of the booklet; `sequences` has the play.

Every function takes a state and returns the next one with the events; guards raise IllegalAction before
anything is drawn or made. Comments name what part of the booklet they follow.
"""

from __future__ import annotations

from engines.core import Chance, Event, IllegalAction, Refusal, Seat, shuffled
from engines.newmarket import events, refusals
from engines.newmarket.actions import Auction, Back, Bid, Take
from engines.newmarket.cards import PACK, Hand, hand_of
from engines.newmarket.edition import Box
from engines.newmarket.state import (
    Backing,
    Bidding,
    Choosing,
    Meeting,
    Offering,
    Over,
    Playing,
    State,
    Terms,
    new_tuple,
)
from engines.parts.tuples import replaced

# Before the game: everyone gets betting chips


def open_meeting(box: Box, terms: Terms, seats: int, chance: Chance) -> tuple[Backing, list[Event]]:
    """Give every seat its points, draw the first dealer and open the first deal."""
    meeting = Meeting(
        terms=terms,
        deal=1,
        dealer=chance.below(seats),
        points=(box.points,) * seats,
        pots=(0,) * len(box.racehorses),
        backs=(),
        claims=(),
        time_is_up=False,
        result=None,
    )
    return open_deal(meeting)


def open_deal(meeting: Meeting) -> tuple[Backing, list[Event]]:
    """Open the deal that `meeting` names: everyone has to back a racehorse."""
    seats = len(meeting.points)
    state = Backing(meeting, (None,) * seats, tuple(range(seats)))
    return state, [events.race_started(meeting.deal, meeting.dealer)]


# Each round of play: before looking at their cards, players place a bet


def back(box: Box, state: Backing, seat: Seat, action: Back, chance: Chance) -> tuple[State, list[Event]]:
    """Note what a seat backs; when all have, the stakes are shown and the cards dealt."""
    if action.horse not in box.racehorses:
        raise IllegalAction(refusals.Refusal.UNKNOWN_HORSE, horse=action.horse, horses=list(box.racehorses))
    backed = replaced(state.backed, seat, box.racehorses.index(action.horse))
    if waiting := tuple([other for other in state.to_act if other != seat]):
        return new_tuple(Backing, (state.meeting, backed, waiting)), []
    meeting, happened = stakes_shown(
        box, state.meeting, tuple([horse for horse in backed if horse is not None])
    )
    following, news = deal(box, meeting, chance)
    return following, happened + news


def stakes_shown(box: Box, meeting: Meeting, backs: tuple[int, ...]) -> tuple[Meeting, list[Event]]:
    """Move every seat's stake onto the horse it backs, where what was left unclaimed may already lie."""
    pots = list(meeting.pots)
    for horse in backs:
        pots[horse] += box.stake
    points = tuple([each - box.stake for each in meeting.points])
    happened = [events.backed(seat, box.racehorses[horse], box.stake) for seat, horse in enumerate(backs)]
    return meeting._replace(points=points, pots=tuple(pots), backs=backs), happened


def deal(box: Box, meeting: Meeting, chance: Chance) -> tuple[Choosing, list[Event]]:
    """Deal all cards one by one from the dealer's left; the spare hand comes after the dealer's own."""
    seats = len(meeting.points)
    order = shuffled(chance, range(PACK))
    dealt = [order[place :: seats + 1] for place in range(seats + 1)]
    spare = hand_of(dealt.pop())
    by_seat = [dealt[(seat - meeting.dealer - 1) % seats] for seat in range(seats)]
    happened = [
        events.dealt(seat, [box.cards[card] for card in sorted(cards)]) for seat, cards in enumerate(by_seat)
    ]
    return Choosing(meeting, tuple([hand_of(cards) for cards in by_seat]), spare), happened


# Players now look at their hands: the dealer may take the spare one, or auction it


def choose_hand(box: Box, state: Choosing, action: Take) -> tuple[State, list[Event]]:
    """Let the dealer keep the own hand, or swap it for good."""
    meeting, hands, spare = state
    if action.take == "own":
        return Offering(meeting, hands, spare), []
    following, news = take_spare(box, state, meeting.dealer)
    return following, [events.swapped(meeting.dealer), *news]


def offer(state: Offering, action: Auction) -> tuple[State, list[Event]]:
    """Open the auction, the dealer's left bidding first, or begin to play."""
    meeting, hands, spare = state
    if not action.open:
        return first_lead(meeting, hands, spare, None), []
    seats = len(hands)
    bidders = tuple([(meeting.dealer + step) % seats for step in range(1, seats)])
    return Bidding(meeting, hands, spare, 0, bidders), [events.auction_opened()]


def least_bid(state: Bidding) -> int:
    """Return what a bid has to be at least: more than the best one."""
    return state.best + 1


def most_bid(state: Bidding) -> int:
    """Return the points of the seat that bids next."""
    return state.meeting.points[state.bidders[0]]


def bid(box: Box, state: Bidding, seat: Seat, action: Bid) -> tuple[State, list[Event]]:
    """Raise or pass; the hand is sold when all others have passed, and lies when all have."""
    meeting, hands, spare, best, (_, *others) = state
    happened = [events.bid(seat, action.points)]
    if action.points is not None:
        check_bid(state, action.points)
        best = action.points
        others.append(seat)
    if not others:
        return first_lead(meeting, hands, spare, None), happened
    if len(others) == 1 and best:
        following, news = sell(box, state, others[0], best)
        return following, happened + news
    return Bidding(meeting, hands, spare, best, tuple(others)), happened


def check_bid(state: Bidding, points: int) -> None:
    """Raise IllegalAction unless the next bidder may bid `points`."""
    if points < (least := least_bid(state)):
        raise IllegalAction(refusals.Refusal.BID_TOO_LOW, points=points, least=least)
    if points > (most := most_bid(state)):
        raise IllegalAction(refusals.Refusal.BID_TOO_HIGH, points=points, most=most)


def sell(box: Box, state: Bidding, buyer: Seat, price: int) -> tuple[State, list[Event]]:
    """Let the highest bidder pay the dealer and play with the spare hand."""
    meeting = state.meeting
    points = list(meeting.points)
    points[buyer] -= price
    points[meeting.dealer] += price
    paid = state._replace(meeting=meeting._replace(points=tuple(points)))
    following, news = take_spare(box, paid, buyer)
    return following, [events.sold(meeting.dealer, price, buyer), *news]


def take_spare(box: Box, state: Choosing | Bidding, seat: Seat) -> tuple[Playing, list[Event]]:
    """Let a seat lay its hand down and take up the spare one; then play starts."""
    hands = replaced(state.hands, seat, state.spare)
    news = [events.taken(seat, box.named(state.spare))]
    return first_lead(state.meeting, hands, state.hands[seat], seat), news


# Play now starts with the player to the dealer's left


def first_lead(meeting: Meeting, hands: tuple[Hand, ...], down: Hand, discarder: Seat | None) -> Playing:
    """Give the lead to the dealer's left; nothing is played yet."""
    leader = (meeting.dealer + 1) % len(hands)
    return Playing(meeting, hands, down, discarder, (), None, (leader,))


# The winner: after an agreed length of time


def end_time(state: State) -> State:
    """Note that the time is over, so that the deal in progress is the last one."""
    meeting = state.meeting
    if isinstance(state, Over):
        raise IllegalAction(Refusal.GAME_OVER)
    if meeting.terms.minutes is None:
        raise IllegalAction(refusals.Refusal.NO_TIME_LIMIT)
    if meeting.time_is_up:
        raise IllegalAction(refusals.Refusal.TIME_IS_UP)
    return state._replace(meeting=meeting._replace(time_is_up=True))
