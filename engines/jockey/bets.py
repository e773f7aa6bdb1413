"""The booklet's heading "Bets": how much may be staked, what the bank lends, and what a bet brings."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from engines.core import Chance, Choices, IllegalAction, is_allowed, pick
from engines.jockey.actions import Bet, Double, Horse, Refusal, Single

CAPITAL: Final = 1000
"""What every seat starts a round with, and up to which the bank lends."""

STEP: Final = 100
"""Stakes are multiples of this, and at least this much on a horse."""

MOST: Final = 5000
"""The most that can be placed in a bet."""


Kind: TypeAlias = Literal["place", "win", "double"]
"""The types of bet; a seat places exactly one a race."""

KINDS: Final[tuple[Kind, ...]] = ("place", "win", "double")

single, double = lru_cache(maxsize=1024)(Single), lru_cache(maxsize=4096)(Double)
"""Make a bet, or hand out an equal one again: looking it up takes a tenth of the time of making it."""


@lru_cache(maxsize=1024)
def limit(capital: int) -> int:
    """Return the most a seat with `capital` may stake in all.

    It is its capital; below 1000 the bank lends up to 1000 a race, but never beyond a capital of 1000, and
    always enough for the smallest bet.
    """
    if capital >= CAPITAL:
        return min(capital, MOST) // STEP * STEP
    return min(CAPITAL, max(STEP, (capital + CAPITAL) // STEP * STEP))


def loan(stake: int, capital: int) -> int:
    """Return what the bank lends to a seat that stakes more than it has; a debt has to be lent anew."""
    return stake - capital if stake > capital else 0


def check(bet: Bet, horses: tuple[Horse, ...], capital: int) -> None:
    """Raise IllegalAction unless a seat with `capital` may place `bet`."""
    if isinstance(bet, Single):
        check_horse(bet.horse, bet.stake, horses)
    else:
        check_horse(bet.first, bet.stake_first, horses)
        check_horse(bet.second, bet.stake_second, horses)
        if bet.first == bet.second:
            raise IllegalAction(Refusal.SAME_HORSE, horse=bet.first)
    if bet.total > (most := limit(capital)):
        raise IllegalAction(Refusal.STAKE_TOO_LARGE, stake=bet.total, most=most, capital=capital)


def check_horse(horse: Horse, stake: int, horses: tuple[Horse, ...]) -> None:
    """Raise IllegalAction unless `horse` runs and `stake` may be put on it."""
    if horse not in horses:
        raise IllegalAction(Refusal.UNKNOWN_HORSE, horse=horse, horses=list(horses))
    if stake < STEP:
        raise IllegalAction(Refusal.STAKE_TOO_SMALL, stake=stake, least=STEP)
    if stake % STEP:
        raise IllegalAction(Refusal.STAKE_NOT_IN_STEPS, stake=stake, step=STEP)


def net(bet: Bet, order: tuple[Horse, ...]) -> int:
    """Return what a bet brings (or, below zero, costs) when `order` are the first and the second horse."""
    first, second = order
    if isinstance(bet, Double):
        a, b = bet.stake_first, bet.stake_second
        if bet.first == first:
            return 4 * (a + b) if bet.second == second else 3 * a - b
        return b - a if bet.second == second else -a - b
    if bet.kind == "win":
        return 3 * bet.stake if bet.horse == first else -bet.stake
    return bet.stake if bet.horse in order else -bet.stake


@dataclass(frozen=True, slots=True)
class Bets(Choices[Bet]):
    """The bets a seat may place, described: a kind, a horse or two, and stakes that add up to at most `most`.

    Each stake is a multiple of `step` and at least `least`; a double is on two different horses with a stake
    on each.
    """

    kinds: tuple[Kind, ...]
    horses: tuple[Horse, ...]
    least: int
    most: int
    step: int
    capital: int

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Single | Double) and is_allowed(check, action, self.horses, self.capital)

    def sample(self, chance: Chance) -> Bet:
        """Draw a kind, then the horses, then the stakes, each evenly."""
        kind = self.kinds[chance.below(len(self.kinds))]
        horse = self.horses[chance.below(len(self.horses))]
        units = self.most // self.step
        if kind == "double":
            second = pick(chance, [other for other in self.horses if other != horse])
            total = 2 + chance.below(units - 1)
            on_first = 1 + chance.below(total - 1)
            return double(horse, second, self.step * on_first, self.step * (total - on_first))
        return single(kind, horse, self.step * (1 + chance.below(units)))


@lru_cache(maxsize=256)
def described(horses: tuple[Horse, ...], capital: int) -> Bets:
    """Describe the bets of a seat with `capital`."""
    most = limit(capital)
    kinds = KINDS if most >= 2 * STEP else KINDS[:2]
    return Bets(kinds, horses, STEP, most, STEP, capital)
