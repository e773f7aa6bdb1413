"""What happens in Newmarket, as the race log has it: `type` first, keys always in the same order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engines.core import Event, Private, Public, Seat
from engines.newmarket.actions import Card


def race_started(deal: int, dealer: Seat) -> Event:
    """A deal opens; once all horses are backed the dealer acts first, by looking at a hand."""
    return Public({"type": "race_started", "race": deal, "first": dealer})


def backed(seat: Seat, horse: Card, points: int) -> Event:
    """A seat has put its stake on a racehorse; told of all seats at once."""
    return Public({"type": "backed", "seat": seat, "horse": horse, "points": points})


def dealt(seat: Seat, cards: Iterable[Card]) -> Event:
    """The hand of a seat."""
    return Private({"type": "dealt", "seat": seat, "cards": list(cards)}, to=[seat])


def swapped(seat: Seat) -> Event:
    """The dealer has laid the own hand down for the spare one."""
    return Public({"type": "swapped", "seat": seat})


def auction_opened() -> Event:
    """The dealer offers the spare hand."""
    return Public({"type": "auction_opened"})


def bid(seat: Seat, points: int | None) -> Event:
    """A seat bids, or passes for good."""
    return Public({"type": "bid", "seat": seat, "points": points})


def sold(dealer: Seat, points: int, buyer: Seat) -> Event:
    """The highest bidder pays the dealer for the spare hand."""
    return Public({"type": "sold", "seat": dealer, "points": points, "to_seat": buyer})


def taken(seat: Seat, cards: Iterable[Card]) -> Event:
    """The spare hand, to who plays with it."""
    return Private({"type": "taken", "seat": seat, "cards": list(cards)}, to=[seat])


def played(seat: Seat, card: Card) -> Event:
    """A card is played, as a lead or in a sequence."""
    return Public({"type": "played", "seat": seat, "card": card})


def claimed(seat: Seat, horse: Card, points: int) -> Event:
    """Who plays a racehorse's card takes the points on it."""
    return Public({"type": "claimed", "seat": seat, "horse": horse, "points": points})


def lead_passed(seat: Seat) -> Event:
    """A seat has nothing to lead; the lead goes to its right."""
    return Public({"type": "lead_passed", "seat": seat})


def out(seat: Seat) -> Event:
    """A seat has played its last card."""
    return Public({"type": "out", "seat": seat})


def paid(seat: Seat, winner: Seat, points: int) -> Event:
    """A seat pays for the cards left in its hand."""
    return Public({"type": "paid", "from": seat, "to_seat": winner, "points": points})


def deal_over(unclaimed: Mapping[Card, int]) -> Event:
    """A deal ends; what is on the racehorses stays there."""
    return Public({"type": "deal_over", "unclaimed": dict(unclaimed)})


def race_over(deal: int) -> Event:
    """A deal is closed; no horses run in it."""
    return Public({"type": "race_over", "race": deal, "order": []})


def game_over(scores: Sequence[int], winners: Sequence[Seat]) -> Event:
    """The game ends."""
    return Public({"type": "game_over", "scores": list(scores), "winners": list(winners)})


PUBLIC = frozenset(
    {
        "race_started",
        "backed",
        "swapped",
        "auction_opened",
        "bid",
        "sold",
        "played",
        "claimed",
        "lead_passed",
        "out",
        "paid",
        "deal_over",
        "race_over",
        "game_over",
    }
)
"""The types of events that everyone is told."""

PRIVATE = frozenset({"dealt", "taken"})
"""The types of events that only some seats are told."""
