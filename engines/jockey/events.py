"""What happens in Jockey, as the race log has it: `type` first, keys always in the same order."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from engines.core import Private, Public, Seat
from engines.jockey.actions import Bet, Card, Horse


def dealt(seat: Seat, cards: Iterable[Card]) -> Private:
    """The new cards of a seat."""
    return Private({"type": "dealt", "seat": seat, "cards": list(cards)}, to=[seat])


def loan(seat: Seat, amount: int) -> Private:
    """The bank lends what the stake lacks."""
    return Private({"type": "loan", "seat": seat, "amount": amount}, to=[seat])


def bet_placed(seat: Seat) -> Public:
    """A seat has bet; what on, nobody is told."""
    return Public({"type": "bet_placed", "seat": seat})


def played(seat: Seat, card: Card) -> Public:
    """A card is laid on the played pile."""
    return Public({"type": "played", "seat": seat, "card": card})


def moved(horse: Horse, start: int, end: int) -> Public:
    """A horse goes from square to square."""
    return Public({"type": "moved", "horse": horse, "from": start, "to": end})


def finished(horse: Horse, place: int) -> Public:
    """A horse is over the line."""
    return Public({"type": "finished", "horse": horse, "place": place})


def drawn(seat: Seat, cards: Iterable[Card]) -> Private:
    """The cards a seat draws when all have run out."""
    return Private({"type": "drawn", "seat": seat, "cards": list(cards)}, to=[seat])


def bet_shown(seat: Seat, bet: Bet) -> Public:
    """A betting sheet is turned over."""
    facts = [field.name for field in dataclasses.fields(bet) if field.name != "type"]
    sheet = {name: getattr(bet, name) for name in facts}
    return Public({"type": "bet_shown", "seat": seat, "bet": sheet})


def settled(seat: Seat, net: int, capital: int) -> Public:
    """The bank pays or is paid; `capital` is what the seat has then."""
    return Public({"type": "settled", "seat": seat, "net": net, "capital": capital})


def kept(seat: Seat, count: int) -> Public:
    """A seat has decided how many cards it keeps; which, nobody is told."""
    return Public({"type": "kept", "seat": seat, "count": count})
