"""What a seat decides in Newmarket: a horse to back, which hand to take, bids, and the cards it plays.

Actions are frozen values. Each has a JSON form (the race log's) and a short text form, `str(action)`, which
`parsed` reads again: `back blue13`, `hand own`, `hand spare`, `auction open`, `auction none`, `bid 7`,
`bid pass`, `lead blue3`, `follow blue4`, `follow miss`, `time`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal, NewType, TypeAlias

from pydantic import Discriminator, TypeAdapter

from engines.core import Strict, Unreadable

Card = NewType("Card", str)
"""A form card by its colour and number, `blue13`; a racehorse goes by the name of its card."""


@dataclass(frozen=True, slots=True)
class Back(Strict):
    """The stake put on a racehorse before any card is seen."""

    type: Literal["back"] = field(default="back", kw_only=True)
    horse: Card

    def __str__(self) -> str:
        return f"back {self.horse}"


@dataclass(frozen=True, slots=True)
class Take(Strict):
    """The dealer keeps the own hand, or lays it down for the spare one."""

    type: Literal["hand"] = field(default="hand", kw_only=True)
    take: Literal["own", "spare"]

    def __str__(self) -> str:
        return f"hand {self.take}"


@dataclass(frozen=True, slots=True)
class Auction(Strict):
    """The dealer offers the spare hand for sale, or leaves it lying."""

    type: Literal["auction"] = field(default="auction", kw_only=True)
    open: bool

    def __str__(self) -> str:
        return "auction open" if self.open else "auction none"


@dataclass(frozen=True, slots=True)
class Bid(Strict):
    """Points offered for the spare hand; None is a pass, for good."""

    type: Literal["bid"] = field(default="bid", kw_only=True)
    points: int | None

    def __str__(self) -> str:
        return "bid pass" if self.points is None else f"bid {self.points}"


@dataclass(frozen=True, slots=True)
class Lead(Strict):
    """The first card of a sequence."""

    type: Literal["lead"] = field(default="lead", kw_only=True)
    card: Card

    def __str__(self) -> str:
        return f"lead {self.card}"


@dataclass(frozen=True, slots=True)
class Follow(Strict):
    """The next card of a sequence; None: its holder missed the call."""

    type: Literal["follow"] = field(default="follow", kw_only=True)
    card: Card | None

    def __str__(self) -> str:
        return "follow miss" if self.card is None else f"follow {self.card}"


@dataclass(frozen=True, slots=True)
class Time(Strict):
    """The agreed length of time is over: the deal in progress is the last. Only the table's clock says so."""

    type: Literal["time"] = field(default="time", kw_only=True)

    def __str__(self) -> str:
        return "time"


Action: TypeAlias = Back | Take | Auction | Bid | Lead | Follow | Time

READER: TypeAdapter[Action] = TypeAdapter(Annotated[Action, Discriminator("type")])


def parsed(text: str) -> Action:
    """Read an action from its short text form; raise Unreadable."""
    match text.split():
        case ["back", horse]:
            return Back(Card(horse))
        case ["hand", "own"]:
            return Take("own")
        case ["hand", "spare"]:
            return Take("spare")
        case ["auction", "open" | "none" as offer]:
            return Auction(offer == "open")
        case ["bid", "pass"]:
            return Bid(None)
        case ["bid", points] if points.isdecimal():
            return Bid(int(points))
        case ["lead", card]:
            return Lead(Card(card))
        case ["follow", card]:
            return Follow(None if card == "miss" else Card(card))
        case ["time"]:
            return Time()
    raise Unreadable(f"action: {text!r} is none, such as 'back blue13', 'bid 7', 'bid pass' or 'lead red3'")
