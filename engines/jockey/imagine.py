"""A whole game of Jockey that looks exactly like a view to its seat, with the hidden part drawn at random."""

from __future__ import annotations

from engines.core import Chance, shuffled
from engines.jockey import bets
from engines.jockey.actions import Bet
from engines.jockey.edition import Setup
from engines.jockey.rules import in_order
from engines.jockey.state import Betting, Hand, Keeping, Over, RaceDay, Racing, State
from engines.jockey.view import Phase, View
from engines.parts.pack import without


def imagine(setup: Setup, view: View, chance: Chance) -> State:
    """Deal the cards nobody has shown to the other hands and the pile laid aside; draw bets unknown."""
    race_day = RaceDay(
        rounds=view.rounds,
        race=view.race,
        dealer=view.dealer,
        capitals=view.capitals,
        scores=view.scores,
        result=view.result,
    )
    hands, aside = hidden_cards(setup, view, chance)
    match view.phase:
        case Phase.BETTING:
            return Betting(race_day, hands, aside, hidden_bets(view, chance), view.to_act)
        case Phase.RACING:
            return Racing(
                race_day=race_day,
                hands=hands,
                aside=aside,
                bets=tuple([bet for bet in hidden_bets(view, chance) if bet is not None]),
                pile=view.pile,
                places=view.places,
                home=view.home,
                to_act=(view.to_act[0],),
                last=view.last,
                drawn=tuple(
                    [view.own.drawn if view.own and seat == view.seat else () for seat in seats(view)]
                ),
            )
        case Phase.KEEPING:
            kept = hidden_kept(setup, view, hands, chance)
            return Keeping(race_day, hands, aside, view.pile, kept, view.to_act)
        case Phase.OVER:
            return Over(race_day, hands, aside, view.pile)


def seats(view: View) -> range:
    """Return the seats of a view's table."""
    return range(view.seats)


def hidden_cards(setup: Setup, view: View, chance: Chance) -> tuple[tuple[Hand, ...], Hand]:
    """Return hands of the right sizes, the seat's own as it is, and the cards laid aside."""
    known = view.own.hand if view.own else ()
    unseen = shuffled(chance, without(setup.pack, view.pile + known))
    hands = [
        known if seat == view.seat else in_order(setup, [unseen.pop() for _ in range(view.hand_counts[seat])])
        for seat in seats(view)
    ]
    return tuple(hands), tuple(unseen)


def hidden_bets(view: View, chance: Chance) -> tuple[Bet | None, ...]:
    """Return the seat's own bet, and any legal one for each other seat that has bet."""
    return tuple(
        [
            view.own.bet
            if view.own and seat == view.seat
            else bets.described(view.horses, view.capitals[seat]).sample(chance)
            if view.has_bet[seat]
            else None
            for seat in seats(view)
        ]
    )


def hidden_kept(setup: Setup, view: View, hands: tuple[Hand, ...], chance: Chance) -> tuple[Hand | None, ...]:
    """Return the cards the seat itself keeps, and as many as known of each other seat's hand."""
    kept: list[Hand | None] = []
    for seat, count in enumerate(view.kept_counts):
        if view.own and seat == view.seat:
            kept.append(view.own.kept)
        else:
            drawn = shuffled(chance, hands[seat])[: count or 0]
            kept.append(None if count is None else in_order(setup, drawn))
    return tuple(kept)
