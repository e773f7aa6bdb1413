"""What happens in Turfe, as the race log has it: `type` first, keys always in the same order."""

from __future__ import annotations

from collections.abc import Iterable

from engines.core import Private, Public, Seat
from engines.turfe.actions import Bet, Card, Horse, Spot


def dealt(seat: Seat, cards: Iterable[Card]) -> Private:
    """The cards of a seat."""
    return Private({"type": "dealt", "seat": seat, "cards": list(cards)}, to=[seat])


def bet_placed(seat: Seat, bet: Bet) -> Public:
    """All have bet: what everyone may see of one bet, not its horse."""
    return Public({"type": "bet_placed", "seat": seat, "kind": bet.kind, "stake": bet.stake})


def played(seat: Seat, card: Card, aside: bool) -> Public:
    """A card is played, from the hand or flipped; `aside`: the one laid aside for the bet is shown."""
    shown = {"aside": True} if aside else {}
    return Public({"type": "played", "seat": seat, "card": card, **shown})


def moved(horse: Horse, start: Spot, end: Spot) -> Public:
    """A horse goes from spot to spot."""
    before, after = [{"lane": spot.lane, "space": spot.space} for spot in (start, end)]
    return Public({"type": "moved", "horse": horse, "from": before, "to": after})


def finished(horse: Horse, place: int) -> Public:
    """A horse is over the line."""
    return Public({"type": "finished", "horse": horse, "place": place})


def flipped(seat: Seat, card: Card) -> Public:
    """All hands have run out: the top card of the shuffled pile is for `seat` to play."""
    return Public({"type": "flipped", "seat": seat, "card": card})


def bet_shown(seat: Seat, horse: Horse) -> Public:
    """The horse of a bet is named."""
    return Public({"type": "bet_shown", "seat": seat, "horse": horse})


def settled(seat: Seat, net: int, money: int) -> Public:
    """The bank pays or the stake is lost; `money` is what the seat has then."""
    return Public({"type": "settled", "seat": seat, "net": net, "money": money})


def jackpot_paid(seat: Seat, amount: int) -> Public:
    """A seat has won the jackpot; its share, without the stake that comes back."""
    return Public({"type": "jackpot_paid", "seat": seat, "amount": amount})


def pot(amount: int) -> Public:
    """What the jackpot of the next race holds."""
    return Public({"type": "pot", "amount": amount})
