"""What a seat decides in Turfe: a bet with the card laid aside for it, or a card to play.

Actions are frozen values. Each has a JSON form (the race log's) and a short text form, `str(action)`, which
`parsed` reads again: `bet win red 20 red+3`, `bet jackpot red 50`, `play red+3 red 1:5`, `play any-2 blue 2:0`,
`play any+3 red -` for a horse that does not move, `play red+3 red 1:5 aside` for the card laid aside.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Final, Literal, NewType, TypeAlias

from pydantic import ConfigDict, Discriminator, TypeAdapter

from engines.core import Unreadable

Horse = NewType("Horse", str)
"""A horse by the name of its colour."""

Card = NewType("Card", str)
"""A kind of card by its name: `red+3`, `any-2`, `any+3`; copies of a kind are equal."""

Kind: TypeAlias = Literal["win", "place", "jackpot"]
"""The types of bet (Ponta, Placê, Acumulada)."""

KINDS: Final[tuple[Kind, ...]] = ("win", "place", "jackpot")

STRICT = ConfigDict(strict=True, extra="forbid")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a horse stands: its lane from 1, and its space; 0 is the start, beyond the last one is home."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    lane: int
    space: int

    def __str__(self) -> str:
        return f"{self.lane}:{self.space}"


@dataclass(frozen=True, slots=True)
class Bet:
    """A bet on one horse. `card`, of the horse's colour, is laid aside from the hand to mark it.

    It may be left out where the seat's cards of the colour are all alike, and is by who has no coloured card.
    """

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    type: Literal["bet"] = field(default="bet", kw_only=True)
    kind: Kind
    horse: Horse
    stake: int
    card: Card | None = None

    def __str__(self) -> str:
        return " ".join(("bet", self.kind, self.horse, str(self.stake), *filter(None, (self.card,))))


@dataclass(frozen=True, slots=True)
class Play:
    """A card played, the horse it is for, and where that goes; `to` None: it does not move.

    `aside`: it is the card laid aside for the bet, not a copy from the hand.
    """

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    type: Literal["play"] = field(default="play", kw_only=True)
    card: Card
    horse: Horse
    to: Place | None
    aside: bool = False

    def __str__(self) -> str:
        return f"play {self.card} {self.horse} {self.to or '-'}" + " aside" * self.aside


Action: TypeAlias = Bet | Play

READER: TypeAdapter[Action] = TypeAdapter(Annotated[Bet | Play, Discriminator("type")])

PLACE: Final = re.compile(r"([0-9]{1,4}):([0-9]{1,4})")


def parsed(text: str) -> Action:
    """Read an action from its short text form; raise Unreadable."""
    match text.split():
        case ["bet", "win" | "place" | "jackpot" as named, horse, stake, *card] if (
            stake.isdecimal() and len(card) <= 1
        ):
            (kind,) = (each for each in KINDS if each == named)
            return Bet(kind, Horse(horse), int(stake), Card(card[0]) if card else None)
        case ["play", card, horse, "-", *aside] if aside in ([], ["aside"]):
            return Play(Card(card), Horse(horse), None, bool(aside))
        case ["play", card, horse, to, *aside] if aside in ([], ["aside"]) and (at := PLACE.fullmatch(to)):
            return Play(Card(card), Horse(horse), Place(int(at[1]), int(at[2])), bool(aside))
    raise Unreadable(f"action: {text!r} is none, such as 'play red+3 red 1:3' or 'bet win red 20 red+3'")
