"""Who sits at which table of a round, what a place brings, who goes on: plain arithmetic, without luck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

T = TypeVar("T")

POINTS = (10, 6, 4, 2, 1)
"""For the places of a table, from the first; further ones bring nothing."""


class Party(NamedTuple):
    """Those who sit at one table of a round: `people` by their numbers, and how many seats are taken in all."""

    people: Sequence[int]
    seats: int


def deal(number: int, can_play: Sequence[int], *, computers: bool) -> Sequence[Party]:
    """Deal people, numbered from 0, to as few tables as possible and as evenly as possible.

    `can_play` are the numbers of seats a table may have, ascending. Where an even division is none of them, computer
    players fill up, if they are let in; else it is less even, and if need be the last few sit the round out.
    """
    if not number or not can_play:
        return ()
    few = -(-number // can_play[-1])
    for tables in range(few, number // can_play[0] + 1):
        if {len(range(each, number, tables)) for each in range(tables)} <= set(can_play):
            return [
                Party(range(each, number, tables), len(range(each, number, tables))) for each in range(tables)
            ]
    if computers:
        dealt = [range(each, number, few) for each in range(few)]
        return [Party(people, next(seats for seats in can_play if seats >= len(people))) for people in dealt]
    return _uneven(number, can_play)


def _uneven(number: int, can_play: Sequence[int]) -> Sequence[Party]:
    """Deal as many people as find a seat at tables of these sizes, to as few tables as possible."""
    best: list[tuple[int, ...] | None] = [(), *[None] * number]
    for people in range(1, number + 1):
        fewer = [best[people - size] for size in can_play if size <= people]
        found = [(*earlier, people - sum(earlier)) for earlier in fewer if earlier is not None]
        best[people] = min(found, key=lambda sizes: (len(sizes), max(sizes) - min(sizes)), default=None)
    sizes = next(each for each in reversed(best) if each is not None)
    starts = [sum(sizes[:at]) for at in range(len(sizes))]
    return [Party(range(start, start + size), size) for start, size in zip(starts, sizes, strict=True)]


def points_of(places: Sequence[int]) -> Sequence[int]:
    """Return what each place of a table brings; who shares a place shares what the places they take would bring."""
    shares = [*POINTS, *[0] * len(places)]
    return [
        sum(shares[place - 1 : place - 1 + places.count(place)]) // places.count(place) for place in places
    ]


def better_half(ranked: Sequence[T]) -> Sequence[T]:
    """Return who of a table goes on in a knock-out, from the best on: of an odd number the larger half."""
    return ranked[: -(-len(ranked) // 2)]
