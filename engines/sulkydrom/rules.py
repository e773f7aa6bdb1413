"""The rules of Sulkydrom in the order of the booklet; `preparation` has what precedes A) and each race, `paths` F).

Every function takes a state and returns the next one with the events; guards raise IllegalAction before
anything is drawn or made. Headings are the booklet's.
"""

from __future__ import annotations

from typing import Final, TypeVar

from engines.core import Chance, Event, IllegalAction, Outcome, Seat, game_over, race_over
from engines.parts.tuples import replaced
from engines.sulkydrom import events
from engines.sulkydrom.actions import Drive, Galopp, Joker, Path, Refusal, Tempo
from engines.sulkydrom.course import AT_HOME, Cell
from engines.sulkydrom.edition import Setup
from engines.sulkydrom.paths import Reach
from engines.sulkydrom.preparation import begin_turn, dealt, prepare_next
from engines.sulkydrom.state import (
    Driving,
    Goal,
    Moved,
    Over,
    RaceDay,
    Result,
    Stacking,
    State,
    Turned,
    Turning,
)

Running = TypeVar("Running", Turning, Driving)

DEALS: Final = 2
"""How often the tempo cards are dealt in a race at most."""

# Winning criteria

POINTS_FOR: Final[dict[Goal, int]] = {"minor": 64, "major": 128}
"""2 and 3: the points of a minor and a major champion."""

VICTORIES: Final = 2
"""4: how many of them win."""


def has_reached(race_day: RaceDay, seat: Seat) -> bool:
    """Tell whether a seat has won the game with the place its horse has just taken."""
    match race_day.goal:
        case "first":
            return race_day.wins[seat] > 0
        case "victories":
            return race_day.wins[seat] >= VICTORIES
        case goal:
            return race_day.points[seat] >= POINTS_FOR[goal]


def outcome(goal: Goal, result: Result) -> Outcome:
    """Return who has won, or would have if the game ended with this race: then ties share.

    Once the goal is reached it is the seat that reached it, as nobody scores after that.
    """
    leading = result.totals if goal in POINTS_FOR else result.wins
    return Outcome(result.totals, Outcome.of(leading).winners)


# A) Drawing a tempo card


def turn_card(setup: Setup, state: Turning, tempo: Tempo) -> tuple[Driving, list[Event]]:
    """Turn the top card of a stack; it says how far each running horse may drive."""
    (seat,), deck = state.to_act, tempo.deck
    own = state.stacks[seat]
    if not (held := own.horse if deck == "horse" else own.position):
        raise IllegalAction(Refusal.STACK_EMPTY, deck=deck)
    left = own._replace(horse=held[1:]) if deck == "horse" else own._replace(position=held[1:])
    turned, order = Turned(seat, deck, card=held[0]), by_position(setup, state.cells)
    allowances = allowed(setup, state, turned, order)
    driving = Driving(
        race_day=state.race_day,
        race=state.race,
        stacks=replaced(state.stacks, seat, left),
        pile=(*state.pile, turned.card),
        cells=state.cells,
        home=state.home,
        to_act=(order[0],),
        turned=turned,
        stopped=state.stopped,
        allowances=allowances,
        order=order,
        waiting=order[1:],
    )
    told = {state.race_day.horses[each]: allowances[each] for each in order}
    return driving, [events.tempo(seat, deck, turned.card, told)]


def allowed(setup: Setup, state: Turning, turned: Turned, order: tuple[Seat, ...]) -> tuple[int, ...]:
    """Return by seat how far a card lets its horse drive, in half lengths.

    Horses at home keep the first positions, so the foremost running horse has the next one. A horse under
    Galopp cannot use the card, but keeps its position.
    """
    face, horses = setup.faces[turned.card], state.race_day.horses
    allowances = [0] * len(horses)
    for position, seat in enumerate(order, len(state.home)):
        if seat != state.stopped:
            allowances[seat] = face[setup.index[horses[seat]] if turned.deck == "horse" else position]
    return tuple(allowances)


# B) Moving


def by_position(setup: Setup, cells: tuple[Cell, ...]) -> tuple[Seat, ...]:
    """Return whose horses run, the foremost first; on line the inner track moves before the outer ones."""
    rank = setup.course.rank
    return tuple([seat for _, seat in sorted([(rank[c], seat) for seat, c in enumerate(cells) if c >= 0])])


def drive(setup: Setup, state: Driving, drive: Drive, chance: Chance) -> tuple[State, list[Event]]:
    """Drive up to the number shown, in part or not at all; then it is the next horse's turn."""
    (seat,) = state.to_act
    happened: list[Event] = []
    if drive.path:
        state, happened = advanced(setup, state, drive.path, state.allowances[seat])
        if is_over(state, seat):
            return finish(setup, state, happened, chance)
    if not state.waiting:
        return pass_turn(setup, state, happened, chance)
    return state._replace(to_act=(state.waiting[0],), waiting=state.waiting[1:]), happened


def advanced(setup: Setup, state: Running, path: Path, most: int) -> tuple[Running, list[Event]]:
    """Drive the acting seat's horse at most so many half lengths; over the line it has its place and its points.

    Raises IllegalAction if the path is not open to it.
    """
    (seat,), cells = state.to_act, state.cells
    end = Reach(setup.course, cells, seat, most, state.race_day.lane_change).end(path)
    spots, horse = setup.course.spots, state.race_day.horses[seat]
    moved = Moved(seat, spots[cells[seat]], spots[end])
    happened: list[Event] = [events.moved(horse, moved.start, moved.end)]
    recent = (*state.race.recent, moved)[-len(cells) :]
    state = state._replace(race=state.race._replace(recent=recent))
    if end not in setup.course.home:
        return state._replace(cells=replaced(cells, seat, end)), happened
    race_day, news = placed(setup, state.race_day, seat, len(state.home) + 1)
    state = state._replace(race_day=race_day, cells=replaced(cells, seat, AT_HOME), home=(*state.home, seat))
    return state, happened + news


