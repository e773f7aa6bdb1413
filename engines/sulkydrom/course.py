"""The oval: lanes of straights and curves, exact progress along them, and the ways from space to space.

All distances are in half lengths: one space is one half length. Lane k has k − 1 times a curve's `widen` more
spaces in that curve than lane 1, so a lane further out is longer, but every section ends level in all lanes.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Annotated, Final, Literal, NamedTuple, NewType, TypeAlias

from pydantic import Field

from engines.core import StrictModel

Step: TypeAlias = Literal["F", "L", "R"]
"""Forward; a change to the next lane inside; a change to the next lane outside."""

LaneChange: TypeAlias = Literal["sideways", "diagonal"]
"""How a change of lanes is read: sideways to the space beside and one on, or straight to the space it ends on."""

Cell = NewType("Cell", int)
"""One space of one lane by a number of its own, lane by lane from the start to home."""

AT_HOME: Final = Cell(-1)
"""Where a horse is that is home: off the track, in nobody's way."""

COST: Final[dict[Step, int]] = {"F": 1, "L": 2, "R": 2}
"""Changing lanes: what each step costs, in half lengths."""


class Section(StrictModel):
    """A straight or a curve: its spaces in lane 1, and how many more each lane further out has."""

    kind: Literal["straight", "curve"]
    spaces: Annotated[int, Field(ge=1, le=100)]
    widen: Annotated[int, Field(ge=0, le=20)]

    def spaces_in(self, lane: int) -> int:
        """Return how many spaces this section has in a lane, lanes from 1."""
        return self.spaces + (lane - 1) * self.widen


class Spot(NamedTuple):
    """A space of a lane: lanes from 1, spaces from 0 (the start); one beyond the last space is home."""

    lane: int
    space: int


class Way(NamedTuple):
    """One step from a cell: what it costs, the cell it enters first, and the cell it ends on."""

    step: Step
    cost: int
    through: Cell
    """Beside, for a change that goes sideways; else where the step ends."""
    end: Cell


class Course:
    """The whole track, unpacked for play; tuples by cell have one entry for every cell."""

    def __init__(self, sections: tuple[Section, ...], lanes: int) -> None:
        self.sections: Final = sections
        by_lane = [tuple(along(sections, lane)) for lane in range(1, lanes + 1)]
        starts = [0, *accumulate(map(len, by_lane))]
        self.lengths: Final = tuple([len(spaces) - 2 for spaces in by_lane])
        """By lane: its last space; home is the space after."""
        self.starts: Final = tuple(map(Cell, starts[:-1]))
        """By lane: the cell of its space 0."""
        self.spots: Final = tuple(
            [Spot(lane, space) for lane, spaces in enumerate(by_lane, 1) for space in range(len(spaces))]
        )
        """By cell: its lane and space."""
        self.progress: Final = tuple([part for spaces in by_lane for part in spaces])
        """By cell: sections done and the exact part of the one under way; at home above all others."""
        order = sorted(self.spots, key=lambda spot: (-by_lane[spot.lane - 1][spot.space], spot.lane))
        rank = {spot: number for number, spot in enumerate(order)}
        self.rank: Final = tuple([rank[spot] for spot in self.spots])
        """By cell: its number when all are sorted by position, foremost first, the inner of level ones first."""
        sideways = tuple([tuple(ways_from(by_lane, starts, spot)) for spot in self.spots])
        self.ways: Final[Mapping[LaneChange, tuple[tuple[Way, ...], ...]]] = {
            "sideways": sideways,
            "diagonal": tuple([tuple([way._replace(through=way.end) for way in ways]) for ways in sideways]),
        }
        """By how lanes are changed, then by cell: every step the track allows, the cheapest first; none from home."""
        self.home: Final = frozenset(Cell(start - 1) for start in starts[1:])
        """The cells beyond the line."""

    def cell(self, spot: Spot) -> Cell:
        """Return the cell of a spot; ValueError if the track has none there."""
        return Cell(self.spots.index(spot))

    def to_go(self, cell: Cell) -> int:
        """Return how many half lengths straight on are left from a cell to home."""
        lane, space = self.spots[cell]
        return self.lengths[lane - 1] + 1 - space


def along(sections: Sequence[Section], lane: int) -> Iterator[Fraction]:
    """Yield the progress of each space of a lane: space i of c in section s, from 0, has s + i/c."""
    yield Fraction(0)
    for number, section in enumerate(sections):
        count = section.spaces_in(lane)
        yield from (number + Fraction(space, count) for space in range(1, count + 1))
    yield Fraction(len(sections) + 1)


def ways_from(progress: Sequence[Sequence[Fraction]], starts: Sequence[int], spot: Spot) -> Iterable[Way]:
    """Yield the steps from a spot: forward, then a change to each neighbouring lane.

    A change goes by the space beside, of equal or else next lower progress, and ends one space further on.
    """
    lane, space = spot.lane - 1, spot.space
    if space == len(progress[lane]) - 1:
        return
    ahead = Cell(starts[lane] + space + 1)
    yield Way("F", COST["F"], ahead, ahead)
    changes: tuple[tuple[Step, int], ...] = (("L", lane - 1), ("R", lane + 1))
    for step, other in changes:
        if 0 <= other < len(progress):
            beside = starts[other] + bisect_right(progress[other], progress[lane][space]) - 1
            yield Way(step, COST[step], Cell(beside), Cell(beside + 1))
