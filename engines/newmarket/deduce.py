"""What the table has seen that each hand cannot hold: a lead shows the lowest card, a pass shows a void.

Everything here follows from the cards played and the rules, so it is open to every seat with a good memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from engines.core import Seat
from engines.newmarket.cards import LENGTH, LOWER, LOWER_OF_ALL, Hand
from engines.newmarket.edition import Setup
from engines.newmarket.view import Phase, View


def excluded(setup: Setup, view: View) -> list[Hand]:
    """Return by seat the cards that its hand cannot hold, as far as the play of the deal tells."""
    plays = [(shown.seat, setup.numbers[shown.card]) for shown in view.plays]
    told: list[Hand] = [0] * view.seats
    if not plays:
        return told
    leader, first = plays[0]
    told[leader] = LOWER_OF_ALL[first]
    for (last, before), (seat, card) in pairwise(plays):
        if card // LENGTH != before // LENGTH:
            told[seat] |= LOWER[card]
            for passed in to_the_right(last, seat, view.seats):
                told[passed] |= setup.against[before // LENGTH]
    if view.phase is Phase.LEADING:
        last, before = plays[-1]
        for passed in to_the_right(last, view.to_act[0], view.seats):
            told[passed] |= setup.against[before // LENGTH]
    stopped = stoppers(plays, view.phase) if view.calling == "auto" else 0
    return [cards | stopped for cards in told]


def to_the_right(seat: Seat, end: Seat, seats: int) -> Iterator[Seat]:
    """Go through the seats from one to the right, up to but without `end`."""
    while seat != end:
        yield seat
        seat = (seat - 1) % seats


def stoppers(plays: list[tuple[Seat, int]], phase: Phase) -> Hand:
    """Return the cards that ended a sequence because no seat had them."""
    ends = [before for (_, before), (_, card) in pairwise(plays) if card // LENGTH != before // LENGTH]
    if phase is Phase.LEADING:
        ends.append(plays[-1][1])
    return sum({1 << card + 1 for card in ends if (card + 1) % LENGTH})
