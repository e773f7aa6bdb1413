"""Bidding for the spare hand: the same buttons on a desk and under the board, and a bid that is typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.games.kit.amounts import typed_amount
from bot.games.kit.panels import BLUE, GREY, Panel
from bot.games.newmarket.english import NewmarketTexts
from bot.games.newmarket.words import spoken
from bot.games.screens import OTHER, Act, Controls, Form, Misread, Press
from bot.texts import Texts
from bot.ui.custom_ids import CustomId
from bot.ui.message_layout import button
from engines.newmarket.view import View

_RAISES = (0, 1, 4, 9)
"""What the buttons add to the next bid."""

_LONGEST = 6
"""Digits of a bid on a button; nobody has more points."""


def limits(view: View) -> tuple[int, int]:
    """Return the least and the most the next bidder may bid."""
    return view.best + 1, view.points[view.bidders[0]]


def rows(view: View, control: Callable[[str], CustomId], t: Texts) -> Sequence[Controls]:
    """Offer the next bid, a few raises, another bid if there is one, and the pass."""
    least, most = limits(view)
    amounts = [least + more for more in _RAISES if least + more <= most]
    bids = [
        button(control(f"bid.{points}"), spoken(t).bid(points), GREY if more else BLUE)
        for more, points in enumerate(amounts)
    ]
    if most - least >= len(amounts):
        bids.append(button(control(f"bid.{OTHER}"), spoken(t).other_bid))
    passing = (button(control("bid.pass"), spoken(t).passing),)
    return [bids, passing] if bids else [passing]


class Bids(Panel[NewmarketTexts]):
    """A bid for the spare hand, or a pass."""

    def rows(self) -> Sequence[Controls]:
        """Offer bids and the pass."""
        return rows(self.view, self.seating.control, self.t)

    def form(self, press: Press) -> Form | None:
        """Ask for a bid to be typed."""
        if press.parts[0] != "bid":
            return None
        hint = self.words.bid_hint(*limits(self.view))
        return Form("bid.points", self.words.bid_title, self.words.bid_label, hint)

    def pressed(self, press: Press) -> Act:
        """Say what was bid."""
        match press.parts:
            case ("bid", "pass"):
                return Act({"type": "bid", "points": None})
            case ("bid", "points"):
                return Act({"type": "bid", "points": self._typed(press)})
            case ("bid", points) if points.isdecimal() and len(points) <= _LONGEST:
                return Act({"type": "bid", "points": int(points)})
        raise self.unknown()

    def _typed(self, press: Press) -> int:
        least, most = limits(self.view)
        points = typed_amount("".join(press.values), least, most)
        if points is None:
            raise Misread(self.words.bid_wrong(least, most))
        return points
