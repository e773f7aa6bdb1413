"""What a seat may know of Jumpy Jack, built field by field, so it fails closed; and a state that looks so."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engines.core import Chance, Seat, Strict, phase_name
from engines.jumpyjack.actions import Decline, Guess, Horse, Order
from engines.jumpyjack.course import START, Course, Places
from engines.jumpyjack.edition import Setup
from engines.jumpyjack.options import Options
from engines.jumpyjack.podium import Podium
from engines.jumpyjack.predictions import Guesses
from engines.jumpyjack.rules import EMPTY
from engines.jumpyjack.state import Guessing, LastMove, Over, Predicting, RaceDay, Racing, Result, State
from engines.jumpyjack.teams import captains, opponents, team_of
from engines.parts.imagining import decided


class Phase(StrEnum):
    """What is going on."""

    PREDICTING = "predicting"
    RACING = "racing"
    GUESSING = "guessing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Own(Strict):
    """What only the seat itself, or its team, may know."""

    prediction: Order | None
    """What the seat or its captain has predicted for this race; None before that and when the game is over."""
    guess: Guess | Decline | None
    """Whose prediction the seat guesses; None outside the guessing phase, while undecided and for teammates."""


@dataclass(frozen=True, slots=True)
class View(Strict):
    """All that `seat` may know; `seat` None is everyone.

    Tuples by seat have one entry per seat, places one per horse in the order of `horses`. In the phases guessing
    and over, places, podium and last move are those of the race just finished.
    """

    seats: int
    seat: Seat | None
    options: Options
    phase: Phase
    race: int
    """The race that is prepared, run or just finished, from 1 through the whole game."""
    horses: tuple[Horse, ...]
    course: Course
    places: Places
    """By horse: its square; 0 is the start, above `course.squares` is home, -1 is out."""
    podium: Podium
    """The horse on each place, from place 1 on; None: still free."""
    value: int | None
    """The number thrown for the seat whose turn it is."""
    to_act: tuple[Seat, ...]
    first: Seat
    """The seat that moves first in the race."""
    captains: tuple[Seat, ...]
    """The seats that predict and guess in this race: all, or one of each team."""
    last: LastMove | None
    """The last move of this race."""
    recent: tuple[LastMove, ...]
    """The last moves, oldest first, one a seat; none once the race is over."""
    has_predicted: tuple[bool, ...]
    """By seat: whether it has made a prediction for this race."""
    has_guessed: tuple[bool, ...]
    """By seat, while guessing: whether it has decided; else False for all."""
    totals: tuple[int, ...]
    """By seat: the points of its team."""
    result: Result | None
    """The last finished race: its podium, every prediction and guess, and what each brought."""
    own: Own | None
    """None for everyone."""


def view(setup: Setup, state: State, seat: Seat | None) -> View:
    """Return what `seat` may know of `state`; None: everyone."""
    race_day = state.race_day
    seats = len(race_day.totals)
    race = None if isinstance(state, Predicting) else state
    return View(
        seats=seats,
        seat=seat,
        options=race_day.options,
        phase=Phase(phase_name(type(state))),
        race=race_day.race,
        horses=setup.horses,
        course=setup.courses[race_day.options.double],
        places=race.places if race else (START,) * len(setup.horses),
        podium=race.podium if race else EMPTY,
        value=state.value if isinstance(state, Racing) else None,
        to_act=state.to_act,
        first=race_day.first,
        captains=captains(race_day.race, race_day.options, seats),
        last=race.last if race else None,
        recent=state.recent if isinstance(state, Racing) else (),
        has_predicted=(False,) * seats
        if isinstance(state, Over)
        else tuple([order is not None for order in state.predictions]),
        has_guessed=tuple([guess is not None for guess in state.guesses])
        if isinstance(state, Guessing)
        else (False,) * seats,
        totals=race_day.totals,
        result=race_day.result,
        own=None if seat is None else own(state, seat),
    )


def own(state: State, seat: Seat) -> Own:
    """Return what only `seat` may know: what it or its captain predicted, and its own guess."""
    if isinstance(state, Over):
        return Own(None, None)
    team = team_of(seat, state.race_day.options, len(state.predictions))
    shown = [order for order in [state.predictions[mate] for mate in team] if order]
    return Own(
        prediction=shown[0] if shown else None,
        guess=state.guesses[seat] if isinstance(state, Guessing) else None,
    )


def imagine(setup: Setup, view: View, chance: Chance) -> State:
    """Return a state that looks like `view` to its seat, with any predictions and guesses where those are unseen."""
    own, options = view.own, view.options
    team = () if view.seat is None else team_of(view.seat, options, view.seats)

    def any_guess(seat: Seat) -> Guess | Decline:
        others = opponents(seat, options, view.seats)
        return Guesses(others, others, setup.predictions).sample(chance)

    race_day = RaceDay(options, view.race, view.first, view.totals, view.result)
    predictions = decided(
        view.has_predicted,
        dict.fromkeys(team, own and own.prediction),
        lambda _: setup.predictions.sample(chance).order,
    )
    match view.phase:
        case Phase.PREDICTING:
            return Predicting(race_day, predictions, view.to_act)
        case Phase.RACING:
            assert view.value is not None
            turn = (view.to_act[0],)
            return Racing(
                race_day, predictions, view.places, view.podium, view.value, turn, view.last, view.recent
            )
        case Phase.GUESSING:
            guesses: tuple[Guess | Decline | None, ...] = decided(
                view.has_guessed, {view.seat: own.guess} if own else {}, any_guess
            )
            return Guessing(race_day, predictions, view.places, view.podium, guesses, view.to_act, view.last)
        case Phase.OVER:
            return Over(race_day, view.places, view.podium, view.last)
