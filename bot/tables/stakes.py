"""What a seat puts on a table in coins, and what its score is worth in coins at the end.

Some games hand out money or points of their own, which are worth their share of the buy-in: at a buy-in of 1000 a bill
of a game that hands out 1000 is one coin, a dollar of one that hands out 100 is ten. The others are played for a purse.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engines.core import AnyGame, Outcome, StartingMoney

PURSE = (60, 30, 10)
"""Per cent of the purse for the first three; of two seats the first takes it all."""


def money_of(game: AnyGame, options: Mapping[str, Any]) -> StartingMoney | None:
    """Return what a game hands every seat; None where it is played for a purse."""
    return game.starting_money(game.options(options))


def sides_of(game: AnyGame, options: Mapping[str, Any], seats: int) -> Sequence[int] | None:
    """Return who plays with whom: a number a seat, the same for a team; None where each plays for itself."""
    return game.sides(game.options(options), seats)


def buy_in(money: StartingMoney | None, price: int) -> int:
    """Return the coins a seat pays in, where `price` is what the server has set for this game."""
    return price * money.times if money else price


def finals(money: StartingMoney | None, paid_in: int, outcome: Outcome) -> list[int]:
    """Return what every seat gets out in coins, having paid so much in; below zero it owes so much."""
    if money is None:
        return purse(paid_in * len(outcome.scores), merits(outcome))
    price = paid_in // money.times
    return [_divided(score * price, money.amount) for score in outcome.scores]


def prizes(paid_in: int, seats: int) -> list[int]:
    """Return what the ranks of a purse bring when so many pay in, best first."""
    return [share for share in _shares(paid_in * seats, seats) if share]


def merits(outcome: Outcome) -> list[tuple[bool, int]]:
    """Return what seats are ranked by: who won comes before who only has more points."""
    return [(seat in outcome.winners, score) for seat, score in enumerate(outcome.scores)]


def _divided(amount: int, by: int) -> int:
    """Divide, rounding towards zero: half a coin is nobody's."""
    return amount // by if amount >= 0 else -(-amount // by)


def purse(coins: int, merits: Sequence[tuple[bool, int]]) -> list[int]:
    """Share a purse out by merit: ties share what their ranks bring, remainders go to the better rank.

    Of those who tie, whoever sits first in table order gets what cannot be divided.
    """
    shares = _shares(coins, len(merits))
    ranked = sorted(range(len(merits)), key=lambda seat: merits[seat], reverse=True)
    paid = [0] * len(merits)
    for best in sorted(set(merits), reverse=True):
        tied = [rank for rank, seat in enumerate(ranked) if merits[seat] == best]
        each, left = divmod(sum(shares[rank] for rank in tied), len(tied))
        for number, rank in enumerate(tied):
            paid[ranked[rank]] = each + (number < left)
    return paid


def _shares(coins: int, seats: int) -> list[int]:
    """Return what each rank brings, best first."""
    rates = (100,) if seats <= 2 else PURSE
    shares = [coins * rate // 100 for rate in rates] + [0] * (seats - len(rates))
    shares[0] += coins - sum(shares)
    return shares
