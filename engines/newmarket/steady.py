"""A steady player of Newmarket: wants hands that pay, leads where it goes on itself, and calls all its cards.

Before cards are seen every racehorse is as good; it backs any. It counts what a hand is worth by the points on
the racehorses in it, and by how many cards it would be rid of.
"""

from __future__ import annotations

from typing import Final

from engines.core import Chance, Choices, pick
from engines.newmarket.actions import Action, Auction, Back, Bid, Card, Follow, Lead, Take
from engines.newmarket.rules import Bids
from engines.newmarket.view import Phase, View

LENGTH: Final = 13
"""Cards of each colour."""

CLAIM_CHANCE: Final = (2, 3)
"""How often a racehorse's card in hand gets played before the deal is over."""

FEW: Final = 2
"""Points that it is worth to hold one card less than the others."""


class SteadyNewmarket:
    """Plays to a plain plan, legally, and bids no more than a better hand brings."""

    def decide(self, view: View, choices: Choices[Action], chance: Chance) -> Action:
        """Return what `choices` ask for in the phase of `view`."""
        match view.phase:
            case Phase.BACKING:
                return Back(pick(chance, view.racehorses))
            case Phase.CHOOSING:
                return Take("spare" if gain(view) > 0 else "own")
            case Phase.OFFERING:
                return Auction(True)
            case Phase.BIDDING if isinstance(choices, Bids):
                return best_bid(view, choices)
            case Phase.LEADING:
                leads = view.own.leads if view.own else ()
                return Lead(max(leads, key=lambda card: prospect(view, card)))
            case Phase.CALLING if view.wanted is not None:
                return Follow(view.wanted)
        return choices.sample(chance)


def number(card: Card) -> int:
    """Return the number printed on a card."""
    return int(card.lstrip("abcdefghijklmnopqrstuvwxyz"))


def colour(card: Card) -> str:
    """Return the colour of a card."""
    return card.rstrip("0123456789")


def worth(view: View, cards: tuple[Card, ...]) -> int:
    """Return the points on the racehorses whose cards are among `cards`."""
    return sum(pot for horse, pot in zip(view.racehorses, view.pots, strict=True) if horse in cards)


def gain(view: View) -> int:
    """Return how many points an unknown hand is expected to bring more than the own one."""
    own = view.own.hand if view.own else ()
    unseen = 4 * LENGTH - len(own)
    claims, tries = CLAIM_CHANCE
    hidden = (sum(view.pots) - worth(view, own)) * view.down_count // unseen
    fewer = len(own) - view.down_count
    return (hidden - worth(view, own)) * claims // tries + FEW * fewer


def best_bid(view: View, choices: Bids) -> Bid:
    """Raise by one while the spare hand is worth twice as much, keeping a stake for the next deal."""
    most = min(gain(view) // 2, choices.most - view.stake)
    return Bid(choices.least if choices.least <= most else None)


def prospect(view: View, card: Card) -> float:
    """Return what a sequence led with `card` is expected to bring, in cards and points of the own hand.

    It goes on with what the seat holds for certain, with cards unseen as likely as they are not face down.
    """
    own = view.own.hand if view.own else ()
    discarded = view.own.discarded if view.own else ()
    gone = {shown.card for shown in view.plays}.union(discarded)
    unseen = 4 * LENGTH - len(own) - len(gone)
    alive = 1.0 if discarded or not unseen else 1 - view.down_count / unseen
    reached, total = 1.0, 0.0
    for value in range(number(card), LENGTH + 1):
        following = Card(f"{colour(card)}{value}")
        if following in gone:
            break
        if following in own:
            total += reached * (FEW + worth(view, (following,)) / 2)
        else:
            reached *= alive
            total -= reached * (1 + worth(view, (following,)) / 8)
    return total
