"""The rules of Sulkydrom once the stacks lie on the table; `stacking` comes before, `driving` holds the lanes.

Every function takes a state and returns the next one with the events; guards raise IllegalAction before
anything is drawn or made. Comments name the booklet's heading.
"""

from __future__ import annotations

from typing import Final

from engines.core import Chance, Event, IllegalAction, Outcome, Seat
from engines.parts.ranking import best
from engines.parts.tuples import replaced
from engines.sulkydrom import events
from engines.sulkydrom.actions import Drive, Galopp, Joker, Letter, Tempo
from engines.sulkydrom.course import AT_HOME, Cell
from engines.sulkydrom.driving import Reach
from engines.sulkydrom.edition import Box
from engines.sulkydrom.refusals import Refusal
from engines.sulkydrom.stacking import dealt, prepare
from engines.sulkydrom.state import (
    Driving,
    Goal,
    Meeting,
    Over,
    Result,
    Stacking,
    Stacks,
    State,
    Turned,
    Turning,
)

POINTS_FOR: Final[dict[Goal, int]] = {"minor": 64, "major": 128}
"""Winning criteria 2 and 3: the points of a minor and a major champion."""

VICTORIES: Final = 2
"""Winning criterion 4."""

DEALS: Final = 2
"""Tempo cards: how often they are dealt in a race at most."""

new_tuple = tuple.__new__
"""Makes a named tuple of its fields in half the time its class takes; for what every drive makes anew."""


# A) Drawing a tempo card


def turn_card(box: Box, state: Turning, tempo: Tempo) -> tuple[Driving, list[Event]]:
    """Turn the top card of a stack; it says how far each running horse may drive."""
    meeting, race, stacks, pile, cells, home, (seat,), _, _, stopped = state
    own, deck = stacks[seat], tempo.deck
    if not (held := own.horse if deck == "horse" else own.position):
        raise IllegalAction(Refusal.STACK_EMPTY, deck=deck)
    card = held[0]
    left = Stacks(held[1:], own.position) if deck == "horse" else Stacks(own.horse, held[1:])
    turned, order = Turned(seat, deck, card), by_position(box, cells)
    allowances = allowed(box, turned, meeting.horses, order, len(home), stopped)
    driving = new_tuple(
        Driving,
        (
            meeting,
            race,
            replaced(stacks, seat, left),
            (*pile, card),
            cells,
            home,
            order[:1],
            turned,
            stopped,
            allowances,
            order,
            order[1:],
        ),
    )
    letters = [meeting.horses[each] for each in order]
    told = {letter: allowances[each] for letter, each in zip(letters, order, strict=True)}
    return driving, [events.tempo(seat, deck, card, told, letters)]


def by_position(box: Box, cells: tuple[Cell, ...]) -> tuple[Seat, ...]:
    """Return whose horses run, the foremost first; of level ones the inner first."""
    rank = box.course.rank
    return tuple([seat for _, seat in sorted([(rank[c], seat) for seat, c in enumerate(cells) if c >= 0])])


def allowed(
    box: Box,
    turned: Turned,
    horses: tuple[Letter, ...],
    order: tuple[Seat, ...],
    at_home: int,
    stopped: Seat | None,
) -> tuple[int, ...]:
    """Return by seat how far a card lets its horse drive, in half lengths.

    Horses at home keep the first positions, so the foremost running horse has the next one. A horse under
    Galopp cannot use the card, but keeps its position.
    """
    face, by_horse = box.faces[turned.card], turned.deck == "horse"
    allowances = [0] * len(horses)
    for position, seat in enumerate(order, at_home):
        if seat != stopped:
            allowances[seat] = face[box.index[horses[seat]] if by_horse else position]
    return tuple(allowances)


# B) Moving


def drive(box: Box, state: Driving, drive: Drive, chance: Chance) -> tuple[State, list[Event]]:
    """Drive up to the number shown, in part or not at all; then it is the next horse's turn."""
    meeting, race, stacks, pile, cells, home, (seat,), turned, stopped, allowances, order, waiting = state
    happened: list[Event] = []
    if drive.path:
        end = Reach(box.course, cells, seat, allowances[seat]).end(drive.path)
        cells, home, happened = advanced(box, meeting, cells, home, seat, end)
        if len(home) >= len(cells) - 1:
            return finish(box, state, cells, home, happened, chance)
    if not waiting:
        return pass_turn(box, state, cells, home, happened, chance)
    following = new_tuple(
        Driving,
        (
            meeting,
            race,
            stacks,
            pile,
            cells,
            home,
            waiting[:1],
            turned,
            stopped,
            allowances,
            order,
            waiting[1:],
        ),
    )
    return following, happened


def advanced(
    box: Box, meeting: Meeting, cells: tuple[Cell, ...], home: tuple[Seat, ...], seat: Seat, end: Cell
) -> tuple[tuple[Cell, ...], tuple[Seat, ...], list[Event]]:
    """Move a horse to another cell; over the line it is home and has its place."""
    places, horse = box.course.places, meeting.horses[seat]
    happened = [events.moved(horse, places[cells[seat]], places[end])]
    if end not in box.course.home:
        return replaced(cells, seat, end), home, happened
    happened.append(events.finished(horse, len(home) + 1))
    return replaced(cells, seat, AT_HOME), (*home, seat), happened


# C) The next player


