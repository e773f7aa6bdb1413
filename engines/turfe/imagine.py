"""A whole game of Turfe that looks exactly like a view to its seat, with the hidden part drawn at random."""

from __future__ import annotations

from collections.abc import Iterable

from engines.core import Chance, Seat, pick, shuffled
from engines.parts.imagining import decided
from engines.parts.pack import without
from engines.parts.tuples import removed
from engines.turfe.actions import Bet, Card
from engines.turfe.bets import Bets
from engines.turfe.edition import Setup
from engines.turfe.rules import in_order
from engines.turfe.state import Betting, Hand, Over, RaceDay, Racing, State
from engines.turfe.view import Own, Phase, View


def imagine(setup: Setup, view: View, chance: Chance) -> State:
    """Deal the cards nobody has shown to the other hands, and draw bets that agree with them."""
    race_day = RaceDay(view.races, view.race, view.banker, view.money, view.pot, view.result)
    unseen = shuffled(chance, without(setup.packs[view.seats], known_cards(view)))
    match view.phase:
        case Phase.BETTING:
            return betting(setup, view, race_day, unseen, chance)
        case Phase.RACING:
            return racing(setup, view, race_day, unseen, chance)
        case Phase.OVER:
            return Over(race_day)


def known_cards(view: View) -> Iterable[Card]:
    """Yield every card that the seat of a view can see."""
    own = view.own or Own((), None, None)
    yield from own.hand
    yield from (laid.card for laid in view.pile)
    yield from (card for card in (own.aside, view.flipped, *view.shown) if card is not None)


def betting(setup: Setup, view: View, race_day: RaceDay, unseen: list[Card], chance: Chance) -> Betting:
    """Draw the other hands, and for who has bet a bet that its hand allows."""
    hands: list[Hand] = []
    placed: list[Bet | None] = []
    for seat, count in enumerate(view.card_counts):
        if view.own and seat == view.seat:
            hand, bet = view.own.hand, view.own.bet
        else:
            hand, bet = in_order(setup, [unseen.pop() for _ in range(count)]), None
            if view.has_bet[seat]:
                bet = Bets(setup, hand, view.money[seat]).sample(chance)
                hand = removed(hand, bet.card) if bet.card else hand
        hands.append(hand)
        placed.append(bet)
    return Betting(race_day, tuple(hands), tuple(placed), view.to_act)


def racing(setup: Setup, view: View, race_day: RaceDay, unseen: list[Card], chance: Chance) -> Racing:
    """Draw the cards that lie aside, then the hands and what is left to flip."""
    asides = hidden_asides(setup, view, unseen)
    hands = [
        view.own.hand
        if view.own and seat == view.seat
        else in_order(setup, [unseen.pop() for _ in range(count - (asides[seat] is not None))])
        for seat, count in enumerate(view.card_counts)
    ]
    return Racing(
        race_day,
        tuple(hands),
        asides,
        bets=hidden_bets(setup, view, asides, chance),
        pile=view.pile,
        stock=tuple(unseen),
        flipped=view.flipped,
        cells=tuple([cell for cell in map(setup.course.cell, view.places) if cell is not None]),
        home=view.home,
        to_act=(view.to_act[0],),
        last=view.last,
        recent=view.recent,
    )


def hidden_asides(setup: Setup, view: View, unseen: list[Card]) -> tuple[Card | None, ...]:
    """Take from `unseen` a coloured card for every other seat that has one face down for its bet.

    Who has played a coloured card from the hand must have one; any other may do without, if no coloured card
    is left for it: then it never had any.
    """
    own = view.own.aside if view.own else None
    asides = [own if seat == view.seat else None for seat in range(view.seats)]
    coloured = {laid.seat for laid in view.pile if setup.faces[laid.card].horse is not None}
    waiting = [
        seat
        for seat in range(view.seats)
        if seat != view.seat and view.has_bet[seat] and view.shown[seat] is None and view.card_counts[seat]
    ]
    for seat in sorted(waiting, key=lambda seat: seat not in coloured):
        asides[seat] = next((card for card in unseen if setup.faces[card].horse is not None), None)
        if (card := asides[seat]) is not None:
            unseen.remove(card)
    return tuple(asides)


def hidden_bets(
    setup: Setup, view: View, asides: tuple[Card | None, ...], chance: Chance
) -> tuple[Bet | None, ...]:
    """Return bets of the kinds and stakes shown, on the horses that the cards laid aside name."""

    def any_bet(seat: Seat) -> Bet:
        stake, card = view.stakes[seat], asides[seat] or view.shown[seat]
        assert stake is not None
        number = setup.faces[card].horse if card else None
        horse = pick(chance, setup.horses) if number is None else setup.horses[number]
        return Bet(stake.kind, horse, stake.stake, card)

    return decided(view.has_bet, {view.seat: view.own.bet} if view.own else {}, any_bet)
