"""The play of Newmarket, as the booklet goes on from `rules`: leads, sequences, racehorses; `ends` has the rest.

Every function takes a state and returns the next one with the events; guards raise IllegalAction before
anything is made. Headings are the booklet's words.
"""

from __future__ import annotations

from engines.core import Event, IllegalAction, Seat
from engines.newmarket import events
from engines.newmarket.actions import Card, Follow, Lead, Refusal
from engines.newmarket.cards import BITS, EVERY, LENGTH, LOWER, LOWER_OF_ALL, SUITS, Hand, Number, lowest
from engines.newmarket.edition import Setup
from engines.newmarket.ends import close, go_out
from engines.newmarket.state import Claim, Played, Playing, RaceDay, State, Terms
from engines.parts.tuples import replaced

# "He must start with the lowest card in his hand"; then "a card in a different colour combination"


def leadable(setup: Setup, plays: tuple[Played, ...]) -> Hand:
    """Return all cards of the colours that may be led now: after a sequence those of the other pair."""
    return setup.against[plays[-1].card // LENGTH] if plays else EVERY


def leads(setup: Setup, state: Playing) -> list[Number]:
    """Return the cards the leader may choose from: the lowest of each colour it may lead.

    The first lead of a deal has to be the lowest card of all; several colours may have one as low.
    """
    hand = state.hands[state.to_act[0]]
    if state.plays:
        pair = setup.others[state.plays[-1].card // LENGTH]
        return [lowest(part) for suit in pair if (part := hand & suit)]
    cards = [lowest(part) for suit in SUITS if (part := hand & suit)]
    least = min([card % LENGTH for card in cards])
    return [card for card in cards if card % LENGTH == least]


def lead(setup: Setup, state: Playing, seat: Seat, action: Lead) -> tuple[State, list[Event]]:
    """Start a sequence."""
    card = number_of(setup, state, seat, action.card)
    cards = leadable(setup, state.plays)
    if not cards & BITS[card]:
        raise IllegalAction(Refusal.WRONG_COLOUR, card=action.card, colours=list(setup.colours_in(cards)))
    if state.hands[seat] & (LOWER if state.plays else LOWER_OF_ALL)[card]:
        allowed = [setup.cards[number] for number in leads(setup, state)]
        raise IllegalAction(Refusal.NOT_THE_LOWEST, card=action.card, cards=allowed)
    return play(setup, state, seat, card)


def number_of(setup: Setup, state: Playing, seat: Seat, card: Card) -> Number:
    """Return a card's number; raise IllegalAction unless it is in the seat's hand."""
    number = setup.numbers.get(card)
    if number is None or not state.hands[seat] & BITS[number]:
        raise IllegalAction(Refusal.CARD_NOT_IN_HAND, card=card)
    return number


# "The next higher number in the same colour"


def follow(setup: Setup, state: Playing, seat: Seat, action: Follow) -> tuple[State, list[Event]]:
    """Play the next card of the sequence. A refusal depends on the seat's own hand alone."""
    wanted = state.wanted
    assert wanted is not None, "a sequence is being played"
    card = number_of(setup, state, seat, action.card)
    if card != wanted:
        raise IllegalAction(Refusal.NOT_THE_NEXT, card=action.card, wanted=setup.cards[wanted])
    return play(setup, state, seat, card)


# "Missing a card in a sequence. If this happens, too bad!"


def miss(setup: Setup, state: Playing) -> tuple[State, list[Event]]:
    """End the sequence whose next card nobody called; the last player leads on."""
    return pass_lead(setup, state._replace(wanted=None, to_act=(state.plays[-1].seat,)), [])


def play(setup: Setup, state: Playing, seat: Seat, card: Number) -> tuple[State, list[Event]]:
    """Lay a card down, with all that it brings; then the next card is called for, or a lead is due."""
    race_day = state.race_day
    happened: list[Event] = [events.played(seat, setup.cards[card])]
    if card in setup.horse_on:
        race_day, news = claim(setup, race_day, seat, setup.horse_on[card])
        happened += news
    hands = replaced(state.hands, seat, state.hands[seat] ^ BITS[card])
    called = called_after(card, hands, race_day.terms)
    following = Playing.__new__(  # with names twice as fast as the class itself
        Playing,
        race_day=race_day,
        hands=hands,
        down=state.down,
        discarder=state.discarder,
        plays=(*state.plays, Played(seat, card)),
        wanted=card + 1 if called else None,
        to_act=called or (seat,),
    )
    if not hands[seat]:
        return go_out(setup, following, happened)
    return (following, happened) if called else pass_lead(setup, following, happened)


def called_after(card: Number, hands: tuple[Hand, ...], terms: Terms) -> tuple[Seat, ...]:
    """Return the seats that are called upon for the next higher number of the colour; none after the last.

    Where the table plays sequences that is the holder, or nobody. Where players call, it is every seat, whether
    anybody holds the card or not: whom a call goes to tells nothing.
    """
    if not (card + 1) % LENGTH:
        return ()
    if terms.manual:
        return tuple(range(len(hands)))
    bit = BITS[card + 1]
    for seat, hand in enumerate(hands):
        if hand & bit:
            return (seat,)
    return ()


# "The turn passes to the player to the right … If no player has a suitable card, the game ends"


def pass_lead(setup: Setup, state: Playing, before: list[Event]) -> tuple[State, list[Event]]:
    """Leave the lead to who has it, or give it to the nearest at the right who can; else the deal is over."""
    suitable, seats = leadable(setup, state.plays), len(state.hands)
    (leader,) = state.to_act
    if state.hands[leader] & suitable:
        return state, before
    happened: list[Event] = [*before, events.lead_passed(leader)]
    for step in range(1, seats):
        other = (leader - step) % seats
        if state.hands[other] & suitable:
            return state._replace(to_act=(other,)), happened
        happened.append(events.lead_passed(other))
    return close(setup, state, None, (0,) * seats, happened)


# "A card is played which matches the colour and number of a racehorse card"


def claim(setup: Setup, race_day: RaceDay, seat: Seat, horse: int) -> tuple[RaceDay, list[Event]]:
    """Let a seat take the points on a racehorse, if there are any."""
    if not (won := race_day.pots[horse]):
        return race_day, []
    following = race_day._replace(
        points=replaced(race_day.points, seat, race_day.points[seat] + won),
        pots=replaced(race_day.pots, horse, 0),
        claims=(*race_day.claims, Claim(seat, horse, won)),
    )
    return following, [events.claimed(seat, setup.racehorses[horse], won)]
