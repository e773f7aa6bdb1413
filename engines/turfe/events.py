"""What happens in Turfe, as the race log has it: `type` first, keys always in the same order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines.core import Event, Private, Public, Seat
from engines.turfe.actions import Bet, Card, Horse, Place


def race_started(race: int, first: Seat) -> Event:
    """A race opens; `first`, the banker, plays its first card."""
    return Public({"type": "race_started", "race": race, "first": first})


def dealt(seat: Seat, cards: Iterable[Card]) -> Event:
    """The cards of a seat."""
    return Private({"type": "dealt", "seat": seat, "cards": list(cards)}, to=[seat])


def bet_placed(seat: Seat, bet: Bet) -> Event:
    """All have bet: what everyone may see of one bet, not its horse."""
    return Public({"type": "bet_placed", "seat": seat, "kind": bet.kind, "stake": bet.stake})


def played(seat: Seat, card: Card, aside: bool) -> Event:
    """A card is played, from the hand or flipped; `aside`: the one laid aside for the bet is shown."""
    shown = {"aside": True} if aside else {}
    return Public({"type": "played", "seat": seat, "card": card, **shown})


def moved(horse: Horse, start: Place, end: Place) -> Event:
    """A horse goes from place to place."""
    return Public(
        {
            "type": "moved",
            "horse": horse,
            "from": {"lane": start.lane, "space": start.space},
            "to": {"lane": end.lane, "space": end.space},
        }
    )


def finished(horse: Horse, place: int) -> Event:
    """A horse is over the line."""
    return Public({"type": "finished", "horse": horse, "place": place})


def flipped(seat: Seat, card: Card) -> Event:
    """All hands have run out: the top card of the shuffled pile is for `seat` to play."""
    return Public({"type": "flipped", "seat": seat, "card": card})


def bet_shown(seat: Seat, horse: Horse) -> Event:
    """The horse of a bet is named."""
    return Public({"type": "bet_shown", "seat": seat, "horse": horse})


def settled(seat: Seat, net: int, money: int) -> Event:
    """The bank pays or the stake is lost; `money` is what the seat has then."""
    return Public({"type": "settled", "seat": seat, "net": net, "money": money})


def jackpot_paid(seat: Seat, amount: int) -> Event:
    """A seat has won the jackpot; its share, without the stake that comes back."""
    return Public({"type": "jackpot_paid", "seat": seat, "amount": amount})


def pot(amount: int) -> Event:
    """What the jackpot of the next race holds."""
    return Public({"type": "pot", "amount": amount})


def race_over(race: int, order: Sequence[Horse]) -> Event:
    """A race is closed; `order` are the horses that are home."""
    return Public({"type": "race_over", "race": race, "order": list(order)})


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
        "flipped",
        "bet_shown",
        "settled",
        "jackpot_paid",
        "pot",
        "race_over",
        "game_over",
    }
)
"""The types of events that everyone is told."""

PRIVATE = frozenset({"dealt"})
"""The types of events that only some seats are told."""
