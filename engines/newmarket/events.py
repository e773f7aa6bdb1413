"""What happens in Newmarket, as the race log has it: `type` first, keys always in the same order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engines.core import Private, Public, Seat
from engines.newmarket.actions import Card


def backed(seat: Seat, horse: Card, points: int) -> Public:
    """A seat has put its stake on a racehorse; told of all seats at once."""
    return Public({"type": "backed", "seat": seat, "horse": horse, "points": points})


def dealt(seat: Seat, cards: Iterable[Card]) -> Private:
    """The hand of a seat."""
    return Private({"type": "dealt", "seat": seat, "cards": list(cards)}, to=[seat])


def swapped(seat: Seat) -> Public:
    """The dealer has laid the own hand down for the spare one."""
    return Public({"type": "swapped", "seat": seat})


def auction_opened() -> Public:
    """The dealer offers the spare hand."""
    return Public({"type": "auction_opened"})


def bid(seat: Seat, points: int | None) -> Public:
    """A seat bids, or passes for good."""
    return Public({"type": "bid", "seat": seat, "points": points})


def sold(dealer: Seat, points: int, buyer: Seat) -> Public:
    """The highest bidder pays the dealer for the spare hand."""
    return Public({"type": "sold", "seat": dealer, "points": points, "to_seat": buyer})


def taken(seat: Seat, cards: Iterable[Card]) -> Private:
    """The spare hand, to who plays with it."""
    return Private({"type": "taken", "seat": seat, "cards": list(cards)}, to=[seat])


def played(seat: Seat, card: Card) -> Public:
    """A card is played, as a lead or in a sequence."""
    return Public({"type": "played", "seat": seat, "card": card})


def claimed(seat: Seat, horse: Card, points: int) -> Public:
    """Who plays a racehorse's card takes the points on it."""
    return Public({"type": "claimed", "seat": seat, "horse": horse, "points": points})


def lead_passed(seat: Seat) -> Public:
    """A seat has nothing to lead; the lead goes to its right."""
    return Public({"type": "lead_passed", "seat": seat})


def out(seat: Seat) -> Public:
    """A seat has played its last card."""
    return Public({"type": "out", "seat": seat})


def paid(seat: Seat, winner: Seat, points: int) -> Public:
    """A seat pays for the cards left in its hand."""
    return Public({"type": "paid", "from": seat, "to_seat": winner, "points": points})


def deal_over(unclaimed: Mapping[Card, int]) -> Public:
    """A deal ends; what is on the racehorses stays there."""
    return Public({"type": "deal_over", "unclaimed": dict(unclaimed)})
