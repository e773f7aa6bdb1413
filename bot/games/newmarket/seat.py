"""A Newmarket desk: what it asks, the hand in words, and a button for everything that can be done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.games.kit.panels import BLUE, GREEN, GREY, Button, HandOfButtons, Panel
from bot.games.newmarket import auction
from bot.games.newmarket.english import NewmarketTexts
from bot.games.newmarket.words import spoken
from bot.games.screens import Act, Controls, Press, Seating
from bot.texts import Texts
from engines.newmarket import Back, Lead, Take
from engines.newmarket.view import Phase, View

# ------------------------------------------------------------------------------------------ what it says


def lines(seating: Seating, t: Texts) -> Sequence[str]:
    """Say what is asked and what happens next, then what the seat holds."""
    view, words = seating.view, spoken(t)
    return (
        question(view, t) if seating.choices else waiting(view, t),
        words.hand(suits(view, view.own.hand)) if view.own.hand else "",
        words.laid_down(suits(view, view.own.discarded)) if view.own.discarded else "",
        words.purse(view.points[seating.seat], view.own.horse),
    )


def waiting(view: View, t: Texts) -> str:
    """Say that nothing is asked of the seat now."""
    return spoken(t).own_backed if view.phase is Phase.BACKING else spoken(t).own_wait


def question(view: View, t: Texts) -> str:
    """Say what the seat is asked."""
    words = spoken(t)
    assert view.own is not None
    match view.phase:
        case Phase.BACKING:
            return words.own_back(view.stake)
        case Phase.CHOOSING:
            return words.own_hand(view.down_count)
        case Phase.OFFERING:
            return words.own_auction()
        case Phase.BIDDING:
            return words.own_bid(view.best, auction.limits(view)[1], view.down_count)
        case Phase.LEADING:
            return words.own_lead(view.own.leads, is_first=not view.plays)
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
            raise self.unknown()
        return super().pressed(press)


class Auctions(Panel[NewmarketTexts]):
    """Whether the spare hand is sold."""

    def rows(self) -> Sequence[Controls]:
        """Offer to sell it, or not."""
        opened = self.button("auction.open", self.words.auction, BLUE)
        return [(opened, self.button("auction.none", self.words.no_auction))]

    def pressed(self, press: Press) -> Act:
        """Say what was decided."""
        match press.parts:
            case ("auction", "open" | "none" as offer):
                return Act({"type": "auction", "open": offer == "open"})
        raise self.unknown()


class Leads(HandOfButtons[NewmarketTexts]):
    """The cards that may be led."""

    kind = "lead"
    facts = ("card",)

    def offer(self, what: str, action: Lead) -> Button:
        """Label a card."""
        return self.button(what, self.words.lead(action.card), BLUE, emoji=self.words.sign(action.card))


class Calls(Panel[NewmarketTexts]):
    """The call of a card."""

    def rows(self) -> Sequence[Controls]:
        """Offer the call by itself, so that nobody in a hurry presses the other."""
        card = self.view.wanted
        sign = self.words.sign(card)
        call = self.button(f"follow.{card}", self.words.call(card), GREEN, emoji=sign)
        return [(call,), (self.button("follow.miss", self.words.keep_quiet),)]

    def pressed(self, press: Press) -> Act:
        """Say whether the card was called."""
        match press.parts:
            case ("follow", card):
                return Act({"type": "follow", "card": None if card == "miss" else card})
        raise self.unknown()


PANELS: Mapping[str, type[Panel[NewmarketTexts]]] = {
    Phase.BACKING: Backs,
    Phase.CHOOSING: Hands,
    Phase.OFFERING: Auctions,
    Phase.BIDDING: auction.Bids,
    Phase.LEADING: Leads,
    Phase.CALLING: Calls,
}
"""How each phase asks."""
