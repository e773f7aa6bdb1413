"""What a seat decides in Jockey: a bet, a card to play, the cards to keep; and why it may be refused."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Literal, NewType, TypeAlias

from pydantic import Discriminator, TypeAdapter

from engines.core import Strict

Horse = NewType("Horse", str)
"""A horse by the name of its colour."""

Card = NewType("Card", str)
"""A kind of jockey card by its name: `red+7`, `redx3`, `no2+13`; copies of a kind are equal."""


@dataclass(frozen=True, slots=True)
class Single(Strict):
    """A bet on one horse: to place (first or second) or to win. The stake is in bills."""

    type: Literal["bet"] = field(default="bet", kw_only=True)
    kind: Literal["place", "win"]
    horse: Horse
    stake: int

    @property
    def total(self) -> int:
        """All that is staked."""
        return self.stake


@dataclass(frozen=True, slots=True)
class Double(Strict):
    """A bet on two different horses in the order of their finish, with a stake in bills on each."""

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


@dataclass(frozen=True, slots=True)
class Play(Strict):
    """A card laid on the played pile. `horse` matters only where several share the card's position."""

    type: Literal["play"] = field(default="play", kw_only=True)
    card: Card
    horse: Horse | None = None


@dataclass(frozen=True, slots=True)
class Keep(Strict):
    """Up to two cards kept in secret for the next race."""

    type: Literal["keep"] = field(default="keep", kw_only=True)
    cards: tuple[Card, ...]


Bet: TypeAlias = Single | Double
Action: TypeAlias = Single | Double | Play | Keep

READER: TypeAdapter[Action] = TypeAdapter(
    Annotated[
        Annotated[Single | Double, Discriminator("kind")] | Play | Keep,
        Discriminator("type"),
    ]
)


class Refusal(StrEnum):
    """Why an action is refused, beside the reasons that all games share; behind each the facts it carries."""

    UNKNOWN_HORSE = "unknown_horse"  # horse, horses
    SAME_HORSE = "same_horse"  # horse
    STAKE_NOT_IN_STEPS = "stake_not_in_steps"  # stake, step
    STAKE_TOO_SMALL = "stake_too_small"  # stake, least
    STAKE_TOO_LARGE = "stake_too_large"  # stake, most, capital
    CARD_NOT_IN_HAND = "card_not_in_hand"  # card
    HORSE_NEEDED = "horse_needed"  # card, horses
    WRONG_HORSE = "wrong_horse"  # card, horse, horses: those the card can move
    TOO_MANY_KEPT = "too_many_kept"  # count, most
