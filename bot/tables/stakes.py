"""What a seat puts on a table in coins, and what its score is worth in coins at the end.

Three games hand out money or points of their own, which are worth their share of the buy-in: at the default
buy-in of 1000 a bill of Jockey is one coin, a dollar of Turfe ten, a point of Newmarket twenty-five. The other two
are played for a purse.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engines.core import Outcome

CAPITAL = {"jockey": 1000, "turfe": 100, "newmarket": 40}
"""What a game hands every seat at the start; in Jockey for every round."""

MAY_OWE = frozenset({"jockey"})
"""Where a seat can end below zero."""

PURSE = (60, 30, 10)
"""Per cent of the purse for the first three; of two seats the first takes it all."""


def buy_in(game: str, options: Mapping[str, Any], settled: int) -> int:
    """Return the coins a seat pays in, where `settled` is the server's buy-in for this game."""
    return settled * int(options["rounds"]) if game == "jockey" else settled


def settled_for(game: str, options: Mapping[str, Any], paid_in: int) -> int:
    """Return the server's buy-in that a seat's coins were reckoned from."""
    return paid_in // int(options["rounds"]) if game == "jockey" else paid_in


def finals(game: str, edition: Mapping[str, Any], settled: int, outcome: Outcome) -> list[int]:
    """Return what every seat gets out in coins; below zero it owes so much. `settled`: as for `buy_in`."""
    if game not in CAPITAL:
        return purse(settled * len(outcome.scores), merits(outcome))
    capital = int(edition["points"]) if game == "newmarket" else CAPITAL[game]
    return [_worth(score * settled, capital) for score in outcome.scores]


def prizes(game: str, buy_in: int, seats: int) -> list[int]:
    """Return what the places of a purse bring when so many pay in, best first; none where there is no purse."""
    return [] if game in CAPITAL else [share for share in _shares(buy_in * seats, seats) if share]


def merits(outcome: Outcome) -> list[tuple[bool, int]]:
    """Return what seats are ranked by: who won comes before who only has more points."""
    return [(seat in outcome.winners, score) for seat, score in enumerate(outcome.scores)]


def _worth(amount: int, capital: int) -> int:
    """Divide, rounding towards zero: half a coin is nobody's."""
    return amount // capital if amount >= 0 else -(-amount // capital)


def purse(coins: int, merits: Sequence[tuple[bool, int]]) -> list[int]:
    """Share a purse out by merit: ties share what their places bring, remainders go to the better place.

    Of those who tie, whoever sits first in table order gets what cannot be divided.
    """
    shares = _shares(coins, len(merits))
    ranked = sorted(range(len(merits)), key=lambda seat: merits[seat], reverse=True)
    paid = [0] * len(merits)
    for best in sorted(set(merits), reverse=True):
        tied = [place for place, seat in enumerate(ranked) if merits[seat] == best]
        each, left = divmod(sum(shares[place] for place in tied), len(tied))
        for number, place in enumerate(tied):
            paid[ranked[place]] = each + (number < left)
    return paid


def _shares(coins: int, seats: int) -> list[int]:
    """Return what each place brings, best first."""
    rates = (100,) if seats <= 2 else PURSE
    shares = [coins * rate // 100 for rate in rates] + [0] * (seats - len(rates))
    shares[0] += coins - sum(shares)
    return shares
