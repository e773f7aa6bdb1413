"""What can be achieved in any game, in the order in which it is told, and by somebody who bets on the tote."""

from __future__ import annotations

from typing import Final

from bot.achievements.feat import Ended, Feat
from engines.core import Seat

STREAK: Final = 3
ROUND_OF_GAMES: Final = 5
MANY_GAMES: Final = 50
LARGE_FIELD: Final = 6
FORTUNE: Final = 10_000
"""Coins."""


def is_won(ended: Ended, seat: Seat) -> bool:
    """Whether a seat has the first place, alone or not."""
    return ended.places[seat] == 1


def _is_shared(ended: Ended, seat: Seat) -> bool:
    return is_won(ended, seat) and ended.places.count(1) > 1


def _profit(ended: Ended, seat: Seat) -> int:
    return ended.profits.get(seat, 0) if ended.profits else 0


ANY_GAME: Final = (
    Feat("first_win", is_won),
    Feat("hat_trick", lambda ended, seat: ended.careers[seat].streak >= STREAK),
    Feat("all_rounder", lambda ended, seat: len(ended.careers[seat].won) >= ROUND_OF_GAMES),
    Feat("regular", lambda ended, seat: ended.careers[seat].games >= MANY_GAMES),
    Feat(
        "large_field",
        lambda ended, seat: is_won(ended, seat) and len(ended.places) >= LARGE_FIELD,
    ),
    Feat("dead_heat", _is_shared),
    Feat("doubled", lambda ended, seat: _profit(ended, seat) >= ended.buy_in > 0),
    Feat("over_the_limit", lambda ended, seat: _profit(ended, seat) < -ended.buy_in),
    Feat("fortune", lambda ended, seat: bool(ended.worth) and (ended.worth or {}).get(seat, 0) >= FORTUNE),
)

HUNDRED_TO_ONE: Final = "hundred_to_one"
"""An exacta at a hundred to one or more."""

LONG_ODDS: Final = 101 * 20
"""The least dividend of it, in twentieths of a coin a coin: the stake comes back beside what it has won."""
