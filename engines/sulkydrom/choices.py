"""What a seat may do in Sulkydrom: any order of its stacks, Joker, Galopp and tempo cards, any free path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from engines.core import Chance, Choices, Seat, is_allowed, shuffled
from engines.sulkydrom.actions import (
    STAY,
    TEMPO,
    Action,
    Card,
    Deck,
    Drive,
    Galopp,
    Joker,
    Letter,
    Stack,
    Tempo,
    drive_of,
)
from engines.sulkydrom.course import AT_HOME
from engines.sulkydrom.edition import Setup
from engines.sulkydrom.paths import Reach
from engines.sulkydrom.preparation import check_stack
from engines.sulkydrom.state import Stacks, Turning

EARLY: Final = 4
"""One drawn drive in so many is for any part of the number shown, the others for all of it."""


class Orders(Choices[Stack]):
    """Every order of the cards dealt; far too many to list."""

    __slots__ = ("faces", "hand")

    def __init__(self, setup: Setup, hand: Stacks) -> None:
        self.faces: Mapping[Card, tuple[int, ...]] = setup.faces
        """What each card shows, in half lengths: for horses A to H, or for positions P1 to P8."""
        self.hand = hand

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Stack) and is_allowed(check_stack, self.hand, action)

    def sample(self, chance: Chance) -> Stack:
        """Draw an order, each equally likely."""
        return Stack(tuple(shuffled(chance, self.hand.horse)), tuple(shuffled(chance, self.hand.position)))


class Turns(Choices[Action]):
    """The stacks that are not empty, and before a card a Joker's paths and the horses free for a Galopp."""

    __slots__ = ("decks", "horses", "reach")

    def __init__(self, setup: Setup, state: Turning) -> None:
        (seat,), race = state.to_act, state.race
        self.decks: tuple[Deck, ...] = decks_left(state.stacks[seat])
        self.horses: tuple[Letter, ...] = ()
        self.reach: Reach | None = None
        """What lies open to the seat's own horse if it plays its Joker."""
        if state.special is not None:
            return
        if race.galopps[seat]:
            self.horses = free_for_galopp(state, seat)
        if race.jokers[seat]:
            reach = Reach(setup.course, state.cells, seat, setup.joker, state.race_day.lane_change)
            self.reach = reach if reach.has_step() else None

    def __iter__(self) -> Iterator[Action]:
        yield from (TEMPO[deck] for deck in self.decks)
        yield from self.jokers()
        yield from map(Galopp, self.horses)

    def __contains__(self, action: object) -> bool:
        match action:
            case Tempo(deck=deck):
                return deck in self.decks
            case Galopp(horse=horse):
                return horse in self.horses
            case Joker(path=path) if path and self.reach:
                return is_allowed(self.reach.end, path)
        return False

    def jokers(self) -> Iterator[Joker]:
        """Yield the Joker with every path it may take."""
        for path, _ in self.reach.paths() if self.reach else ():
            if path:
                yield Joker(path)

    def only(self) -> Tempo | None:
        """Return the one tempo card to turn if there is nothing else to choose."""
        alone = len(self.decks) == 1 and not self.horses and self.reach is None
        return TEMPO[self.decks[0]] if alone else None

    def sample(self, chance: Chance) -> Action:
        """Draw tempo card, Joker or Galopp among those there are, then which, each evenly."""
        reach, horses = self.reach, self.horses
        kind = chance.below(1 + bool(horses) + (reach is not None))
        if kind == 0:
            return TEMPO[self.decks[chance.below(len(self.decks))]]
        if kind == 1 and horses:
            return Galopp(horses[chance.below(len(horses))])
        assert reach is not None
        return Joker(reach.drawn(chance, chance.below(reach.most) + 1) or reach.drawn(chance, reach.most))


@dataclass(slots=True)
class Drives(Choices[Drive]):
    """Every free path of at most so many half lengths; listed, the one that stays comes first."""

    reach: Reach

    def __iter__(self) -> Iterator[Drive]:
        return (drive_of(path) for path, _ in self.reach.paths())

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Drive) and is_allowed(self.reach.end, action.path)

    def sample(self, chance: Chance) -> Drive:
        """Draw step after step, each evenly among those that are free; one drive in four may stop early."""
        reach = self.reach
        if not (most := reach.most):
            return STAY
        return drive_of(reach.drawn(chance, most if chance.below(EARLY) else chance.below(most + 1)))


def decks_left(stacks: Stacks) -> tuple[Deck, ...]:
    """Return the kinds of tempo cards a seat has left."""
    if stacks.horse:
        return ("horse", "position") if stacks.position else ("horse",)
    return ("position",) if stacks.position else ()


def free_for_galopp(state: Turning, seat: Seat) -> tuple[Letter, ...]:
    """Return the running horses of other seats that have had no Galopp in this race."""
    horses, cells, galopped = state.race_day.horses, state.cells, state.race.galopped
    return tuple(
        [
            horse
            for owner, horse in enumerate(horses)
            if owner != seat and cells[owner] != AT_HOME and not galopped[owner]
        ]
    )
