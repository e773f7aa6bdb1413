"""A Newmarket desk: what it asks, the hand in words, and a button for everything that can be done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.games.kit.panels import BLUE, GREY, Button, HandOfButtons, Panel, side_by_side
from bot.games.newmarket import auction
from bot.games.newmarket.english import NewmarketTexts
from bot.games.screens import Act, Controls, Misread, Press
from engines.newmarket.actions import Back, Lead, Take
from engines.newmarket.steady import gain
from engines.newmarket.view import Phase, View

# ------------------------------------------------------------------------------------------ what it says


def question(view: View, words: NewmarketTexts) -> str:
    """Say what the seat is asked."""
    assert view.own is not None
    match view.phase:
        case Phase.BACKING:
            return words.own_back(view.stake)
        case Phase.CHOOSING:
            return words.own_hand(view.down_count)
        case Phase.OFFERING:
            return words.own_auction
        case Phase.BIDDING:
            return words.own_bid(view.best, view.down_count, gain(view) // 2)
        case Phase.LEADING:
            window = view.window if view.calling == "manual" else None
            return words.own_lead(view.own.leads, is_first=not view.plays, window=window)
    assert view.wanted is not None
    return words.own_call(view.wanted, view.window)


def suits(view: View, cards: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Sort cards by colour."""
    return [
        (colour, [card for card in cards if card.rstrip("0123456789") == colour]) for colour in view.colours
    ]


# ---------------------------------------------------------------------------------------- what it offers


class Backs(HandOfButtons[NewmarketTexts]):
    """The racehorses, with what lies on them."""

    kind = "back"
    facts = ("horse",)

    def offer(self, what: str, action: Back) -> Button:
        """Label a racehorse."""
        pot = dict(zip(self.view.racehorses, self.view.pots, strict=True))[action.horse]
        sign = self.words.sign(action.horse)
        return self.button(what, self.words.back(action.horse, pot), BLUE, emoji=sign)


class Hands(HandOfButtons[NewmarketTexts]):
    """The hand dealt, or the spare one."""

    kind = "hand"
    facts = ("take",)

    def offer(self, what: str, action: Take) -> Button:
        """Label a hand."""
        is_own = action.take == "own"
        return self.button(what, self.words.keep if is_own else self.words.swap, BLUE if is_own else GREY)

    def pressed(self, press: Press) -> Act:
        """Say which hand was chosen."""
        if press.parts[1:] not in {("own",), ("spare",)}:
            raise Misread
        return super().pressed(press)


class Auctions(Panel[NewmarketTexts]):
    """Whether the spare hand is sold."""

    def controls(self) -> Sequence[Controls]:
        """Offer to sell it, or not."""
        opened = self.button("auction.open", self.words.auction, BLUE)
        return [(opened, self.button("auction.none", self.words.no_auction))]

    def pressed(self, press: Press) -> Act:
        """Say what was decided."""
        match press.parts:
            case ("auction", "open" | "none" as offer):
                return Act({"type": "auction", "open": offer == "open"})
        raise Misread


class Leads(HandOfButtons[NewmarketTexts]):
    """The cards that may be led."""

    kind = "lead"
    facts = ("card",)

    def offer(self, what: str, action: Lead) -> Button:
        """Label a card."""
        return self.button(what, self.words.lead(action.card), BLUE, emoji=self.words.sign(action.card))


class Calls(Panel[NewmarketTexts]):
    """The whole hand, alike whether the card that is called for is in it or not: that is for its owner to notice."""

    def controls(self) -> Sequence[Controls]:
        """Offer every card in hand."""
        words = self.words
        return side_by_side(
            [
                self.button(f"follow.{card}", words.card(card), BLUE, emoji=words.sign(card))
                for card in self.view.own.hand
            ]
        )

    def pressed(self, press: Press) -> Act:
        """Say which card was called; whether it is the next one, the rules say."""
        match press.parts:
            case ("follow", card):
                return Act({"type": "follow", "card": card})
        raise Misread


PANELS: Mapping[str, type[Panel[NewmarketTexts]]] = {
    Phase.BACKING: Backs,
    Phase.CHOOSING: Hands,
    Phase.OFFERING: Auctions,
    Phase.BIDDING: auction.Bids,
    Phase.LEADING: Leads,
    Phase.CALLING: Calls,
}
"""How each phase asks."""
