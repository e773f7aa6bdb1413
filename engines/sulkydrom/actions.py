"""What a seat decides in Sulkydrom: its stacks, Joker or Galopp, a card, a drive; and why that may be refused."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Final, Literal, NewType, TypeAlias

from engines.core import Strict
from engines.sulkydrom.course import Step

Letter: TypeAlias = Literal["A", "B", "C", "D", "E", "F", "G", "H"]
"""A horse by its letter."""

Deck: TypeAlias = Literal["horse", "position"]
"""The two kinds of tempo cards: half lengths by horse, or by position in the race."""

Card = NewType("Card", str)
"""A tempo card by its name in the edition."""

Path: TypeAlias = tuple[Step, ...]
"""The steps of a drive, in their order."""


@dataclass(frozen=True, slots=True)
class Stack(Strict):
    """The two stacks laid face down in secret; the first card of each is turned first."""

    type: Literal["stack"] = field(default="stack", kw_only=True)
    horse: tuple[Card, ...]
    position: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Joker(Strict):
    """The Joker before the tempo card: the seat's own horse drives at once."""

    type: Literal["joker"] = field(default="joker", kw_only=True)
    path: Path


@dataclass(frozen=True, slots=True)
class Galopp(Strict):
    """The Galopp before the tempo card: another horse cannot use that card."""

    type: Literal["galopp"] = field(default="galopp", kw_only=True)
    horse: Letter


@dataclass(frozen=True, slots=True)
class Tempo(Strict):
    """The stack whose top card is turned."""

    type: Literal["tempo"] = field(default="tempo", kw_only=True)
    deck: Deck


@dataclass(frozen=True, slots=True)
class Drive(Strict):
    """What a horse makes of the number the tempo card shows for it; an empty path stays."""

    type: Literal["drive"] = field(default="drive", kw_only=True)
    path: Path


Action: TypeAlias = Stack | Joker | Galopp | Tempo | Drive

STAY: Final = Drive(())
"""The horse stays where it is."""

drive_of = cache(Drive)
"""Driving a path, made once for each: a card allows so little that there are a few thousand at most."""

TEMPO: Final[dict[Deck, Tempo]] = {"horse": Tempo("horse"), "position": Tempo("position")}
"""Turning the top of each stack."""


class Refusal(StrEnum):
    """Why an action is refused, beside the reasons that all games share; behind each the facts it carries."""

    WRONG_CARDS = "wrong_cards"  # deck, missing, foreign: cards of the hand left out, cards not in it
    STACK_EMPTY = "stack_empty"  # deck
    ONE_A_TURN = "one_a_turn"  # no facts: a Joker or a Galopp was already played before this tempo card
    JOKER_SPENT = "joker_spent"  # no facts
    GALOPP_SPENT = "galopp_spent"  # no facts
    NO_STEP = "no_step"  # no facts: a Joker has to drive
    HORSE_NOT_RUNNING = "horse_not_running"  # horse, horses: those that run
    OWN_HORSE = "own_horse"  # horse
    HAS_HAD_GALOPP = "has_had_galopp"  # horse
    TOO_FAR = "too_far"  # cost, most: in half lengths
    NO_LANE_THERE = "no_lane_there"  # at, step: index and letter of the first step that leaves the track
    BLOCKED = "blocked"  # at, step
    ALREADY_HOME = "already_home"  # at, step
