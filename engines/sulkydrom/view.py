"""What a seat, or everyone, may know of Sulkydrom, built field by field, so it fails closed; and a state that looks so.

Once a seat has laid its stacks not even the seat itself sees them again, so no view shows them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import Literal

from engines.core import Chance, Seat, Strict, phase_name, shuffled
from engines.sulkydrom.actions import Card, Letter
from engines.sulkydrom.course import AT_HOME, Cell, LaneChange, Section, Spot
from engines.sulkydrom.edition import Setup
from engines.sulkydrom.rules import by_position
from engines.sulkydrom.state import (
    Driving,
    Goal,
    Moved,
    Over,
    Race,
    RaceDay,
    Result,
    Stacking,
    Stacks,
    State,
    Turned,
    Turning,
)


class Phase(StrEnum):
    """What is going on."""

    STACKING = "stacking"
    TURNING = "turning"
    DRIVING = "driving"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Own(Strict):
    """What only the seat itself may know."""

    hand: Stacks | None
    """The cards dealt, as long as they are not stacked."""


@dataclass(frozen=True, slots=True)
class View(Strict):
    """All that `seat` may know; `seat` None is everyone.

    Tuples by seat have one entry per seat; each seat owns one horse, so they are tuples by horse as well.
    Distances are in half lengths. In the phase over, all is as when the last race ended.
    """

    seats: int
    seat: Seat | None
    phase: Phase
    goal: Goal
    lane_change: LaneChange
    race: int
    """The race that is prepared, run or just finished, from 1 through the whole game."""
    horses: tuple[Letter, ...]
    """By seat: the horse it owns."""
    names: tuple[str, ...]
    """By seat: that horse's name."""
    course: tuple[Section, ...]
    """The sections of the oval, from start to home."""
    lengths: tuple[int, ...]
    """By lane, from lane 1: its last space; home is the space after."""
    start_lanes: tuple[Seat, ...]
    """By lane, from lane 1: whose horse started there."""
    places: tuple[Spot | None, ...]
    """By seat: where its horse is; None: at home."""
    positions: tuple[int, ...]
    """By seat: the position of its horse, 1 the best; horses at home keep theirs."""
    home: tuple[Letter, ...]
    """The horses that have their place, in this order."""
    to_act: tuple[Seat, ...]
    turn: Seat | None
    """Who turns the next tempo card or has turned the one that is driven; None when the game is over."""
    deal: int
    """1, and 2 once the cards had run out and were dealt again in this race."""
    horse_counts: tuple[int, ...]
    """By seat: horse cards in its stack."""
    position_counts: tuple[int, ...]
    """By seat: position cards in its stack."""
    has_stacked: tuple[bool, ...]
    """By seat: whether its stacks lie face down; True for owners of horses at home."""
    jokers: tuple[bool, ...]
    """By seat: whether it still has its Joker for this race."""
    galopps: tuple[bool, ...]
    """By seat: whether it still has its Galopp for this race."""
    galopped: tuple[bool, ...]
    """By seat: whether its horse has had a Galopp in this race."""
    special: Literal["joker", "galopp"] | None
    """What the seat whose turn it is has played before its tempo card."""
    stopped: Seat | None
    """Whose horse cannot use the card turned now or next."""
    turned: Turned | None
    """The tempo card turned last in this deal."""
    allowances: tuple[int, ...]
    """By seat: how far the card being driven lets its horse go; 0 for all in other phases."""
    order: tuple[Seat, ...]
    """Whose horses use the card being driven, in their order."""
    waiting: tuple[Seat, ...]
    """Whose horses drive after the one that drives now."""
    recent: tuple[Moved, ...]
    """The last moves of this race, oldest first, one a seat at most."""
    pile: tuple[Card, ...]
    """The cards turned in this deal, oldest first."""
    surplus: Stacks
    """The cards of this deal that were set aside for all to see."""
    points: tuple[int, ...]
    """By seat: those of horses home in this race included."""
    wins: tuple[int, ...]
    """By seat: races won, the one under way included once a horse is home."""
    result: Result | None
    """The race before this one; in the phase over the last one."""
    own: Own | None
    """None for everyone."""

    def on_track(self) -> list[Seat]:
        """Return whose horses got no place, as the game ended before they came home; the foremost first."""
        placed = self.result.order if self.result else self.horses
        seats = [seat for seat, horse in enumerate(self.horses) if horse not in placed]
        return sorted(seats, key=lambda seat: self.positions[seat])


