"""Bidding for the spare hand: the same buttons on a desk and under the board, and a bid that is typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import discord

from bot.games.kit.amounts import typed_amount
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
    blue, grey = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
    bids = [
        button(control(f"bid.{points}"), spoken(t).bid(points), grey if more else blue)
        for more, points in enumerate(amounts)
    ]
    if most - least >= len(amounts):
        bids.append(button(control(f"bid.{OTHER}"), spoken(t).other_bid))
    passing = (button(control("bid.pass"), spoken(t).passing),)
    return [bids, passing] if bids else [passing]


def form(view: View, t: Texts) -> Form:
    """Ask for a bid to be typed."""
    hint = spoken(t).bid_hint(*limits(view))
    return Form("bid.points", spoken(t).bid_title, spoken(t).bid_label, hint)


def bid(view: View, press: Press, t: Texts) -> Act:
    """Say what was bid."""
    match press.parts:
        case ("bid", "pass"):
            return Act({"type": "bid", "points": None})
        case ("bid", "points"):
            return Act({"type": "bid", "points": _typed(view, press, t)})
        case ("bid", points) if points.isdecimal() and len(points) <= _LONGEST:
            return Act({"type": "bid", "points": int(points)})
    raise Misread(t.table.unknown_control)


def _typed(view: View, press: Press, t: Texts) -> int:
    least, most = limits(view)
    points = typed_amount("".join(press.values), least, most)
    if points is None:
        raise Misread(spoken(t).bid_wrong(least, most))
    return points