def pass_turn(
    box: Box,
    state: Driving,
    cells: tuple[Cell, ...],
    home: tuple[Seat, ...],
    before: list[Event],
    chance: Chance,
) -> tuple[State, list[Event]]:
    """Pass the turn to the next owner of a running horse; deal again, once, if it has no card left."""
    meeting, race, stacks, turned = state.meeting, state.race, state.stacks, state.turned
    seats = len(cells)
    turn = next(
        seat for step in range(1, seats + 1) if cells[seat := (turned.seat + step) % seats] != AT_HOME
    )
    if any(stacks[turn]):
        return (
            new_tuple(Turning, (meeting, race, stacks, state.pile, cells, home, (turn,), turned, None, None)),
            before,
        )
    if race.deal == DEALS:
        return finish(box, state, cells, home, before, chance)
    running = tuple([seat for seat in range(seats) if cells[seat] != AT_HOME])
    stacks, surplus, happened = dealt(box, running, seats, chance)
    again = race._replace(deal=race.deal + 1, surplus=surplus)
    return Stacking(meeting, again, stacks, cells, home, running, turn), before + happened


# D) Joker/Galopp cards


def play_joker(box: Box, state: Turning, joker: Joker, chance: Chance) -> tuple[State, list[Event]]:
    """Drive the seat's own horse at once; the seat still turns its tempo card unless the race is over."""
    (seat,), race = state.to_act, state.race
    if state.special:
        raise IllegalAction(Refusal.ONE_A_TURN)
    if not race.jokers[seat]:
        raise IllegalAction(Refusal.JOKER_SPENT)
    if not joker.path:
        raise IllegalAction(Refusal.NO_STEP)
    end = Reach(box.course, state.cells, seat, box.joker).end(joker.path)
    cells, home, happened = advanced(box, state.meeting, state.cells, state.home, seat, end)
    happened.insert(0, events.joker(seat))
    state = state._replace(race=race._replace(jokers=replaced(race.jokers, seat, False)))
    if len(home) >= len(cells) - 1:
        return finish(box, state, cells, home, happened, chance)
    return state._replace(cells=cells, home=home, special="joker"), happened


def play_galopp(state: Turning, galopp: Galopp) -> tuple[State, list[Event]]:
    """Let another horse miss the tempo card that is turned now."""
    meeting, race, (seat,) = state.meeting, state.race, state.to_act
    if state.special:
        raise IllegalAction(Refusal.ONE_A_TURN)
    if not race.galopps[seat]:
        raise IllegalAction(Refusal.GALOPP_SPENT)
    running = [horse for horse, cell in zip(meeting.horses, state.cells, strict=True) if cell != AT_HOME]
    if galopp.horse not in running:
        raise IllegalAction(Refusal.HORSE_NOT_RUNNING, horse=galopp.horse, horses=running)
    other = meeting.horses.index(galopp.horse)
    if other == seat:
        raise IllegalAction(Refusal.OWN_HORSE, horse=galopp.horse)
    if race.galopped[other]:
        raise IllegalAction(Refusal.HAS_HAD_GALOPP, horse=galopp.horse)
    race = race._replace(
        galopps=replaced(race.galopps, seat, False), galopped=replaced(race.galopped, other, True)
    )
    return state._replace(race=race, special="galopp", stopped=other), [events.galopp(seat, galopp.horse)]


# Winning criteria, and before the second race


def finish(
    box: Box,
    state: Turning | Driving,
    cells: tuple[Cell, ...],
    home: tuple[Seat, ...],
    before: list[Event],
    chance: Chance,
) -> tuple[State, list[Event]]:
    """Give the horses still running their places in the order of position, then points; go on or end.

    The one left over is last without driving on. Several are left when the cards have run out for good.
    """
    meeting, left = state.meeting, by_position(box, cells)
    order = home + left
    happened = before + [
        events.finished(meeting.horses[seat], place) for place, seat in enumerate(left, len(home) + 1)
    ]
    meeting, news = scored(box, meeting, order)
    happened += news
    if ended := outcome(meeting):
        happened.append(events.game_over(ended.scores, ended.winners))
        return Over(meeting, state.race, state.stacks, state.pile, cells, order, (), state.turned), happened
    following, news = prepare(box, meeting._replace(race=meeting.race + 1), order[::-1], chance)
    return following, happened + news


def scored(box: Box, meeting: Meeting, order: tuple[Seat, ...]) -> tuple[Meeting, list[Event]]:
    """Give every seat the points of its horse's place, and the first one a victory."""
    brought = tuple([box.points[order.index(seat)] for seat in range(len(order))])
    points = tuple([had + new for had, new in zip(meeting.points, brought, strict=True)])
    wins = replaced(meeting.wins, order[0], meeting.wins[order[0]] + 1)
    letters = tuple([meeting.horses[seat] for seat in order])
    happened = [events.points(seat, brought[seat], points[seat], wins[seat]) for seat in range(len(order))]
    happened.append(events.race_over(meeting.race, letters))
    result = Result(meeting.race, letters, brought)
    return meeting._replace(points=points, wins=wins, result=result), happened


def outcome(meeting: Meeting) -> Outcome | None:
    """Return who has won once the goal is reached; most points win, and ties share."""
    match meeting.goal:
        case "first":
            is_reached = meeting.result is not None
        case "victories":
            is_reached = max(meeting.wins) >= VICTORIES
        case goal:
            is_reached = max(meeting.points) >= POINTS_FOR[goal]
    return so_far(meeting) if is_reached else None


def so_far(meeting: Meeting) -> Outcome:
    """Return who would win if the game ended with the race finished last; ties share."""
    match meeting.goal:
        case "first":
            assert meeting.result is not None
            return Outcome(meeting.points, (meeting.horses.index(meeting.result.order[0]),))
        case "victories":
            return Outcome(meeting.points, best(meeting.wins))
    return Outcome(meeting.points, best(meeting.points))
