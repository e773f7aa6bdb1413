"""Everything there is to know about a running game of Turfe, one class a phase; never changed in place.

Tuples by seat have one entry per seat, tuples by horse one per horse in the edition's order. Hands are sorted
in the order of the edition. Where horses stand is said in cells (see `course`). Money is in whole coins.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from engines.core import Seat
from engines.turfe.actions import Bet, Card, Horse, Spot
from engines.turfe.course import Cells

Hand: TypeAlias = tuple[Card, ...]


class Laid(NamedTuple):
    """A card on the played pile, and who laid it there."""

    seat: Seat
    card: Card


class LastPlay(NamedTuple):
    """The card played last, and the horse it moved from spot to spot; None if it moved none."""

    seat: Seat
    card: Card
    aside: bool
    """Whether it was the card laid aside for the seat's bet."""
    horse: Horse | None
    start: Spot | None
    end: Spot | None


class Result(NamedTuple):
    """A finished race: the order of finish and what every bet brought."""

    race: int
    order: tuple[Horse, ...]
    places: tuple[Spot, ...]
    """By horse, when the race was over."""
    bets: tuple[Bet | None, ...]
    """By seat, without the cards laid aside; None: it was broke and did not bet."""
    nets: tuple[int, ...]
    """By seat, with its share of the jackpot."""
    jackpots: tuple[int | None, ...]
    """By seat: its share of the jackpot, None unless it won one."""
    money: tuple[int, ...]
    """By seat, after the settlement."""
    pot: int
    """After the settlement."""
    last: LastPlay | None


class RaceDay(NamedTuple):
    """What outlasts a race."""

    races: int
    race: int
    """From 1."""
    banker: Seat
    money: tuple[int, ...]
    """By seat."""
    pot: int
    """The jackpot: the stakes lost in the races before this one."""
    result: Result | None
    """The race before this one."""


class Betting(NamedTuple):
    """Hands are dealt, bets are placed in secret."""

    race_day: RaceDay
    hands: tuple[Hand, ...]
    """The cards laid aside for bets are taken out."""
    bets: tuple[Bet | None, ...]
    """Each with the card laid aside for it, None where the seat had no coloured card."""
    to_act: tuple[Seat, ...]
    """The seats that have not bet yet; a broke one does not bet."""

    @property
    def asides(self) -> tuple[Card | None, ...]:
        """By seat: the card laid aside for the bet."""
        return tuple([bet.card if bet else None for bet in self.bets])


class Racing(NamedTuple):
    """The horses run."""

    race_day: RaceDay
    hands: tuple[Hand, ...]
    asides: tuple[Card | None, ...]
    """By seat: the card laid aside for the bet; None once it is played and shown, or if there never was one."""
    bets: tuple[Bet | None, ...]
    pile: tuple[Laid, ...]
    """The played pile, oldest first."""
    stock: tuple[Card, ...]
    """The shuffled cards to flip once all hands have run out, the next one first."""
    flipped: Card | None
    """The card that the seat whose turn it is has to play; None while there are hands."""
    cells: Cells
    """By horse."""
    home: tuple[Horse, ...]
    """The horses over the line, in the order of finish."""
    to_act: tuple[Seat]
    """The seat whose turn it is."""
    last: LastPlay | None
    recent: tuple[LastPlay, ...] = ()
    """The last plays of this race, oldest first, one a seat: what happened since each seat saw its own turn."""


class Over(NamedTuple):
    """The game is over, and the cards are collected."""

    race_day: RaceDay

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Nobody has anything to decide any more."""
        return ()


State: TypeAlias = Betting | Racing | Over
