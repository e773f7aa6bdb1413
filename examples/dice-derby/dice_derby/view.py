"""What one seat, or everyone, may know of a game of Dice Derby; and a whole game that looks like that."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from dice_derby.actions import HORSES, Bet
from dice_derby.rules import MOST
from dice_derby.state import Betting, Over, RaceDay, Result, Running, State
from engines.core import Chance, Seat, Strict, phase_name, roll


class Phase(StrEnum):
    """What is going on."""

    BETTING = "betting"
    RUNNING = "running"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class View(Strict):
    """All that `seat` may know (None: everyone). By seat: scores, has_bet. By horse: places."""

    seat: Seat | None
    phase: Phase
    race: int
    races: int
    first: Seat
    length: int
    """The last space of the course: a horse above it is home."""
    places: tuple[int, ...]
    home: tuple[int, ...]
    moved: tuple[int, int] | None
    """The horse that ran last, and the space from which it did."""
    dice: tuple[int, int] | None
    """What the seat whose turn it is has thrown."""
    to_act: tuple[Seat, ...]
    scores: tuple[int, ...]
    """Chips."""
    has_bet: tuple[bool, ...]
    bet: Bet | None
    """The seat's own bet."""
    result: Result | None
    """The finished race, with every bet opened."""


def view(length: int, state: State, seat: Seat | None) -> View:
    """Return what `seat` may know of `state`; None: everyone."""
    day = state.day
    running = state if isinstance(state, Running) else None
    shown = running or (day.result if isinstance(state, Over) else None)
    bets = (None,) * len(day.chips) if isinstance(state, Over) else state.bets
    return View(
        seat=seat,
        phase=Phase(phase_name(type(state))),
        race=day.race,
        races=day.races,
        first=day.first,
        length=length,
        places=shown.places if shown else (0,) * len(HORSES),
        home=shown.home if shown else (),
        moved=shown.moved if shown else None,
        dice=running.dice if running else None,
        to_act=state.to_act,
        scores=day.chips,
        has_bet=tuple([bet is not None for bet in bets]),
        bet=None if seat is None else bets[seat],
        result=day.result,
    )


def imagine(view: View, chance: Chance) -> State:
    """Return a whole state that looks like `view` to its seat; bets it does not see are drawn."""
    day = RaceDay(view.races, view.race, view.first, view.scores, view.result)
    if view.phase is Phase.OVER:
        return Over(day)
    bets = [_bet(view, seat, chance) if has_bet else None for seat, has_bet in enumerate(view.has_bet)]
    if view.dice is None:
        return Betting(day, tuple(bets), view.to_act)
    placed = tuple([bet for bet in bets if bet])
    return Running(day, placed, view.places, view.home, view.moved, view.dice, (view.to_act[0],))


def _bet(view: View, seat: Seat, chance: Chance) -> Bet:
    own = view.bet if seat == view.seat else None
    return own or Bet(roll(chance), roll(chance, MOST))
