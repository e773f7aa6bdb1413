"""What happens in Dice Derby, as the plain data of the race log. All of it is public: the only secret is a bet."""

from __future__ import annotations

from collections.abc import Sequence

from dice_derby.actions import Bet
from engines.core import Public, Seat


def race_started(race: int, first: Seat) -> Public:
    """The horses stand at the start; `first` will throw first."""
    return Public({"type": "race_started", "race": race, "first": first})


def bet_placed(seat: Seat) -> Public:
    """A seat has bet; what on, nobody is told."""
    return Public({"type": "bet_placed", "seat": seat})


def thrown(seat: Seat, dice: Sequence[int]) -> Public:
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


def bet_shown(seat: Seat, bet: Bet) -> Public:
    """A bet is opened."""
    return Public({"type": "bet_shown", "seat": seat, "horse": bet.horse, "chips": bet.chips})


def settled(seat: Seat, net: int, chips: int) -> Public:
    """What a bet brought, and the chips of its seat after that."""
    return Public({"type": "settled", "seat": seat, "net": net, "chips": chips})


def race_over(race: int, order: Sequence[int]) -> Public:
    """Two horses are home."""
    return Public({"type": "race_over", "race": race, "order": [*order]})


def game_over(scores: Sequence[int], winners: Sequence[Seat]) -> Public:
    """The last race is settled."""
    return Public({"type": "game_over", "scores": [*scores], "winners": [*winners]})


PUBLIC = frozenset(
    [
        "race_started",
        "bet_placed",
        "thrown",
        "passed",
        "moved",
        "finished",
        "bet_shown",
        "settled",
        "race_over",
        "game_over",
    ]
)
