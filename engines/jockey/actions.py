"""What a seat decides in Jockey: a bet, a card to play, the cards to keep.

Actions are frozen values. Each has a JSON form (the race log's) and a short text form, `str(action)`, which
`parsed` reads again: `bet win red 200`, `bet double blue red 400 500`, `play redx3`, `play no2+13 brown`,
`keep red+7 no2+13`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal, NewType, TypeAlias

from pydantic import ConfigDict, Discriminator, TypeAdapter

from engines.core import Unreadable

Horse = NewType("Horse", str)
"""A horse by the name of its colour."""

Card = NewType("Card", str)
"""A kind of jockey card by its name: `red+7`, `redx3`, `no2+13`; copies of a kind are equal."""

STRICT = ConfigDict(strict=True, extra="forbid")


@dataclass(frozen=True, slots=True)
class Single:
    """A bet on one horse: to place (first or second) or to win. The stake is in bills."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    type: Literal["bet"] = field(default="bet", kw_only=True)
    kind: Literal["place", "win"]
    horse: Horse
    stake: int

    @property
    def total(self) -> int:
        """All that is staked."""
        return self.stake

    def __str__(self) -> str:
        return f"bet {self.kind} {self.horse} {self.stake}"


@dataclass(frozen=True, slots=True)
class Double:
    """A bet on two different horses in the order of their finish, with a stake in bills on each."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    type: Literal["bet"] = field(default="bet", kw_only=True)
    kind: Literal["double"] = field(default="double", kw_only=True)
    first: Horse
    second: Horse
    stake_first: int
    stake_second: int

    @property
    def total(self) -> int:
        """All that is staked."""
        return self.stake_first + self.stake_second

    def __str__(self) -> str:
        return f"bet double {self.first} {self.second} {self.stake_first} {self.stake_second}"


@dataclass(frozen=True, slots=True)
class Play:
    """A card laid on the played pile. `horse` matters only where several share the card's position."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    type: Literal["play"] = field(default="play", kw_only=True)
    card: Card
    horse: Horse | None = None

    def __str__(self) -> str:
        return f"play {self.card} {self.horse}" if self.horse else f"play {self.card}"


@dataclass(frozen=True, slots=True)
class Keep:
    """Up to two cards kept in secret for the next race."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    type: Literal["keep"] = field(default="keep", kw_only=True)
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return " ".join(("keep", *self.cards))


Bet: TypeAlias = Single | Double
Action: TypeAlias = Single | Double | Play | Keep

READER: TypeAdapter[Action] = TypeAdapter(
    Annotated[
        Annotated[Single | Double, Discriminator("kind")] | Play | Keep,
        Discriminator("type"),
    ]
)


def place(horse: Horse, stake: int) -> Single:
    """Bet that a horse comes in first or second."""
    return Single("place", horse, stake)


def win(horse: Horse, stake: int) -> Single:
    """Bet that a horse comes in first."""
    return Single("win", horse, stake)


def parsed(text: str) -> Action:
    """Read an action from its short text form; raise Unreadable."""
    match text.split():
        case ["bet", "place" | "win" as kind, horse, stake] if stake.isdecimal():
            return Single("place" if kind == "place" else "win", Horse(horse), int(stake))
        case ["bet", "double", first, second, on_first, on_second] if (on_first + on_second).isdecimal():
            return Double(Horse(first), Horse(second), int(on_first), int(on_second))
        case ["play", card]:
            return Play(Card(card))
        case ["play", card, horse]:
            return Play(Card(card), Horse(horse))
        case ["keep", *cards]:
            return Keep(tuple(Card(card) for card in cards))
    raise Unreadable(f"action: {text!r} is none, such as 'play red+7', 'bet win red 200' or 'keep red+7'")
