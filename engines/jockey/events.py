"""What happens in Jockey, as the race log has it: `type` first, keys always in the same order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines.core import Event, Private, Public, Seat
from engines.jockey.actions import Bet, Card, Double, Horse


def race_started(race: int, first: Seat) -> Event:
    """A race opens; `first` plays its first card."""
    return Public({"type": "race_started", "race": race, "first": first})


def dealt(seat: Seat, cards: Iterable[Card]) -> Event:
    """The new cards of a seat."""
    return Private({"type": "dealt", "seat": seat, "cards": list(cards)}, to=[seat])


def loan(seat: Seat, amount: int) -> Event:
    """The bank lends what the stake lacks."""
    return Private({"type": "loan", "seat": seat, "amount": amount}, to=[seat])


def bet_placed(seat: Seat) -> Event:
    """A seat has bet; what on, nobody is told."""
    return Public({"type": "bet_placed", "seat": seat})


def played(seat: Seat, card: Card) -> Event:
    """A card is laid on the played pile."""
    return Public({"type": "played", "seat": seat, "card": card})


def moved(horse: Horse, start: int, end: int) -> Event:
    """A horse goes from square to square."""
    return Public({"type": "moved", "horse": horse, "from": start, "to": end})


def finished(horse: Horse, place: int) -> Event:
    """A horse is over the line."""
    return Public({"type": "finished", "horse": horse, "place": place})


def drawn(seat: Seat, cards: Iterable[Card]) -> Event:
    """The cards a seat draws when all have run out."""
    return Private({"type": "drawn", "seat": seat, "cards": list(cards)}, to=[seat])


def bet_shown(seat: Seat, bet: Bet) -> Event:
    """A betting sheet is turned over."""
    sheet = (
        {
            "kind": "double",
            "first": bet.first,
            "second": bet.second,
            "stake_first": bet.stake_first,
            "stake_second": bet.stake_second,
        }
        if isinstance(bet, Double)
        else {"kind": bet.kind, "horse": bet.horse, "stake": bet.stake}
    )
    return Public({"type": "bet_shown", "seat": seat, "bet": sheet})


def settled(seat: Seat, net: int, capital: int) -> Event:
    """The bank pays or is paid; `capital` is what the seat has then."""
    return Public({"type": "settled", "seat": seat, "net": net, "capital": capital})


def race_over(race: int, order: Sequence[Horse]) -> Event:
    """A race is closed; `order` are the horses that are home."""
    return Public({"type": "race_over", "race": race, "order": list(order)})


def kept(seat: Seat, count: int) -> Event:
    """A seat has decided how many cards it keeps; which, nobody is told."""
    return Public({"type": "kept", "seat": seat, "count": count})


def game_over(scores: Sequence[int], winners: Sequence[Seat]) -> Event:
    """The game ends."""
    return Public({"type": "game_over", "scores": list(scores), "winners": list(winners)})


PUBLIC = frozenset(
    {
        "race_started",
        "bet_placed",
        "played",
        "moved",
        "finished",
        "bet_shown",
        "settled",
        "race_over",
        "kept",
        "game_over",
    }
)
"""The types of events that everyone is told."""

PRIVATE = frozenset({"dealt", "loan", "drawn"})
"""The types of events that only some seats are told."""
