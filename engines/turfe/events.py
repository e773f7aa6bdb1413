"""What happens in Turfe, as the plain data of the race log: `type` first, keys always in the same order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines.core import Event, Seat
from engines.turfe.actions import Bet, Card, Horse, Place


def race_started(race: int, first: Seat) -> Event:
    """A race opens; `first`, the banker, plays its first card."""
    return {"type": "race_started", "race": race, "first": first}


def dealt(seat: Seat, cards: Iterable[Card]) -> Event:
    """Private: the cards of a seat."""
    return {"type": "dealt", "seat": seat, "cards": list(cards), "to": [seat]}


def bet_placed(seat: Seat, bet: Bet) -> Event:
    """All have bet: what everyone may see of one bet, not its horse."""
    return {"type": "bet_placed", "seat": seat, "kind": bet.kind, "stake": bet.stake}


def played(seat: Seat, card: Card, aside: bool) -> Event:
    """A card is played, from the hand or flipped; `aside`: the one laid aside for the bet is shown."""
    event: Event = {"type": "played", "seat": seat, "card": card}
    return event | {"aside": True} if aside else event


def moved(horse: Horse, start: Place, end: Place) -> Event:
    """A horse goes from place to place."""
    return {
        "type": "moved",
        "horse": horse,
        "from": {"lane": start.lane, "space": start.space},
        "to": {"lane": end.lane, "space": end.space},
    }


def finished(horse: Horse, place: int) -> Event:
    """A horse is over the line."""
    return {"type": "finished", "horse": horse, "place": place}


def flipped(seat: Seat, card: Card) -> Event:
    """All hands have run out: the top card of the shuffled pile is for `seat` to play."""
    return {"type": "flipped", "seat": seat, "card": card}


def bet_shown(seat: Seat, horse: Horse) -> Event:
    """The horse of a bet is named."""
    return {"type": "bet_shown", "seat": seat, "horse": horse}


def settled(seat: Seat, net: int, money: int) -> Event:
    """The bank pays or the stake is lost; `money` is what the seat has then."""
    return {"type": "settled", "seat": seat, "net": net, "money": money}


def jackpot_paid(seat: Seat, amount: int) -> Event:
    """A seat has won the jackpot; its share, without the stake that comes back."""
    return {"type": "jackpot_paid", "seat": seat, "amount": amount}


def pot(amount: int) -> Event:
    """What the jackpot of the next race holds."""
    return {"type": "pot", "amount": amount}


def race_over(race: int, order: Sequence[Horse]) -> Event:
    """A race is closed; `order` are the horses that are home."""
    return {"type": "race_over", "race": race, "order": list(order)}


def game_over(scores: Sequence[int], winners: Sequence[Seat]) -> Event:
    """The game ends."""
    return {"type": "game_over", "scores": list(scores), "winners": list(winners)}
