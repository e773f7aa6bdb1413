"""Before the horses run: owners and start lanes, in the first race and the next, tempo cards dealt and stacked.

Headings are the booklet's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engines.core import Chance, Event, IllegalAction, Seat, race_started, shuffled
from engines.parts.tuples import removed, replaced
from engines.sulkydrom import events
from engines.sulkydrom.actions import Card, Letter, Refusal, Stack
from engines.sulkydrom.course import LaneChange
from engines.sulkydrom.edition import LETTERS, Setup
from engines.sulkydrom.state import Driving, Goal, Race, RaceDay, Stacking, Stacks, State, Turned, Turning

NONE: Final = Stacks((), ())
"""The stacks of an owner who is dealt nothing, the own horse being at home."""

# E) "The Owner card shows who each horse belongs to"


def open_race_day(
    setup: Setup, goal: Goal, lane_change: LaneChange, wanted: Sequence[Letter | None], chance: Chance
) -> tuple[Stacking, list[Event]]:
    """Give every seat its horse, the one it wants or one drawn, and prepare the first race."""
    unwanted = [letter for letter in LETTERS if letter not in wanted]
    left: Iterator[Letter] = iter(shuffled(chance, unwanted))
    horses = tuple([next(left) if horse is None else horse for horse in wanted])
    seats = len(horses)
    none = (0,) * seats
    race_day = RaceDay(goal, lane_change, race=1, horses=horses, points=none, wins=none, result=None)
    state, happened = prepare(setup, race_day, shuffled(chance, range(seats)), chance)
    return state, [events.owners(horses), *happened]


# Before the second race: "The sulky which came last in the first race, begins the second race in 1st position"


def prepare_next(
    setup: Setup, race_day: RaceDay, order: tuple[Seat, ...], chance: Chance
) -> tuple[Stacking, list[Event]]:
    """Prepare the race after one that ended in this order: the last starts in lane 1, the second last in lane 2."""
    return prepare(setup, race_day._replace(race=race_day.race + 1), order[::-1], chance)


def prepare(
    setup: Setup, race_day: RaceDay, lanes: Sequence[Seat], chance: Chance
) -> tuple[Stacking, list[Event]]:
    """Line up the horses of `lanes`, from lane 1 outwards, and deal the tempo cards."""
    seats = len(lanes)
    stacks, surplus, happened = dealt(setup, range(seats), seats, chance)
    unused, not_yet = (True,) * seats, (False,) * seats
    race = Race(tuple(lanes), 1, surplus, jokers=unused, galopps=unused, galopped=not_yet)
    cells = tuple([setup.course.starts[lanes.index(seat)] for seat in range(seats)])
    first = lanes[-1]  # A) The player on the highest numbered starting space begins the race.
    state = Stacking(race_day, race, stacks, cells, home=(), to_act=tuple(range(seats)), turn=first)
    opening = [
        race_started(race_day.race, state.turn),
        events.lanes([race_day.horses[seat] for seat in lanes]),
    ]
    return state, opening + happened


# Tempo Cards


def dealt(
    setup: Setup, among: Sequence[Seat], seats: int, chance: Chance
) -> tuple[tuple[Stacks, ...], Stacks, list[Event]]:
    """Shuffle the two packs and deal each out evenly; return all stacks, the surplus and what happened."""
    horse, position = shuffled(chance, setup.packs["horse"]), shuffled(chance, setup.packs["position"])
    of_horse, of_position = len(horse) // len(among), len(position) // len(among)
    hands = [NONE] * seats
    happened: list[Event] = []
    for number, seat in enumerate(among):
        own = Stacks(
            tuple(horse[number * of_horse : (number + 1) * of_horse]),
            tuple(position[number * of_position : (number + 1) * of_position]),
        )
        hands[seat] = own
        happened.append(events.dealt(seat, own.horse, own.position))
    surplus = Stacks(tuple(horse[len(among) * of_horse :]), tuple(position[len(among) * of_position :]))
    if any(surplus):
        happened.append(events.surplus(surplus.horse, surplus.position))
    return tuple(hands), surplus, happened


def check_stack(hand: Stacks, stack: Stack) -> None:
    """Raise IllegalAction unless both stacks hold exactly the cards dealt."""
    for deck, laid, held in (
        ("horse", stack.horse, hand.horse),
        ("position", stack.position, hand.position),
    ):
        if len(laid) != len(held) or set(laid) != set(held):
            missing = [card for card in held if card not in laid]
            foreign = [card for at, card in enumerate(laid) if card not in held or card in laid[:at]]
            raise IllegalAction(Refusal.WRONG_CARDS, deck=deck, missing=missing, foreign=foreign)


def lay_stacks(state: Stacking, seat: Seat, stack: Stack) -> tuple[State, list[Event]]:
    """Lay a seat's stacks face down; when the last one has done so the first card may be turned."""
    check_stack(state.stacks[seat], stack)
    stacks = replaced(state.stacks, seat, Stacks(stack.horse, stack.position))
    happened: list[Event] = [events.stacked(seat)]
    if waiting := removed(state.to_act, seat):
        return state._replace(stacks=stacks, to_act=waiting), happened
    return begin_turn(state._replace(stacks=stacks), state.turn), happened


# A) Drawing a tempo card


def begin_turn(
    state: Stacking | Driving, seat: Seat, pile: tuple[Card, ...] = (), turned: Turned | None = None
) -> Turning:
    """Let a seat turn a tempo card, after those in `pile`, of which `turned` is the last."""
    return Turning(
        race_day=state.race_day,
        race=state.race,
        stacks=state.stacks,
        pile=pile,
        cells=state.cells,
        home=state.home,
        to_act=(seat,),
        turned=turned,
        special=None,
        stopped=None,
    )
