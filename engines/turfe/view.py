"""What one seat, or everyone, may know of a game of Turfe; built field by field, so it fails closed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from engines.core import Seat, Strict, phase_name
from engines.turfe.actions import Bet, Card, Horse, Kind, Spot
from engines.turfe.edition import Setup
from engines.turfe.state import Laid, LastPlay, Over, Racing, Result, State


class Phase(StrEnum):
    """What is going on."""

    BETTING = "betting"
    RACING = "racing"
    OVER = "over"


class Stake(NamedTuple):
    """What everyone sees of a bet once all have bet."""

    kind: Kind
    stake: int


@dataclass(frozen=True, slots=True)
class Own(Strict):
    """What only the seat itself may know."""

    hand: tuple[Card, ...]
    """The cards in hand, in the order of the edition; without the one laid aside."""
    aside: Card | None
    """The card laid aside for the bet, while it is face down."""
    bet: Bet | None
    """The bet of the race that is being prepared or run; None before it is placed and after the game."""


@dataclass(frozen=True, slots=True)
class View(Strict):
    """All that `seat` may know; `seat` None is everyone.

    Tuples by seat have one entry per seat, tuples by horse one per horse in the order of `horses`. Money is
    in whole coins. When the game is over, horses and last play are those of the last race.
    """

    seats: int
    seat: Seat | None
    phase: Phase
    race: int
    """The race that is prepared, run or was the last, from 1."""
    races: int
    """How many races the game has at most."""
    horses: tuple[Horse, ...]
    length: int
    """The length of the track: a horse beyond this space is home."""
    places: tuple[Spot, ...]
    """By horse."""
    home: tuple[Horse, ...]
    """The horses over the line, in the order of finish."""
    to_act: tuple[Seat, ...]
    banker: Seat
    """The seat that plays the first card of the race."""
    last: LastPlay | None
    """The card played last in this race."""
    recent: tuple[LastPlay, ...]
    """The last plays, oldest first, one a seat; none once the race is over."""
    pile: tuple[Laid, ...]
    """The played pile, oldest first."""
    stock_count: int
    """How many shuffled cards are left to flip."""
    flipped: Card | None
    """The card that the seat whose turn it is has to play, once all hands have run out."""
    card_counts: tuple[int, ...]
    """By seat: its cards, with the one laid aside while that is face down."""
    shown: tuple[Card | None, ...]
    """By seat: the card laid aside for its bet, once it has been played."""
    money: tuple[int, ...]
    """By seat."""
    pot: int
    """The jackpot: what earlier races have left in it."""
    has_bet: tuple[bool, ...]
    """By seat: whether its bet for this race is placed; a broke seat's never is."""
    stakes: tuple[Stake | None, ...]
    """By seat: the kind and stake of its bet, once all have bet."""
    result: Result | None
    """The last finished race: its order, every bet opened, and what each brought."""
    own: Own | None
    """None for everyone."""


def view(setup: Setup, state: State, seat: Seat | None) -> View:
    """Return what `seat` may know of `state`; None: everyone."""
    race_day, course = state.race_day, setup.course
    race = state if isinstance(state, Racing) else None
    over = race_day.result if isinstance(state, Over) else None
    nobody = (None,) * len(race_day.money)
    return View(
        seats=len(race_day.money),
        seat=seat,
        phase=Phase(phase_name(type(state))),
        race=race_day.race,
        races=race_day.races,
        horses=setup.horses,
        length=course.length,
        places=over.places
        if over
        else tuple([course.spots[cell] for cell in (race.cells if race else course.starts)]),
        home=race.home if race else over.order if over else (),
        to_act=state.to_act,
        banker=race_day.banker,
        last=race.last if race else over.last if over else None,
        recent=race.recent if race else (),
        pile=race.pile if race else (),
        stock_count=len(race.stock) if race else 0,
        flipped=race.flipped if race else None,
        card_counts=card_counts(state),
        shown=shown(race) if race else nobody,
        money=race_day.money,
        pot=race_day.pot,
        has_bet=tuple(
            [False] * len(nobody) if isinstance(state, Over) else [bool(bet) for bet in state.bets]
        ),
        stakes=tuple([Stake(bet.kind, bet.stake) if bet else None for bet in race.bets]) if race else nobody,
        result=race_day.result,
        own=None if seat is None else own(state, seat),
    )


def own(state: State, seat: Seat) -> Own:
    """Return what only `seat` may know."""
    if isinstance(state, Over):
        return Own((), None, None)
    return Own(state.hands[seat], state.asides[seat], state.bets[seat])


def card_counts(state: State) -> tuple[int, ...]:
    """Return how many cards each seat has; whether one is laid aside, nobody is told."""
    if isinstance(state, Over):
        return (0,) * len(state.race_day.money)
    return tuple(
        [len(hand) + (aside is not None) for hand, aside in zip(state.hands, state.asides, strict=True)]
    )


def shown(race: Racing) -> tuple[Card | None, ...]:
    """Return the cards laid aside for bets that have been played."""
    return tuple(
        [
            bet.card if bet is not None and aside is None else None
            for bet, aside in zip(race.bets, race.asides, strict=True)
        ]
    )
