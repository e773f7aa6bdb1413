"""A hint at Newmarket: what the steady player would back, take, bid or lead, and why."""

from __future__ import annotations

from itertools import count, takewhile

from bot.games.newmarket.english import NewmarketTexts
from bot.games.screens import Seating
from engines.newmarket.actions import Action, Auction, Back, Bid, Card, Lead, Take
from engines.newmarket.rules import Bids
from engines.newmarket.steady import colour, gain, number
from engines.newmarket.view import View


def hint(seating: Seating, action: Action, words: NewmarketTexts) -> str:
    """Say what the steady player would do, and why."""
    view: View = seating.view
    match action:
        case Back(horse=horse):
            return words.hint_back(horse)
        case Take(take=take):
            return words.hint_swap(gain(view)) if take == "spare" else words.hint_keep
        case Auction():
            return words.hint_auction
        case Bid(points=None):
            bids: Bids = seating.choices
            return words.hint_pass(gain(view), is_poor=bids.most - view.stake < bids.least)
        case Bid(points=int(points)):
            return words.hint_bid(points, gain(view))
        case Lead(card=card):
            own = view.own
            assert own is not None
            return words.hint_lead(card, len(_run(card, own.hand)), is_only=len(own.leads) == 1)
    assert seating.game is not None
    return words.hint(words.label(seating.game.dump_action(action)))


def _run(card: Card, hand: tuple[Card, ...]) -> list[str]:
    """Return the cards of a hand that follow a card without a gap."""
    following = (f"{colour(card)}{value}" for value in count(number(card) + 1))
    return list(takewhile(lambda each: each in hand, following))
