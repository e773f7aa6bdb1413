"""Bidding for the spare hand: the same buttons on a desk and under the board, and a bid that is typed."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.kit.amounts import typed_amount
from bot.games.kit.panels import RED, Panel
from bot.games.newmarket.english import NewmarketTexts
from bot.games.screens import OTHER, Act, Controls, Drafted, Form, Misread, Press
from engines.newmarket.view import View

_RAISES = (0, 1, 4, 9)
"""What the buttons add to the next bid."""

SURE = "sure"
"""The field of the draft that has a bid which was pressed once, and the end of the address that makes it."""

_LONGEST = 6
"""Digits of a bid on a button; nobody has more points."""


def limits(view: View) -> tuple[int, int]:
    """Return the least and the most the next bidder may bid."""
    return view.best + 1, view.points[view.bidders[0]]


class Bids(Panel[NewmarketTexts]):
    """A bid for the spare hand, or a pass. A bid that leaves too little for another deal is asked for once more."""

    def controls(self) -> Sequence[Controls]:
        """Offer the next bid, a few raises, another bid if there is one, and the pass."""
        least, most = limits(self.view)
        amounts = [least + more for more in _RAISES if least + more <= most]
        bids = [self.button(f"bid.{points}", self.words.bid(points)) for points in amounts]
        if most - least >= len(amounts):
            bids.append(self.button(f"bid.{OTHER}", self.words.other_bid))
        passing = (self.button("bid.pass", self.words.passing),)
        return [row for row in (self._sure(), bids, passing) if row]

    def _sure(self) -> Controls:
        """Offer to make the bid that was pressed once; the draft is the bidder's own, so nobody else sees it."""
        points = self.draft.get(SURE)
        if points is None:
            return ()
        return (self.button(f"bid.{SURE}", self.words.bid_all(points, limits(self.view)[1]), RED),)

    def form(self, press: Press) -> Form | None:
        """Ask for a bid to be typed."""
        if press.parts[0] != "bid":
            return None
        hint = self.words.bid_hint(*limits(self.view))
        return Form("bid.points", self.words.bid_title, self.words.bid_label, hint)

    def pressed(self, press: Press) -> Act | Drafted:
        """Say what was bid."""
        match press.parts:
            case ("bid", "pass"):
                return Act({"type": "bid", "points": None})
            case ("bid", "points"):
                return self._bid(self._typed(press))
            case ("bid", "sure") if SURE in self.draft:
                return Act({"type": "bid", "points": self.draft[SURE]})
            case ("bid", points) if points.isdecimal() and len(points) <= _LONGEST:
                return self._bid(int(points))
        raise Misread

    def _bid(self, points: int) -> Act | Drafted:
        """Bid, or first ask the bidder on the desk."""
        least, most = limits(self.view)
        if least <= points <= most and most - points < self.view.stake:
            return Drafted({SURE: points}, self.words.ask_bid_all(points, most))
        return Act({"type": "bid", "points": points})

    def _typed(self, press: Press) -> int:
        least, most = limits(self.view)
        points = typed_amount("".join(press.values), least, most)
        if points is None:
            raise Misread(self.words.bid_wrong(least, most))
        return points
