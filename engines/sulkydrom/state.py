"""Everything there is to know about a running game of Sulkydrom, one class a phase; never changed in place.

Each seat owns one horse, so tuples by seat are tuples by horse as well. `Cell` numbers are those of the
edition's course; a horse that is home stands on `AT_HOME`. Stacks list the card to turn next first.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from engines.core import Seat
from engines.sulkydrom.actions import Card, Deck, Letter
from engines.sulkydrom.course import Cell, LaneChange, Spot

Goal: TypeAlias = Literal["first", "minor", "major", "victories"]
"""What is played for: one race, 64 points, 128 points, two victories."""


class Stacks(NamedTuple):
    """Tempo cards of both kinds."""

    horse: tuple[Card, ...]
    position: tuple[Card, ...]


class Turned(NamedTuple):
    """The tempo card turned last, and by whom."""

    seat: Seat
    deck: Deck
    card: Card


class Result(NamedTuple):
    """A finished race: the horses that have a place, and what it brought each seat."""

    race: int
    order: tuple[Letter, ...]
    points: tuple[int, ...]
    """By seat: what its place brought; 0 for a horse without one."""
    totals: tuple[int, ...]
    """By seat: all its points after this race."""
    wins: tuple[int, ...]
    """By seat: races won up to this one."""


class RaceDay(NamedTuple):
    """What outlasts a race."""

    goal: Goal
    lane_change: LaneChange
    race: int
    """From 1 through the whole game."""
    horses: tuple[Letter, ...]
    """By seat: the horse it owns."""
    points: tuple[int, ...]
    """By seat: those of horses home in this race included."""
    wins: tuple[int, ...]
    """By seat: races won, the one under way included once a horse is home."""
    result: Result | None
    """The race before this one."""


class Moved(NamedTuple):
    """A horse that was driven, by its seat, and from where to where."""

    seat: Seat
    start: Spot
    end: Spot


class Race(NamedTuple):
    """What changes little while a race is run."""

    lanes: tuple[Seat, ...]
    """Whose horse started in lane 1, 2 …"""
    deal: int
    """1, and 2 once the cards had run out and were dealt again."""
    surplus: Stacks
    jokers: tuple[bool, ...]
    """By seat: whether it still has its Joker."""
    galopps: tuple[bool, ...]
    """By seat: whether it still has its Galopp."""
    galopped: tuple[bool, ...]
    """By seat: whether its horse has had a Galopp."""
    recent: tuple[Moved, ...] = ()
    """The last moves of this race, oldest first, one a seat: what happened since each seat drove itself."""


class Stacking(NamedTuple):
    """Tempo cards are dealt; each seat orders its stacks in secret."""

    race_day: RaceDay
    race: Race
    stacks: tuple[Stacks, ...]
    """By seat: as dealt, or as ordered by a seat that no longer has to act."""
    cells: tuple[Cell, ...]
    home: tuple[Seat, ...]
    """Whose horses are home, in the order of getting there."""
    to_act: tuple[Seat, ...]
    """The seats that have not stacked yet."""
    turn: Seat
    """Who turns the next tempo card."""


class Turning(NamedTuple):
    """A seat plays Joker or Galopp if it likes, and turns a tempo card."""

    race_day: RaceDay
    race: Race
    stacks: tuple[Stacks, ...]
    pile: tuple[Card, ...]
    """The cards turned in this deal, oldest first."""
    cells: tuple[Cell, ...]
    home: tuple[Seat, ...]
    to_act: tuple[Seat]
    turned: Turned | None
    """The card before; None at the start of a deal."""
    special: Literal["joker", "galopp"] | None
    """What the seat has played in this turn."""
    stopped: Seat | None
    """Whose horse cannot use the next card."""


class Driving(NamedTuple):
    """The running horses use the card just turned, one after another."""

    race_day: RaceDay
    race: Race
    stacks: tuple[Stacks, ...]
    pile: tuple[Card, ...]
    cells: tuple[Cell, ...]
    home: tuple[Seat, ...]
    to_act: tuple[Seat]
    turned: Turned
    stopped: Seat | None
    allowances: tuple[int, ...]
    """By seat: half lengths its horse may drive, 0 for one that is home or under Galopp."""
    order: tuple[Seat, ...]
    """Whose horses ran when the card was turned, in the order of position."""
    waiting: tuple[Seat, ...]
    """Whose horses drive after this one."""


class Over(NamedTuple):
    """The game is over."""

    race_day: RaceDay
    race: Race
    stacks: tuple[Stacks, ...]
    pile: tuple[Card, ...]
    cells: tuple[Cell, ...]
    home: tuple[Seat, ...]
    to_act: tuple[()]
    turned: Turned | None


State: TypeAlias = Stacking | Turning | Driving | Over
