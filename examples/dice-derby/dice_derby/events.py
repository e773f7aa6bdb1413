"""What happens in Dice Derby. All of it is public, as each function says by what it returns: only bets are secret."""

from __future__ import annotations

from dice_derby.actions import Bet
from engines.core import Public, Seat


def bet_placed(seat: Seat) -> Public:
    """A seat has bet; what on, nobody is told."""
    return Public({"type": "bet_placed", "seat": seat})


def thrown(seat: Seat, dice: tuple[int, int]) -> Public:
    """A seat has thrown both dice."""
    return Public({"type": "thrown", "seat": seat, "dice": [*dice]})


def passed(seat: Seat) -> Public:
    """No reading of the dice is possible: the turn passes."""
    return Public({"type": "passed", "seat": seat})


def moved(seat: Seat, horse: int, start: int, end: int) -> Public:
    """A horse runs from space to space."""
    return Public({"type": "moved", "seat": seat, "horse": horse, "from": start, "to": end})


def finished(horse: int, place: int) -> Public:
    """A horse is over the line."""
    return Public({"type": "finished", "horse": horse, "place": place})


def bet_shown(seat: Seat, bet: Bet, net: int, chips: int) -> Public:
    """A bet is opened and paid; `chips` is what its seat has then."""
    facts = {"seat": seat, "horse": bet.horse, "stake": bet.stake, "net": net, "chips": chips}
    return Public({"type": "bet_shown", **facts})
