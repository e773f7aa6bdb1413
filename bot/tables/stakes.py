"""What a seat puts on a table in coins, and what its score is worth in coins at the end.

Every title names its stake. Some games hand out money or points of their own, which are worth their share of the
buy-in (`Capital`); the others are played for a purse (`Purse`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.core import Outcome

PURSE = (60, 30, 10)
"""Per cent of the purse for the first three; of two seats the first takes it all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake(ABC):
    """What a game is played for."""

    usual: int
    """Coins a seat pays in where a server has set nothing else."""
    every: str = ""
    """The option that says how often a seat pays in; nothing: once."""
    may_owe: bool = False
    """Whether a seat can end below zero."""

    def buy_in(self, options: Mapping[str, Any], price: int) -> int:
        """Return the coins a seat pays in, where `price` is what the server has set for this game."""
        return price * self._times(options)

    def price_of(self, options: Mapping[str, Any], paid_in: int) -> int:
        """Return the price that a seat's coins were reckoned from."""
        return paid_in // self._times(options)

    def _times(self, options: Mapping[str, Any]) -> int:
        return int(options[self.every]) if self.every else 1

    @abstractmethod
    def finals(self, edition: Mapping[str, Any], price: int, outcome: Outcome) -> list[int]:
        """Return what every seat gets out in coins; below zero it owes so much. `price`: as for `buy_in`."""

    def prizes(self, buy_in: int, seats: int) -> list[int]:
        """Return what the places of a purse bring when so many pay in, best first; none where there is no purse."""
        return []


@dataclass(frozen=True, slots=True, kw_only=True)
class Capital(Stake):
    """A game that hands out money of its own: what a seat ends with is worth its share of the buy-in."""

    handed: int | str
    """What every seat has at the start, for each time it pays in; a word: the field of the edition that says it."""

    def finals(self, edition: Mapping[str, Any], price: int, outcome: Outcome) -> list[int]:
        """Return the coins that a score is worth, rounded towards zero: half a coin is nobody's."""
        handed = int(edition[self.handed]) if isinstance(self.handed, str) else self.handed
        return [_divided(score * price, handed) for score in outcome.scores]


@dataclass(frozen=True, slots=True, kw_only=True)
class Purse(Stake):
    """A game whose scores are no money: what everybody pays in goes to the first three."""

    def finals(self, edition: Mapping[str, Any], price: int, outcome: Outcome) -> list[int]:
        """Return every seat's share of the purse."""
        return purse(price * len(outcome.scores), merits(outcome))

    def prizes(self, buy_in: int, seats: int) -> list[int]:
        """Return what the places bring when so many pay in, best first."""
        return [share for share in _shares(buy_in * seats, seats) if share]


_adopted: dict[str, Stake] = {}


def adopt(stakes: Mapping[str, Stake]) -> None:
    """Take these for the stakes of all games, by key: for the start of a process in which tables are played."""
    _adopted.clear()
    _adopted.update(stakes)


def stake_of(game: str) -> Stake:
    """Return what a game is played for."""
    return _adopted[game]


def merits(outcome: Outcome) -> list[tuple[bool, int]]:
    """Return what seats are ranked by: who won comes before who only has more points."""
    return [(seat in outcome.winners, score) for seat, score in enumerate(outcome.scores)]


def _divided(amount: int, by: int) -> int:
    return amount // by if amount >= 0 else -(-amount // by)


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
