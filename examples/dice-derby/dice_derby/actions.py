"""What a seat decides in Dice Derby: a bet before the race, and in it which die names the horse."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from engines.core import Strict

HORSES: Final = range(1, 7)
"""The horses bear the numbers of a die."""


@dataclass(frozen=True, slots=True)
class Bet(Strict):
    """Chips on one horse, in secret."""

    type: Literal["bet"] = field(default="bet", kw_only=True)
    horse: int
    stake: int


@dataclass(frozen=True, slots=True)
class Run(Strict):
    """One die names the horse, the other how many spaces it runs."""

    type: Literal["run"] = field(default="run", kw_only=True)
    horse: int
    spaces: int


Action: TypeAlias = Bet | Run
