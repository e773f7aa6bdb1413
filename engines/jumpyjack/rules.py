"""The rules of Jumpy Jack in the order of the booklet; `course` has how a horse gets on, `teams` the "Team game".

Every function takes a state and returns the next one with the events; guards raise IllegalAction before
anything is thrown or made. Headings are the booklet's.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from engines.core import (
    Chance,
    Event,
    IllegalAction,
    Outcome,
    Public,
    Seat,
    game_over,
    race_over,
    race_started,
    roll,
)
from engines.jumpyjack import events, predictions
from engines.jumpyjack.actions import Decline, Guess, Horse, Move, Predict, Refusal
from engines.jumpyjack.course import OUT, START
from engines.jumpyjack.edition import HORSES, Setup
from engines.jumpyjack.options import Options
from engines.jumpyjack.podium import PLACED, Podium, arrived, is_complete, with_home, with_out
from engines.jumpyjack.state import Guessing, LastMove, Over, Predicting, RaceDay, Racing, Result, State
from engines.jumpyjack.teams import captains, opponents, team_of
from engines.parts.tuples import left_of, removed, replaced

EMPTY: Final[Podium] = (None,) * HORSES

# Game "one against all"


def open_race_day(
    setup: Setup, options: Options, seats: int, chance: Chance
) -> tuple[Predicting, list[Event]]:
    """Throw for the first move and prepare the first race."""
    first, happened = thrown_for(setup, seats, chance)
    race_day = RaceDay(options, race=1, first=first, totals=(0,) * seats, result=None)
    started, news = prepare(race_day)
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
    state = Predicting(race_day, predictions=(None,) * seats, to_act=waiting)
    return state, [race_started(race_day.race, race_day.first)]


def predict(
    setup: Setup, state: Predicting, seat: Seat, prediction: Predict, chance: Chance
) -> tuple[State, list[Event]]:
    """Note a prediction in secret and show it to the own team; after the last one the die is thrown."""
    predictions.check(prediction.order, setup.horses)
    race_day = state.race_day
    happened: list[Event] = [events.predicted(seat)]
    if race_day.options.teams:
        team = team_of(seat, race_day.options, len(race_day.totals))
        happened.append(events.prediction_shown(seat, prediction.order, to=team))
    state = state._replace(
        predictions=replaced(state.predictions, seat, prediction.order), to_act=removed(state.to_act, seat)
    )
    if state.to_act:
        return state, happened
    value = roll(chance, setup.die)
    happened.append(events.rolled(race_day.first, value))
    places, first = (START,) * HORSES, (race_day.first,)
    return Racing(race_day, state.predictions, places, EMPTY, value, first, last=None), happened


# Moving


def move_horse(setup: Setup, state: Racing, move: Move, chance: Chance) -> tuple[State, list[Event]]:
    """Move a horse by exactly the number thrown, let a hedge act on it, and throw for the seat to the left."""
    (seat,), horse, podium = state.to_act, move.horse, state.podium
    course, number = setup.courses[state.race_day.options.double], setup.number.get(horse, HORSES)
    way = course.route(state.places, number, state.value) if number < HORSES else ()
    if not way:
        raise refusal(setup, state, horse)
    places = replaced(state.places, number, way[-1])
    last = LastMove(seat, state.value, horse, way)
    happened: list[Event] = [events.moved(horse, way[0], way[1])]
    if len(way) > 2:
        happened += hedged(horse, way)
    if way[-1] > course.squares or way[-1] == OUT:
        podium, news = placed(setup.horses, podium, horse, is_home=way[-1] != OUT)
        happened += news
        if is_complete(podium):
            return finish(state._replace(places=places, podium=podium, last=last), happened)
    turn, value = (seat + 1) % len(state.predictions), roll(chance, setup.die)
    happened.append(events.rolled(turn, value))
    following = Racing.__new__(  # with names twice as fast as the class itself
        Racing,
        race_day=state.race_day,
        predictions=state.predictions,
        places=places,
        podium=podium,
        value=value,
        to_act=(turn,),
        last=last,
        recent=(*state.recent, last)[-len(state.predictions) :],
    )
    return following, happened


def refusal(setup: Setup, state: Racing, horse: Horse) -> IllegalAction:
    """Return why a horse may not be moved now."""
    if horse not in setup.number:
        return IllegalAction(Refusal.UNKNOWN_HORSE, horse=horse, horses=list(setup.horses))
    if horse in state.podium:
        return IllegalAction(Refusal.NOT_RUNNING, horse=horse)
    course = setup.courses[state.race_day.options.double]
    barrier = course.first_barrier(state.places, setup.number[horse])
    return IllegalAction(Refusal.BLOCKED, horse=horse, barrier=barrier)


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


def placed(
    horses: tuple[Horse, ...], podium: Podium, horse: Horse, is_home: bool
) -> tuple[Podium, list[Event]]:
    """Put a horse on the podium; the only one that is then neither home nor out gets the place left."""
    if is_home:
        podium, place = with_home(podium, horse)
        happened: list[Event] = [events.finished(horse, place)]
    # Hedge n°3: OUT
    else:
        podium, place = with_out(podium, horse)
        happened = [events.out(horse, place)]
    running = [other for other in horses if other not in podium]
    if len(running) == 1:
        podium, place = with_home(podium, running[0])
        happened.append(events.finished(running[0], place))
    return podium, happened


# As soon as the first three squares on the podium are occupied, the race is finished


def finish(state: Racing, before: list[Event]) -> tuple[State, list[Event]]:
    """End a race: if guessing is played every captain may guess, else it is settled at once."""
    seats, options = len(state.predictions), state.race_day.options
    waiting = captains(state.race_day.race, options, seats) if options.guessing else ()
    over = Guessing(
        state.race_day,
        state.predictions,
        state.places,
        state.podium,
        guesses=(None,) * seats,
        to_act=waiting,
        last=state.last,
    )
    return (over, before) if over.to_act else settle(over, before)


def settle(state: Guessing, before: list[Event]) -> tuple[State, list[Event]]:
    """Show and score what was predicted and guessed, then end the game or prepare the next race."""
    race_day, points = state.race_day, scores(state)
    totals = tuple([total + gained for total, gained in zip(race_day.totals, points, strict=True)])
    happened = [
        *before,
        *[
            events.prediction_shown(seat, order, to=None)
            for seat, order in enumerate(state.predictions)
            if order
        ],
        *compared(state),
        *[events.scored(seat, points[seat], total) for seat, total in enumerate(totals)],
        race_over(race_day.race, arrived(state.podium)),
    ]
    predictions, guesses = state.predictions, state.guesses
    assert state.last is not None, "a race ends with a move"
    result = Result(race_day.race, state.podium, predictions, guesses, points, totals, state.last)
    race_day = race_day._replace(totals=totals, result=result)
    if max(totals) >= race_day.options.target:
        ended = Outcome.of(totals)
        happened.append(game_over(ended.scores, ended.winners))
        return Over(race_day, state.places, state.podium, state.last), happened
    # A new race with new predictions can now commence
    first = left_of(race_day.first, len(totals))
    started, news = prepare(race_day._replace(race=race_day.race + 1, first=first))
    return started, happened + news


def scores(state: Guessing) -> tuple[int, ...]:
    """Return what the race brings each seat: the points of its team, for its prediction and its guess."""
    options, seats = state.race_day.options, len(state.predictions)
    own = [
        predictions.POINTS[predictions.hits(order, state.podium)] if order else 0
        for order in state.predictions
    ]
    for guess in compared(state):
        own[guess["seat"]] += guess["points"]
    return tuple([sum([own[mate] for mate in team_of(seat, options, seats)]) for seat in range(seats)])


# Variation: guessing


def guess(setup: Setup, state: Guessing, seat: Seat, decided: Guess | Decline) -> tuple[State, list[Event]]:
    """Note in secret whose prediction a seat guesses, if any; all are compared after the last one."""
    race_day = state.race_day
    if isinstance(decided, Guess):
        others = opponents(seat, race_day.options, len(race_day.totals))
        if decided.seat not in others:
            raise IllegalAction(Refusal.NO_OPPONENT, seat=decided.seat, opponents=list(others))
        predictions.check(decided.order, setup.horses)
    state = state._replace(guesses=replaced(state.guesses, seat, decided), to_act=removed(state.to_act, seat))
    return (state, []) if state.to_act else settle(state, [])


def compared(state: Guessing) -> Iterator[Public]:
    """Compare each guess that was made with the prediction: how many places are right, and for how much."""
    options, seats = state.race_day.options, len(state.guesses)
    for seat, made in enumerate(state.guesses):
        if isinstance(made, Guess):
            (order,) = [
                state.predictions[s] for s in team_of(made.seat, options, seats) if state.predictions[s]
            ]
            right = predictions.hits(made.order, order or ())
            yield events.guessed(seat, made.seat, right, predictions.guess_points(right))


def most_in_a_race(options: Options) -> int:
    """Return the points of a team that predicts and guesses everything right."""
    return max(predictions.POINTS) + options.guessing * predictions.guess_points(PLACED)
