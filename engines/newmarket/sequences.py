"""The play of Newmarket, as the booklet goes on: leads, sequences, racehorses, the end of a deal.

Every function takes a state and returns the next one with the events; guards raise IllegalAction before
anything is made. Comments name what part of the booklet they follow.
"""

from __future__ import annotations

from engines.core import Event, IllegalAction, Seat
from engines.newmarket import events
from engines.newmarket.actions import Card, Follow, Lead
from engines.newmarket.cards import EVERY, LENGTH, LOWER, LOWER_OF_ALL, SUITS, Hand, Number, lowest
from engines.newmarket.edition import Box
from engines.newmarket.refusals import Refusal
from engines.newmarket.rules import open_deal
from engines.newmarket.state import Claim, Meeting, Over, Played, Playing, Result, State, new_tuple
from engines.parts.ranking import best
from engines.parts.tuples import replaced

# A sequence starts with the lowest card, later in a colour of the other pair


def leadable(box: Box, plays: tuple[Played, ...]) -> Hand:
    """Return all cards of the colours that may be led now: after a sequence those of the other pair."""
    return box.against[plays[-1].card // LENGTH] if plays else EVERY


def leads(box: Box, state: Playing) -> list[Number]:
    """Return the cards the leader may choose from: the lowest of each colour it may lead.

    The first lead of a deal has to be the lowest card of all; several colours may have one as low.
    """
    hand = state.hands[state.to_act[0]]
    if state.plays:
        pair = box.others[state.plays[-1].card // LENGTH]
        return [lowest(part) for suit in pair if (part := hand & suit)]
    cards = [lowest(part) for suit in SUITS if (part := hand & suit)]
    least = min([card % LENGTH for card in cards])
    return [card for card in cards if card % LENGTH == least]


def number_of(box: Box, state: Playing, seat: Seat, card: Card) -> Number:
    """Return a card's number; raise IllegalAction unless it is in the seat's hand."""
    number = box.numbers.get(card)
    if number is None or not state.hands[seat] >> number & 1:
        raise IllegalAction(Refusal.CARD_NOT_IN_HAND, card=card)
    return number


def lead(box: Box, state: Playing, seat: Seat, action: Lead) -> tuple[State, list[Event]]:
    """Start a sequence."""
    card = number_of(box, state, seat, action.card)
    cards = leadable(box, state.plays)
    if not cards >> card & 1:
        colours = [name for name, suit in zip(box.colours, SUITS, strict=True) if cards & suit]
        raise IllegalAction(Refusal.WRONG_COLOUR, card=action.card, colours=colours)
    if state.hands[seat] & (LOWER if state.plays else LOWER_OF_ALL)[card]:
        allowed = [box.cards[number] for number in leads(box, state)]
        raise IllegalAction(Refusal.NOT_THE_LOWEST, card=action.card, cards=allowed)
    return play(box, state, seat, card)


# Whoever has it plays the next higher number of the colour


def follow(box: Box, state: Playing, seat: Seat, action: Follow) -> tuple[State, list[Event]]:
    """Play the next card of the sequence, or miss the call, which ends the sequence."""
    wanted = state.wanted
    assert wanted is not None, "a sequence is being played"
    if action.card == box.cards[wanted]:
        return play(box, state, seat, wanted)
    if action.card is not None:
        number_of(box, state, seat, action.card)
        raise IllegalAction(Refusal.NOT_THE_NEXT, card=action.card, wanted=box.cards[wanted])
    if not state.meeting.terms.manual:
        raise IllegalAction(Refusal.CANNOT_MISS, wanted=box.cards[wanted])
    meeting, hands, down, discarder, plays, _, _ = state
    return pass_lead(box, meeting, hands, down, discarder, plays, [])


def play(box: Box, state: Playing, seat: Seat, card: Number) -> tuple[State, list[Event]]:
    """Lay a card down, with all that it brings; then its successor is called for, or a lead is due."""
    meeting, hands, down, discarder, plays, _, _ = state
    hand = hands[seat] ^ 1 << card
    hands = replaced(hands, seat, hand)
    plays += (new_tuple(Played, (seat, card)),)
    happened = [events.played(seat, box.cards[card])]
    if card in box.horse_on:
        meeting = claim(box, meeting, seat, box.horse_on[card], happened)
    if not hand:
        return go_out(box, meeting, hands, plays[-1], happened)
    wanted = card + 1
    if wanted % LENGTH:
        bit = 1 << wanted
        for holder, other in enumerate(hands):
            if other & bit:
                fields = (meeting, hands, down, discarder, plays, wanted, (holder,))
                return new_tuple(Playing, fields), happened
    return pass_lead(box, meeting, hands, down, discarder, plays, happened)


# No-one can play: the last player leads; without a suitable card the turn passes to the right


def pass_lead(
    box: Box,
    meeting: Meeting,
    hands: tuple[Hand, ...],
    down: Hand,
    discarder: Seat | None,
    plays: tuple[Played, ...],
    happened: list[Event],
) -> tuple[State, list[Event]]:
    """Give the lead to the last player, or to the nearest at its right who can; else the deal is over."""
    suitable = leadable(box, plays)
    leader = plays[-1].seat
    for _ in hands:
        if hands[leader] & suitable:
            fields = (meeting, hands, down, discarder, plays, None, (leader,))
            return new_tuple(Playing, fields), happened
        happened.append(events.lead_passed(leader))
        leader = (leader - 1) % len(hands)
    return close(box, meeting, None, (0,) * len(hands), plays[-1], happened)


# A card that matches a racehorse card


def claim(box: Box, meeting: Meeting, seat: Seat, horse: int, happened: list[Event]) -> Meeting:
    """Let a seat take the points on a racehorse, if there are any."""
    if not (won := meeting.pots[horse]):
        return meeting
    happened.append(events.claimed(seat, box.racehorses[horse], won))
    return meeting._replace(
        points=replaced(meeting.points, seat, meeting.points[seat] + won),
        pots=replaced(meeting.pots, horse, 0),
        claims=(*meeting.claims, Claim(seat, horse, won)),
    )


# A player plays the last card in hand: the game stops immediately


def go_out(
    box: Box, meeting: Meeting, hands: tuple[Hand, ...], last: Played, happened: list[Event]
) -> tuple[State, list[Event]]:
    """Let every seat pay a point for each card left in its hand, or all it has if that is less.

    `last` is the card that emptied the winner's hand.
    """
    winner = last.seat
    happened.append(events.out(winner))
    paid = tuple([min(hand.bit_count(), points) for hand, points in zip(hands, meeting.points, strict=True)])
    happened += [events.paid(seat, winner, amount) for seat, amount in enumerate(paid) if amount]
    points = [own - amount for own, amount in zip(meeting.points, paid, strict=True)]
    points[winner] += sum(paid)
    return close(box, meeting._replace(points=tuple(points)), winner, paid, last, happened)


def close(
    box: Box,
    meeting: Meeting,
    winner: Seat | None,
    paid: tuple[int, ...],
    last: Played,
    happened: list[Event],
) -> tuple[State, list[Event]]:
    """End a deal; the next one is the left seat's, unless the game is over."""
    unclaimed = dict(zip(box.racehorses, meeting.pots, strict=True))
    happened += [events.deal_over(unclaimed), events.race_over(meeting.deal)]
    result = Result(meeting.deal, winner, meeting.claims, paid, meeting.pots, meeting.points, last)
    if is_last(box, meeting):
        happened.append(events.game_over(meeting.points, best(meeting.points)))
        return Over(meeting._replace(result=result)), happened
    following, news = open_deal(
        meeting._replace(
            deal=meeting.deal + 1,
            dealer=(meeting.dealer + 1) % len(meeting.points),
            backs=(),
            claims=(),
            result=result,
        )
    )
    return following, happened + news


# The winner: an agreed length of time, or a player has run out of chips


def is_last(box: Box, meeting: Meeting) -> bool:
    """Tell whether the game ends with this deal: all are played, time is up, or a seat cannot bet again."""
    return meeting.deal == meeting.terms.deals or meeting.time_is_up or min(meeting.points) < box.stake