def is_over(state: Turning | Driving, seat: Seat) -> bool:
    """Tell whether the drive of a seat ends the race: it has won the game, or at most one horse still runs."""
    return state.cells[seat] == AT_HOME and (
        has_reached(state.race_day, seat) or len(state.home) >= len(state.cells) - 1
    )


# C) The next player in the play order


def pass_turn(setup: Setup, state: Driving, before: list[Event], chance: Chance) -> tuple[State, list[Event]]:
    """Pass the turn to the next owner of a running horse; deal again, once, if it has no card left."""
    seats, after = len(state.cells), state.turned.seat + 1
    running = [seat for seat in range(seats) if state.cells[seat] != AT_HOME]
    turn = min(running, key=lambda seat: (seat - after) % seats)
    if any(state.stacks[turn]):
        return begin_turn(state, turn, state.pile, state.turned), before
    if state.race.deal == DEALS:
        return finish(setup, state, before, chance)
    stacks, surplus, happened = dealt(setup, running, seats, chance)
    race = state.race._replace(deal=state.race.deal + 1, surplus=surplus)
    to_act = tuple(running)
    return Stacking(state.race_day, race, stacks, state.cells, state.home, to_act, turn), before + happened


# D) Joker/Galopp cards


def play_joker(setup: Setup, state: Turning, joker: Joker, chance: Chance) -> tuple[State, list[Event]]:
    """Drive the seat's own horse at once; the seat still turns its tempo card unless the race is over."""
    (seat,) = state.to_act
    if state.special:
        raise IllegalAction(Refusal.ONE_A_TURN)
    if not state.race.jokers[seat]:
        raise IllegalAction(Refusal.JOKER_SPENT)
    if not joker.path:
        raise IllegalAction(Refusal.NO_STEP)
    moved, news = advanced(setup, state, joker.path, setup.joker)
    happened: list[Event] = [events.joker(seat), *news]
    race = moved.race._replace(jokers=replaced(moved.race.jokers, seat, False))
    state = moved._replace(race=race, special="joker")
    return finish(setup, state, happened, chance) if is_over(state, seat) else (state, happened)


def play_galopp(state: Turning, galopp: Galopp) -> tuple[State, list[Event]]:
    """Let another horse miss the tempo card that is turned now."""
    horses, race, (seat,) = state.race_day.horses, state.race, state.to_act
    if state.special:
        raise IllegalAction(Refusal.ONE_A_TURN)
    if not race.galopps[seat]:
        raise IllegalAction(Refusal.GALOPP_SPENT)
    running = [horse for horse, cell in zip(horses, state.cells, strict=True) if cell != AT_HOME]
    if galopp.horse not in running:
        raise IllegalAction(Refusal.HORSE_NOT_RUNNING, horse=galopp.horse, horses=running)
    other = horses.index(galopp.horse)
    if other == seat:
        raise IllegalAction(Refusal.OWN_HORSE, horse=galopp.horse)
    if race.galopped[other]:
        raise IllegalAction(Refusal.HAS_HAD_GALOPP, horse=galopp.horse)
    race = race._replace(
        galopps=replaced(race.galopps, seat, False), galopped=replaced(race.galopped, other, True)
    )
    return state._replace(race=race, special="galopp", stopped=other), [events.galopp(seat, galopp.horse)]


# "His chit is placed on the score track"


def placed(setup: Setup, race_day: RaceDay, seat: Seat, place: int) -> tuple[RaceDay, list[Event]]:
    """Give a horse its place and its owner at once the points of it, and for the first one a victory."""
    brought = setup.points[place - 1]
    points = replaced(race_day.points, seat, race_day.points[seat] + brought)
    wins = replaced(race_day.wins, seat, race_day.wins[seat] + (place == 1))
    told: list[Event] = [
        events.finished(race_day.horses[seat], place),
        events.points(seat, brought, points[seat], wins[seat]),
    ]
    return race_day._replace(points=points, wins=wins), told


# "When all placings have been determined"


def finish(
    setup: Setup, state: Turning | Driving, happened: list[Event], chance: Chance
) -> tuple[State, list[Event]]:
    """Give the horses still running their places in the order of position, then go on to the next race or end.

    The one left over is last without driving on. Several are left when the cards have run out for good, and when the
    first over the line has won the game. A seat that reaches another goal ends the game: no other horse gets a place.
    """
    race_day, order, seats = state.race_day, state.home, len(state.cells)
    won = bool(order) and has_reached(race_day, order[-1])
    for seat in by_position(setup, state.cells):
        if won and race_day.goal != "first":
            break
        order = (*order, seat)
        race_day, news = placed(setup, race_day, seat, len(order))
        happened = happened + news
        won = won or has_reached(race_day, seat)
    result = Result(
        race_day.race,
        order=tuple([race_day.horses[seat] for seat in order]),
        points=tuple([setup.points[order.index(seat)] if seat in order else 0 for seat in range(seats)]),
        totals=race_day.points,
        wins=race_day.wins,
    )
    race_day = race_day._replace(result=result)
    happened = [*happened, race_over(result.race, result.order)]
    if won:
        ended = outcome(race_day.goal, result)
        over = Over(race_day, state.race, state.stacks, state.pile, state.cells, order, (), state.turned)
        return over, [*happened, game_over(ended.scores, ended.winners)]
    following, news = prepare_next(setup, race_day, order, chance)
    return following, happened + news
