"""What a seat decides in Turfe: a bet with the card laid aside for it, or a card to play; and why it may be refused."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Literal, NewType, TypeAlias

from engines.core import Strict

Horse = NewType("Horse", str)
"""A horse by the name of its colour."""

Card = NewType("Card", str)
"""A kind of card by its name: `red+3`, `any-2`, `any+3`; copies of a kind are equal."""

Kind: TypeAlias = Literal["win", "place", "jackpot"]
"""The types of bet (Ponta, Placê, Acumulada)."""

KINDS: Final[tuple[Kind, ...]] = ("win", "place", "jackpot")


@dataclass(frozen=True, slots=True)
class Spot(Strict):
    """Where a horse stands: its lane from 1, and its space; 0 is the start, beyond the last one is home."""

    lane: int
    space: int


@dataclass(frozen=True, slots=True)
class Bet(Strict):
    """A bet on one horse. `card`, of the horse's colour, is laid aside from the hand to mark it.

    It may be left out where the seat's cards of the colour are all alike, and is by who has no coloured card.
    """

    type: Literal["bet"] = field(default="bet", kw_only=True)
    kind: Kind
    horse: Horse
    stake: int
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Play(Strict):
    """A card played, the horse it is for, and where that goes; `to` None: it does not move.

    `aside`: it is the card laid aside for the bet, not a copy from the hand.
    """

    type: Literal["play"] = field(default="play", kw_only=True)
    card: Card
    horse: Horse
    to: Spot | None
    aside: bool = False


Action: TypeAlias = Bet | Play


class Refusal(StrEnum):
    """Why an action is refused, beside the reasons that all games share; behind each the facts it carries."""

    UNKNOWN_HORSE = "unknown_horse"  # horse, horses
    COLOUR_NOT_HELD = "colour_not_held"  # horse, horses: those the seat holds cards of
    CARD_NEEDED = "card_needed"  # horse, cards: those it may lay aside
    WRONG_CARD = "wrong_card"  # card, horse, cards: those it may lay aside
    CARD_NOT_IN_HAND = "card_not_in_hand"  # card
    STAKE_NOT_IN_STEPS = "stake_not_in_steps"  # stake, step
    STAKE_TOO_SMALL = "stake_too_small"  # stake, least
    STAKE_TOO_LARGE = "stake_too_large"  # stake, most
    JACKPOT_STAKE = "jackpot_stake"  # stake, exactly
    NOT_LAID_ASIDE = "not_laid_aside"  # card
    NOT_THE_FLIPPED_CARD = "not_the_flipped_card"  # card, flipped
    WRONG_HORSE = "wrong_horse"  # card, horse, horses: those the card can be played for
    CANNOT_GO_THERE = "cannot_go_there"  # card, horse, to: [lane, space] or null, ends: [[lane, space], …]
