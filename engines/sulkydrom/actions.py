"""What a seat decides in Sulkydrom: the order of its stacks, Joker or Galopp, a tempo card, where to drive.

Actions are frozen values. Each has a JSON form (the race log's) and a short text form, `str(action)`, which
`parsed` reads again: `stack h01 h02 / p01 p02`, `joker LL`, `galopp G`, `tempo horse`, `drive FFRFF`, and
`drive` alone for a horse that stays.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Final, Literal, NewType, TypeAlias, get_args

from pydantic import Discriminator, TypeAdapter

from engines.core import Strict, Unreadable
from engines.sulkydrom.course import COST, Step

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

    def __str__(self) -> str:
        return " ".join(("stack", *self.horse, "/", *self.position))


@dataclass(frozen=True, slots=True)
class Joker(Strict):
    """The Joker before the tempo card: the seat's own horse drives at once."""

    type: Literal["joker"] = field(default="joker", kw_only=True)
    path: Path

    def __str__(self) -> str:
        return " ".join(("joker", "".join(self.path))).rstrip()


@dataclass(frozen=True, slots=True)
class Galopp(Strict):
    """The Galopp before the tempo card: another horse cannot use that card."""

    type: Literal["galopp"] = field(default="galopp", kw_only=True)
    horse: Letter

    def __str__(self) -> str:
        return f"galopp {self.horse}"


@dataclass(frozen=True, slots=True)
class Tempo(Strict):
    """The stack whose top card is turned."""

    type: Literal["tempo"] = field(default="tempo", kw_only=True)
    deck: Deck

    def __str__(self) -> str:
        return f"tempo {self.deck}"


@dataclass(frozen=True, slots=True)
class Drive(Strict):
    """What a horse makes of the number the tempo card shows for it; an empty path stays."""

    type: Literal["drive"] = field(default="drive", kw_only=True)
    path: Path

    def __str__(self) -> str:
        return " ".join(("drive", "".join(self.path))).rstrip()


Action: TypeAlias = Stack | Joker | Galopp | Tempo | Drive

READER: TypeAdapter[Action] = TypeAdapter(
    Annotated[Stack | Joker | Galopp | Tempo | Drive, Discriminator("type")]
)

STAY: Final = Drive(())
"""The horse stays where it is."""

drive_of = cache(Drive)
"""Driving a path, made once for each: a card allows so little that there are a few thousand at most."""

TEMPO: Final[dict[Deck, Tempo]] = {"horse": Tempo("horse"), "position": Tempo("position")}
"""Turning the top of each stack."""

_STEPS: Final[dict[str, Step]] = {step: step for step in COST}
_LETTERS: Final[dict[str, Letter]] = {letter: letter for letter in get_args(Letter)}


def path(text: str) -> Path:
    """Read the steps of a drive from their letters; raise Unreadable."""
    if strange := [letter for letter in text if letter not in _STEPS]:
        raise Unreadable(f"path: {strange[0]!r} is no step; steps are F (forward), L (inside), R (outside)")
    return tuple([_STEPS[letter] for letter in text])


def parsed(text: str) -> Action:
    """Read an action from its short text form; raise Unreadable."""
    match text.split():
        case ["stack", *cards] if cards.count("/") == 1:
            at = cards.index("/")
            return Stack(
                tuple([Card(card) for card in cards[:at]]), tuple([Card(card) for card in cards[at + 1 :]])
            )
        case ["joker"] | ["drive"] as bare:
            return Joker(()) if bare == ["joker"] else STAY
        case ["joker", steps]:
            return Joker(path(steps))
        case ["drive", steps]:
            return Drive(path(steps))
        case ["galopp", letter] if letter in _LETTERS:
            return Galopp(_LETTERS[letter])
        case ["tempo", "horse" | "position" as deck]:
            return TEMPO["horse" if deck == "horse" else "position"]
    raise Unreadable(f"action: {text!r} is none, such as 'drive FFR', 'tempo horse' or 'galopp G'")
