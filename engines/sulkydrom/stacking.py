"""Before the horses run: owners and start lanes, the tempo cards dealt, and the stacks laid in secret.

Comments name the booklet's heading.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engines.core import Chance, Event, IllegalAction, Seat, shuffled
from engines.parts.tuples import replaced
from engines.sulkydrom import events
from engines.sulkydrom.actions import Letter, Stack
from engines.sulkydrom.course import AT_HOME
from engines.sulkydrom.edition import LETTERS, Box
from engines.sulkydrom.refusals import Refusal
from engines.sulkydrom.state import Goal, Meeting, Race, Stacking, Stacks, State, Turning

NONE: Final = Stacks((), ())
"""The stacks of an owner who is dealt nothing, the own horse being at home."""


def open_meeting(
    box: Box, goal: Goal, wanted: Sequence[Letter | None], chance: Chance
) -> tuple[Stacking, list[Event]]:
    """Give every seat its horse, the one it wants or one drawn, and prepare the first race."""
    unwanted = [letter for letter in LETTERS if letter not in wanted]
    left: Iterator[Letter] = iter(shuffled(chance, unwanted))
    horses = tuple([next(left) if horse is None else horse for horse in wanted])
    seats = len(horses)
    meeting = Meeting(goal, 1, horses, (0,) * seats, (0,) * seats, None)
    state, happened = prepare(box, meeting, shuffled(chance, range(seats)), chance)
    return state, [events.owners(horses), *happened]


def prepare(
    box: Box, meeting: Meeting, lanes: Sequence[Seat], chance: Chance
) -> tuple[Stacking, list[Event]]:
    """Line up the horses of `lanes`, from lane 1 outwards, and deal the tempo cards."""
    seats = len(lanes)
    cells = [AT_HOME] * seats
    for number, seat in enumerate(lanes, 1):
        cells[seat] = box.course.starts[number - 1]
    every = tuple(range(seats))
    stacks, surplus, happened = dealt(box, every, seats, chance)
    unused = (True,) * seats
    race = Race(tuple(lanes), 1, surplus, unused, unused, (False,) * seats)
    # A): the player on the highest numbered starting space begins.
    state = Stacking(meeting, race, stacks, tuple(cells), (), every, turn=lanes[-1])
    opening = [
        events.race_started(meeting.race, lanes[-1]),
        events.lanes([meeting.horses[seat] for seat in lanes]),
    ]
    return state, opening + happened


# Tempo Cards


def dealt(
    box: Box, among: Sequence[Seat], seats: int, chance: Chance
) -> tuple[tuple[Stacks, ...], Stacks, list[Event]]:
    """Shuffle the two packs and deal each out evenly; return all stacks, the surplus and what happened."""
    horse, position = shuffled(chance, box.packs["horse"]), shuffled(chance, box.packs["position"])
    of_horse, of_position = len(horse) // len(among), len(position) // len(among)
    hands = [NONE] * seats
    happened = []
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
    meeting, race, stacks, cells, home, to_act, turn = state
    check_stack(stacks[seat], stack)
    stacks = replaced(stacks, seat, Stacks(stack.horse, stack.position))
    happened = [events.stacked(seat)]
    if waiting := tuple([other for other in to_act if other != seat]):
        return Stacking(meeting, race, stacks, cells, home, waiting, turn), happened
    return Turning(meeting, race, stacks, (), cells, home, (turn,), None, None, None), happened
