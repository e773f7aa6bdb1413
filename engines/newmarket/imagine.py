"""A whole game of Newmarket that looks exactly like a view to its seat, with the hidden part drawn at random.

Hands are drawn so that they could have been played as the table has seen: a lead shows the lowest card, a pass shows a
void. All that follows from the cards played and the rules, so it is open to every seat with a good memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from engines.core import Chance, Seat, shuffled
from engines.newmarket.cards import EVERY, LENGTH, LOWER, LOWER_OF_ALL, SUITS, Hand, Number, cards_in, hand_of
from engines.newmarket.edition import Setup
from engines.newmarket.state import (
    Backing,
    Bidding,
    Choosing,
    Claim,
    Offering,
    Over,
    Played,
    Playing,
    RaceDay,
    Result,
    State,
    Terms,
)
from engines.newmarket.view import Claimed, Dealt, Phase, Shown, View
from engines.parts.imagining import decided


def imagine(setup: Setup, view: View, chance: Chance) -> State:
    """Draw the hands, the spare hand and the backed horses that `view` does not show."""
    race_day = race_day_of(setup, view)
    if view.phase is Phase.OVER:
        return Over(race_day)
    if view.phase is Phase.BACKING:
        own = {view.seat: setup.racehorses.index(view.own.horse)} if view.own and view.own.horse else {}
        backed = decided(view.has_backed, own, lambda _: chance.below(len(setup.racehorses)))
        return Backing(race_day, backed, view.to_act)
    *held, down = hidden_hands(setup, view, chance)
    hands = tuple(held)
    match view.phase:
        case Phase.CHOOSING:
            return Choosing(race_day, hands, spare=down)
        case Phase.OFFERING:
            return Offering(race_day, hands, spare=down)
        case Phase.BIDDING:
            return Bidding(race_day, hands, spare=down, best=view.best, bidders=view.bidders)
    wanted = None if view.wanted is None else setup.numbers[view.wanted]
    acting = view.to_act
    if wanted is not None and view.calling == "auto":
        acting = ([hand >> wanted & 1 for hand in hands].index(1),)
    plays = tuple([played(setup, shown) for shown in view.plays])
    return Playing(race_day, hands, down, view.discarder, plays, wanted, to_act=acting)


def race_day_of(setup: Setup, view: View) -> RaceDay:
    """Return what a view shows of what outlasts a phase."""
    return RaceDay(
        Terms(view.deals, view.minutes, view.calling == "manual", view.window),
        view.deal,
        view.dealer,
        view.points,
        view.pots,
        backs=tuple([setup.racehorses.index(horse) for horse in view.backed if horse is not None]),
        claims=claims(setup, view.claims),
        time_is_up=view.time_is_up,
        result=result_of(setup, view.result) if view.result else None,
    )


def result_of(setup: Setup, dealt: Dealt) -> Result:
    """Return a finished deal with racehorses and card by number."""
    made, last = claims(setup, dealt.claims), played(setup, dealt.last)
    return Result(dealt.deal, dealt.out, made, dealt.paid, dealt.unclaimed, dealt.points, last)


def played(setup: Setup, shown: Shown) -> Played:
    """Return a card by its number, and who played it."""
    return Played(shown.seat, setup.numbers[shown.card])


def claims(setup: Setup, made: tuple[Claimed, ...]) -> tuple[Claim, ...]:
    """Return claims with the racehorses by number."""
    return tuple([Claim(each.seat, setup.racehorses.index(each.horse), each.points) for each in made])


def hidden_hands(setup: Setup, view: View, chance: Chance) -> list[Hand]:
    """Return a hand for every seat and then the one that lies face down, all of the right size.

    The seat's own is as it is; the leader has something to lead, and a card that the table plays is in a hand.
    """
    hands = [0] * (view.seats + 1)
    if view.own and view.seat is not None:
        hands[view.seat] = setup.numbered(view.own.hand)
        hands[-1] = setup.numbered(view.own.discarded)
    seen = hands[-1] | sum([1 << setup.numbers[shown.card] for shown in view.plays])
    if view.seat is not None:
        seen |= hands[view.seat]
    places = Places(setup, view, hands)
    unseen = EVERY & ~seen
    # The cards of which the leader must hold one; none while nobody leads.
    due = sum([suit for name, suit in zip(setup.colours, SUITS, strict=True) if name in view.may_lead])
    if not due or hands[view.to_act[0]]:
        drawn = places.filled(cards_in(unseen), {}, chance)
        assert drawn, "what has been seen could be played"
        return drawn
    leader = view.to_act[0]
    for card in shuffled(chance, cards_in(unseen & due & places.allowed[leader])):
        if drawn := places.filled(cards_in(unseen ^ 1 << card), {leader: card}, chance):
            return drawn
    raise AssertionError("somebody leads, so somebody could")


class Places:
    """Where cards that are not seen may be: hands by seat, then the one face down."""

    def __init__(self, setup: Setup, view: View, hands: list[Hand]) -> None:
        self.hands = hands
        counts = [*view.hand_counts, view.down_count]
        self.rooms = [0 if hand else count for hand, count in zip(hands, counts, strict=True)]
        is_held = view.calling == "auto"
        called = 1 << setup.numbers[view.wanted] if is_held and view.wanted is not None else 0
        self.allowed = [EVERY & ~cards for cards in [*excluded(setup, view), called]]

    def filled(self, cards: list[Number], given: dict[int, Number], chance: Chance) -> list[Hand]:
        """Put `cards` where they may be, beside those `given`; nothing if that cannot be.

        They are dealt out evenly; then those that cannot lie where they fell find room elsewhere.
        """
        rooms = [room - (place in given) for place, room in enumerate(self.rooms)]
        held: list[list[Number]] = [[] for _ in rooms]
        left: list[Number] = []
        dealt = shuffled(chance, [place for place, room in enumerate(rooms) for _ in range(room)])
        for card, place in zip(cards, dealt, strict=True):
            (held[place] if self.allowed[place] >> card & 1 else left).append(card)
        if not all(self.settled(card, held, dict.fromkeys(dealt), rooms) for card in left):
            return []
        for place, card in given.items():
            held[place].append(card)
        return [own or hand_of(drawn) for own, drawn in zip(self.hands, held, strict=True)]

    def settled(
        self, card: Number, held: list[list[Number]], untried: dict[int, None], rooms: list[int]
    ) -> bool:
        """Find room for one more card, moving others on if need be: a path in a bipartite matching."""
        for place in [place for place in untried if self.allowed[place] >> card & 1]:
            if place not in untried:
                continue
            del untried[place]
            if len(held[place]) < rooms[place]:
                held[place].append(card)
                return True
            for at, other in enumerate(held[place]):
                if self.settled(other, held, untried, rooms):
                    held[place][at] = card
                    return True
        return False


def excluded(setup: Setup, view: View) -> list[Hand]:
    """Return by seat the cards that its hand cannot hold, as far as the play of the deal tells."""
    plays = [(shown.seat, setup.numbers[shown.card]) for shown in view.plays]
    told: list[Hand] = [0] * view.seats
    if not plays:
        return told
    leader, first = plays[0]
    told[leader] = LOWER_OF_ALL[first]
    for (last, before), (seat, card) in pairwise(plays):
        if card // LENGTH != before // LENGTH:
            told[seat] |= LOWER[card]
            for passed in to_the_right(last, seat, view.seats):
                told[passed] |= setup.against[before // LENGTH]
    if view.phase is Phase.LEADING:
        last, before = plays[-1]
        for passed in to_the_right(last, view.to_act[0], view.seats):
            told[passed] |= setup.against[before // LENGTH]
    stopped = stoppers(plays, view.phase) if view.calling == "auto" else 0
    return [cards | stopped for cards in told]


def to_the_right(seat: Seat, end: Seat, seats: int) -> Iterator[Seat]:
    """Go through the seats from one to the right, up to but without `end`."""
    while seat != end:
        yield seat
        seat = (seat - 1) % seats


def stoppers(plays: list[tuple[Seat, int]], phase: Phase) -> Hand:
    """Return the cards that ended a sequence because no seat had them."""
    ends = [before for (_, before), (_, card) in pairwise(plays) if card // LENGTH != before // LENGTH]
    if phase is Phase.LEADING:
        ends.append(plays[-1][1])
    return sum({1 << card + 1 for card in ends if (card + 1) % LENGTH})