def view(setup: Setup, state: State, seat: Seat | None) -> View:
    """Return what `seat` may know of `state`; None: everyone."""
    race_day, race, driving = state.race_day, state.race, state if isinstance(state, Driving) else None
    seats, is_stacking = len(race_day.horses), isinstance(state, Stacking)
    return View(
        seats=seats,
        seat=seat,
        phase=Phase(phase_name(type(state))),
        goal=race_day.goal,
        lane_change=race_day.lane_change,
        race=race_day.race,
        horses=race_day.horses,
        names=tuple([setup.names[horse] for horse in race_day.horses]),
        course=setup.course.sections,
        lengths=setup.course.lengths,
        start_lanes=race.lanes,
        places=tuple([None if cell == AT_HOME else setup.course.spots[cell] for cell in state.cells]),
        positions=positions(setup, state.cells, state.home),
        home=tuple([race_day.horses[each] for each in state.home]),
        to_act=state.to_act,
        turn=turn(state),
        deal=race.deal,
        horse_counts=tuple([len(stacks.horse) for stacks in state.stacks]),
        position_counts=tuple([len(stacks.position) for stacks in state.stacks]),
        has_stacked=tuple([not (is_stacking and each in state.to_act) for each in range(seats)]),
        jokers=race.jokers,
        galopps=race.galopps,
        galopped=race.galopped,
        special=state.special if isinstance(state, Turning) else None,
        stopped=state.stopped if isinstance(state, Turning | Driving) else None,
        turned=None if isinstance(state, Stacking) else state.turned,
        allowances=driving.allowances if driving else (0,) * seats,
        order=driving.order if driving else (),
        waiting=driving.waiting if driving else (),
        recent=race.recent,
        pile=() if isinstance(state, Stacking) else state.pile,
        surplus=race.surplus,
        points=race_day.points,
        wins=race_day.wins,
        result=race_day.result,
        own=None
        if seat is None
        else Own(state.stacks[seat] if is_stacking and seat in state.to_act else None),
    )


def turn(state: State) -> Seat | None:
    """Return who turns the next tempo card or has turned the one being driven."""
    match state:
        case Stacking():
            return state.turn
        case Turning():
            return state.to_act[0]
        case Driving():
            return state.turned.seat
        case Over():
            return None


def positions(setup: Setup, cells: tuple[Cell, ...], home: tuple[Seat, ...]) -> tuple[int, ...]:
    """Return by seat the position of its horse; those with a place keep it, the others follow."""
    order = home + tuple([seat for seat in by_position(setup, cells) if seat not in home])
    return tuple([order.index(seat) + 1 for seat in range(len(cells))])


def imagine(setup: Setup, view: View, chance: Chance) -> State:
    """Return a state that looks like `view` to its seat: the cards nobody has shown are dealt to the stacks."""
    stacks = _imagined_stacks(setup, view, chance)
    race_day = RaceDay(
        view.goal, view.lane_change, view.race, view.horses, view.points, view.wins, view.result
    )
    race = Race(
        view.start_lanes, view.deal, view.surplus, view.jokers, view.galopps, view.galopped, view.recent
    )
    cells = tuple([AT_HOME if spot is None else setup.course.cell(spot) for spot in view.places])
    home, pile = tuple([view.horses.index(horse) for horse in view.home]), view.pile
    match view.phase:
        case Phase.STACKING:
            assert view.turn is not None
            return Stacking(race_day, race, stacks, cells, home, view.to_act, view.turn)
        case Phase.TURNING:
            turn, turned, special = (view.to_act[0],), view.turned, view.special
            return Turning(race_day, race, stacks, pile, cells, home, turn, turned, special, view.stopped)
        case Phase.DRIVING:
            assert view.turned is not None
            return Driving(
                race_day,
                race,
                stacks,
                pile,
                cells,
                home,
                (view.to_act[0],),
                view.turned,
                view.stopped,
                view.allowances,
                view.order,
                view.waiting,
            )
        case Phase.OVER:
            return Over(race_day, race, stacks, pile, cells, home, (), view.turned)


def _imagined_stacks(setup: Setup, view: View, chance: Chance) -> tuple[Stacks, ...]:
    """Deal by seat what may lie in its stacks: what its own cards are it knows until they are laid."""
    hand = view.own.hand if view.own else None
    seen = {*view.pile, *chain(*view.surplus), *chain(*hand or ())}
    hidden = {
        deck: shuffled(chance, [card for card in cards if card not in seen])
        for deck, cards in setup.packs.items()
    }
    return tuple(
        [
            hand
            if hand and seat == view.seat
            else Stacks(
                tuple([hidden["horse"].pop() for _ in range(view.horse_counts[seat])]),
                tuple([hidden["position"].pop() for _ in range(view.position_counts[seat])]),
            )
            for seat in range(view.seats)
        ]
    )
