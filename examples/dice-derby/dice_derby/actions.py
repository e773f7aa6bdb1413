"""What a seat decides in Dice Derby: a bet before the race, and which die names the horse in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Final, Literal, TypeAlias

from pydantic import ConfigDict, TypeAdapter

HORSES: Final = range(1, 7)
"""The horses bear the numbers of a die."""

STRICT = ConfigDict(strict=True, extra="forbid")


@dataclass(frozen=True, slots=True)
class Bet:
    """Chips on one horse, in secret."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    type: Literal["bet"] = field(default="bet", kw_only=True)
    horse: int
    chips: int


@dataclass(frozen=True, slots=True)
class Run:
    """The die that names a horse; the other one is how many spaces it runs."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    type: Literal["run"] = field(default="run", kw_only=True)
    horse: int


Action: TypeAlias = Bet | Run

READER: TypeAdapter[Action] = TypeAdapter(Action)
