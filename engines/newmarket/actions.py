"""What a seat decides in Newmarket: a horse, which hand to take, bids, cards; and why that may be refused."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, NewType, TypeAlias

from engines.core import Strict

Card = NewType("Card", str)
"""A form card by its colour and number, `blue13`; a racehorse goes by the name of its card."""


@dataclass(frozen=True, slots=True)
class Back(Strict):
    """The stake put on a racehorse before any card is seen."""

    type: Literal["back"] = field(default="back", kw_only=True)
    horse: Card


@dataclass(frozen=True, slots=True)
class Take(Strict):
    """The dealer keeps the own hand, or lays it down for the spare one."""

    type: Literal["hand"] = field(default="hand", kw_only=True)
    take: Literal["own", "spare"]


@dataclass(frozen=True, slots=True)
class Auction(Strict):
    """The dealer offers the spare hand for sale, or leaves it lying."""

    type: Literal["auction"] = field(default="auction", kw_only=True)
    open: bool


@dataclass(frozen=True, slots=True)
class Bid(Strict):
    """Points offered for the spare hand; None is a pass, for good."""

    type: Literal["bid"] = field(default="bid", kw_only=True)
    points: int | None


@dataclass(frozen=True, slots=True)
class Lead(Strict):
    """The first card of a sequence."""

    type: Literal["lead"] = field(default="lead", kw_only=True)
    card: Card


@dataclass(frozen=True, slots=True)
class Follow(Strict):
    """The next card of a sequence."""

    type: Literal["follow"] = field(default="follow", kw_only=True)
    card: Card


@dataclass(frozen=True, slots=True)
class Missed(Strict):
    """Nobody called the next card in time, so the sequence ends. Only the table's clock says so."""

    type: Literal["missed"] = field(default="missed", kw_only=True)


@dataclass(frozen=True, slots=True)
class Time(Strict):
    """The agreed length of time is over: the deal in progress is the last. Only the table's clock says so."""

    type: Literal["time"] = field(default="time", kw_only=True)


Action: TypeAlias = Back | Take | Auction | Bid | Lead | Follow | Missed | Time


class Refusal(StrEnum):
    """Why an action is refused, beside the reasons that all games share; behind each the facts it carries."""

    UNKNOWN_HORSE = "unknown_horse"  # horse, horses
    BID_TOO_LOW = "bid_too_low"  # points, least
    BID_TOO_HIGH = "bid_too_high"  # points, most
    CARD_NOT_IN_HAND = "card_not_in_hand"  # card
    WRONG_COLOUR = "wrong_colour"  # card, colours: those that may be led
    NOT_THE_LOWEST = "not_the_lowest"  # card, cards: those that may be led
    NOT_THE_NEXT = "not_the_next"  # card, wanted
    NO_TIME_LIMIT = "no_time_limit"
    TIME_IS_UP = "time_is_up"
