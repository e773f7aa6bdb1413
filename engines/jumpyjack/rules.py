"""The rules of Jumpy Jack, from the top of the booklet to its end; `course` holds how a horse gets on.

Every function takes a state and returns the next one with the events; guards raise IllegalAction before
anything is thrown or made. Comments name the booklet's heading.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from engines.core import Chance, Event, IllegalAction, Seat, roll
from engines.jumpyjack import events, predictions
from engines.jumpyjack.actions import Decline, Guess, Horse, Move, Order, Predict
from engines.jumpyjack.course import OUT, START
from engines.jumpyjack.edition import HORSES, Setup
from engines.jumpyjack.options import Options
from engines.jumpyjack.podium import PLACED, Podium, arrived, is_complete, with_home, with_out
from engines.jumpyjack.refusals import Refusal
from engines.jumpyjack.state import (
    Guessing,
    LastMove,
    Over,
    Predicting,
    RaceDay,
    Racing,
    Result,
    State,
)
from engines.jumpyjack.teams import captains, opponents, team_of
from engines.parts.ranking import best
from engines.parts.tuples import replaced

EMPTY: Final[Podium] = (None,) * HORSES


new_tuple = tuple.__new__
"""Makes a named tuple of its fields in half the time its class takes; for what every throw makes anew."""


def without(seats: tuple[Seat, ...], decided: Seat) -> tuple[Seat, ...]:
    """Return the seats that still have to decide."""
    at = seats.index(decided)
    return seats[:at] + seats[at + 1 :]


# Game "one against all"


def open_race_day(
    setup: Setup, options: Options, seats: int, chance: Chance
) -> tuple[Predicting, list[Event]]:
    """Throw for the first move and prepare the first race."""
    first, happened = thrown_for(setup, seats, chance)
    started, news = prepare(RaceDay(options, 1, first, (0,) * seats, None))
    return started, happened + news


def thrown_for(setup: Setup, seats: int, chance: Chance) -> tuple[Seat, list[Event]]:
    """Let every seat throw; the highest begins, and only those who tie for it throw again."""
    happened: list[Event] = []
    highest = tuple(range(seats))
    while len(highest) > 1:
        thrown = {seat: roll(chance, setup.die) for seat in highest}
        happened += [events.rolled(seat, value) for seat, value in thrown.items()]
        highest = tuple([seat for seat, value in thrown.items() if value == max(thrown.values())])
    return highest[0], happened


def prepare(race_day: RaceDay) -> tuple[Predicting, list[Event]]:
    """Open the race `race_day` names: every team has to predict."""
    seats = len(race_day.totals)
    waiting = captains(race_day.race, race_day.options, seats)
    return Predicting(race_day, (None,) * seats, waiting), [
        events.race_started(race_day.race, race_day.first)
    ]


def predict(
    setup: Setup, state: Predicting, seat: Seat, prediction: Predict, chance: Chance
) -> tuple[State, list[Event]]:
    """Note a prediction in secret and show it to the own team; after the last one the die is thrown."""
    predictions.check(prediction.order, setup.horses)
    race_day = state.race_day
    happened = [events.predicted(seat)]
    if race_day.options.teams:
        team = team_of(seat, race_day.options, len(race_day.totals))
        happened.append(events.prediction_whispered(seat, prediction.order, team))
    noted = replaced(state.predictions, seat, prediction.order)
    if waiting := without(state.to_act, seat):
        return Predicting(race_day, noted, waiting), happened
    value = roll(chance, setup.die)
    happened.append(events.rolled(race_day.first, value))
    return Racing(race_day, noted, (START,) * HORSES, EMPTY, value, (race_day.first,), None), happened


def refusal(setup: Setup, state: Racing, horse: Horse) -> IllegalAction:
    """Return why a horse may not be moved now."""
    if horse not in setup.number:
        return IllegalAction(Refusal.UNKNOWN_HORSE, horse=horse, horses=list(setup.horses))
    if horse in state.podium:
        return IllegalAction(Refusal.NOT_RUNNING, horse=horse)
    course = setup.courses[state.race_day.options.double]
    barrier = course.first_barrier(state.places, setup.number[horse])
    return IllegalAction(Refusal.BLOCKED, horse=horse, barrier=barrier)


def move_horse(setup: Setup, state: Racing, move: Move, chance: Chance) -> tuple[State, list[Event]]:
    """Move a horse by exactly the number thrown, let a hedge act on it, and throw for the seat to the left."""
    race_day, noted, places, podium, value, (seat,), _ = state
    horse, course = move.horse, setup.courses[race_day.options.double]
    number = setup.number.get(horse, HORSES)
    way = course.route(places, number, value) if number < HORSES else ()
    if not way:
        raise refusal(setup, state, horse)
    square = way[-1]
    places = replaced(places, number, square)
    last = new_tuple(LastMove, (seat, value, horse, way))
    happened = [events.moved(horse, way[0], way[1])]
    if len(way) > 2:
        happened += hedged(horse, way)
    if square > course.squares or square == OUT:
        podium, news = placed(setup, podium, horse, is_home=square != OUT)
        happened += news
        if is_complete(podium):
            return finish(race_day, noted, places, podium, last, happened)
    turn = (seat + 1) % len(noted)
    value = chance.below(setup.die) + 1
    happened.append(events.rolled(turn, value))
    return new_tuple(Racing, (race_day, noted, places, podium, value, (turn,), last)), happened


def hedged(horse: Horse, way: tuple[int, ...]) -> list[Event]:
    """Tell how a way goes on behind the first hedge that acts."""
    happened: list[Event] = []
    for start, end in pairwise(way[1:]):
        # Hedge n°4: RESTART
        if end == START:
            happened.append(events.restarted(horse))
        if end != OUT:
            happened.append(events.moved(horse, start, end))
    return happened


def placed(setup: Setup, podium: Podium, horse: Horse, is_home: bool) -> tuple[Podium, list[Event]]:
    """Put a horse on the podium; the only one that is then neither home nor out gets the place left."""
    if is_home:
        podium, place = with_home(podium, horse)
        happened = [events.finished(horse, place)]
    # Hedge n°3: OUT
    else:
        podium, place = with_out(podium, horse)
        happened = [events.out(horse, place)]
    running = [other for other in setup.horses if other not in podium]
    if len(running) == 1:
        podium, place = with_home(podium, running[0])
        happened.append(events.finished(running[0], place))
    return podium, happened


# Variation: guessing


def guess(setup: Setup, state: Guessing, seat: Seat, decided: Guess | Decline) -> tuple[State, list[Event]]:
    """Note in secret whose prediction a seat guesses, if any; all are compared after the last one."""
    race_day = state.race_day
    if isinstance(decided, Guess):
        others = opponents(seat, race_day.options, len(race_day.totals))
        if decided.seat not in others:
            raise IllegalAction(Refusal.NO_OPPONENT, seat=decided.seat, opponents=list(others))
        predictions.check(decided.order, setup.horses)
    guesses = replaced(state.guesses, seat, decided)
    if waiting := without(state.to_act, seat):
        return state._replace(guesses=guesses, to_act=waiting), []
    return settle(state._replace(guesses=guesses, to_act=()), [])


# As soon as the first three squares on the podium are occupied, the race is finished


def finish(
    race_day: RaceDay,
    noted: tuple[Order | None, ...],
    places: tuple[int, ...],
    podium: Podium,
    last: LastMove,
    before: list[Event],
) -> tuple[State, list[Event]]:
    """End a race: all may guess if that is played, else it is settled at once."""
    seats = len(noted)
    waiting = tuple(range(seats)) if race_day.options.guessing else ()
    over = Guessing(race_day, noted, places, podium, (None,) * seats, waiting, last)
    return (over, before) if waiting else settle(over, before)


def settle(state: Guessing, before: list[Event]) -> tuple[State, list[Event]]:
    """Show and score what was predicted and guessed, then end the game or prepare the next race."""
    race_day, noted, places, podium, guesses, _, last = state
    options, race, first, totals, _ = race_day
    points = scores(state)
    totals = tuple([total + gained for total, gained in zip(totals, points, strict=True)])
    happened = [
        *before,
        *[events.prediction_shown(seat, order) for seat, order in enumerate(noted) if order],
        *[events.guessed(seat, of, right, gained) for seat, of, right, gained in compared(state)],
        *[events.scored(seat, points[seat], total) for seat, total in enumerate(totals)],
        events.race_over(race, arrived(podium)),
    ]
    assert last is not None, "a race ends with a move"
    result = Result(race, podium, noted, guesses, points, totals, last)
    if max(totals) >= options.target:
        happened.append(events.game_over(totals, best(totals)))
        return Over(RaceDay(options, race, first, totals, result), places, podium, last), happened
    # A new race with new predictions can now commence
    left = (first + 1) % len(totals)
    started, news = prepare(RaceDay(options, race + 1, left, totals, result))
    return started, happened + news


def most_in_a_race(options: Options, seats: int) -> int:
    """Return the points of a team that predicts and guesses everything right."""
    guessers = len(team_of(0, options, seats)) if options.guessing else 0
    return max(predictions.POINTS) + guessers * predictions.guess_points(PLACED)


def compared(state: Guessing) -> Iterator[tuple[Seat, Seat, int, int]]:
    """Yield each guess that was made: who guessed, at whose prediction, how many places right, for how much."""
    options, seats = state.race_day.options, len(state.guesses)
    for seat, made in enumerate(state.guesses):
        if isinstance(made, Guess):
            (order,) = [
                state.predictions[s] for s in team_of(made.seat, options, seats) if state.predictions[s]
            ]
            right = predictions.hits(made.order, order or ())
            yield seat, made.seat, right, predictions.guess_points(right)


def scores(state: Guessing) -> tuple[int, ...]:
    """Return what the race brings each seat: the points of its team, for its prediction and its guesses."""
    options, seats = state.race_day.options, len(state.predictions)
    own = [
        predictions.POINTS[predictions.hits(order, state.podium)] if order else 0
        for order in state.predictions
    ]
    for seat, _, _, gained in compared(state):
        own[seat] += gained
    return tuple([sum([own[mate] for mate in team_of(seat, options, seats)]) for seat in range(seats)])
