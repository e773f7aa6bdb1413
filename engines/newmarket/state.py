"""Everything there is to know about a running game of Newmarket, one class a phase; never changed in place.

Tuples by seat have one entry per seat, tuples by horse one per racehorse in the edition's order. Cards are
numbers and hands are sets of bits (see `cards`).
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from engines.core import Seat
from engines.newmarket.cards import Hand, Number


class Claim(NamedTuple):
    """Points taken off a racehorse, by its place in the edition's order."""

    seat: Seat
    horse: int
    points: int


class Played(NamedTuple):
    """A card and who played it."""

    seat: Seat
    card: Number


class Result(NamedTuple):
    """A finished deal."""

    deal: int
    out: Seat | None
    """Who played a last card; None if the deal ended because nobody could lead."""
    claims: tuple[Claim, ...]
    paid: tuple[int, ...]
    """By seat: what it paid to who was out."""
    unclaimed: tuple[int, ...]
    """By horse."""
    points: tuple[int, ...]
    """By seat, after the payments."""
    last: Played
    """The card that was played last."""


class Terms(NamedTuple):
    """How the table plays: its options."""

    deals: int
    minutes: int | None
    """The clock says when they are over."""
    manual: bool
    """Whether players call the cards of a sequence; else the table plays them."""
    window: int
    """Seconds to call a card."""


class RaceDay(NamedTuple):
    """What outlasts a phase."""

    terms: Terms
    deal: int
    """From 1."""
    dealer: Seat
    points: tuple[int, ...]
    """By seat."""
    pots: tuple[int, ...]
    """By horse: the points on it."""
    backs: tuple[int, ...]
    """By seat: the horse it has backed in this deal; empty until all have."""
    claims: tuple[Claim, ...]
    """In this deal."""
    time_is_up: bool
    result: Result | None
    """The deal before this one."""


class Backing(NamedTuple):
    """All put their stakes on racehorses, in secret; no card is dealt yet."""

    race_day: RaceDay
    backed: tuple[int | None, ...]
    """By seat: the horse; None: not decided yet."""
    to_act: tuple[Seat, ...]
    """The seats that have not decided yet."""


class Choosing(NamedTuple):
    """The dealer looks at the own hand and may swap it for the spare one."""

    race_day: RaceDay
    hands: tuple[Hand, ...]
    spare: Hand

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Only the dealer."""
        return (self.race_day.dealer,)


class Offering(NamedTuple):
    """The dealer has kept the own hand and may auction the spare one."""

    race_day: RaceDay
    hands: tuple[Hand, ...]
    spare: Hand

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Only the dealer."""
        return (self.race_day.dealer,)


class Bidding(NamedTuple):
    """The spare hand is being auctioned."""

    race_day: RaceDay
    hands: tuple[Hand, ...]
    spare: Hand
    best: int
    """The highest bid; 0: none yet."""
    bidders: tuple[Seat, ...]
    """Who has not passed, the next to bid first; who made the highest bid is the last of them."""

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Who bids next."""
        return self.bidders[:1]


class Playing(NamedTuple):
    """Sequences are played."""

    race_day: RaceDay
    hands: tuple[Hand, ...]
    down: Hand
    """The hand nobody plays with."""
    discarder: Seat | None
    """Who laid that hand down and knows it: the dealer who swapped, or a buyer; None: the spare hand lies."""
    plays: tuple[Played, ...]
    """Every card played in this deal."""
    wanted: Number | None
    """The next card of the sequence; None: a sequence is to be led.

    Where the table plays the cards somebody holds it. Where players call them it may be face down or played.
    """
    to_act: tuple[Seat, ...]
    """The leader, or the holder of that card; where players call it, every seat."""


class Over(NamedTuple):
    """The game is over."""

    race_day: RaceDay

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Nobody has anything to decide any more."""
        return ()


State: TypeAlias = Backing | Choosing | Offering | Bidding | Playing | Over
