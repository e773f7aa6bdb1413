"""The course of Sulkydrom seen from the rails: eight lanes unrolled from start to finish, the inner one the furthest.

Lanes have more spaces in the curves the further out they are, and every section ends level in all of them: so a space
of an outer lane is drawn shorter there, and the lines between spaces sweep back like the rays of a fan.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import accumulate

from engines.sulkydrom.course import Section, Spot
from engines.sulkydrom.view import View
from render.parts.shapes import Point

WIDTH, HEIGHT = 1200, 384
"""The size of the course on the board, in pixels."""

START, FINISH = 190.0, 1092.0
"""Where the noses of the horses are at the start, and where the finishing line is."""
EDGE = 8.0
"""How far below the upper edge of the course its lanes begin, and above the lower one they end."""
STRIP = 52.0
"""How wide the strip with the numbers of the lanes is, left of the place before the start."""
_LANES = 8
"""How many lanes fill the height of the course."""
_HOME = WIDTH - FINISH
"""How long the place behind the finish is."""


@dataclass(frozen=True, slots=True)
class Track:
    """The course in pixels of the board, from its upper left corner."""

    lanes: int
    lane: float
    """The height of a lane."""
    sections: tuple[Section, ...]
    bounds: tuple[float, ...]
    """Where each section begins, and where the last one ends."""

    @property
    def bottom(self) -> float:
        """Where the outermost lane ends."""
        return EDGE + self.lanes * self.lane

    def y(self, lane: float) -> float:
        """Return where the middle of a lane is, lanes from 1."""
        return EDGE + (lane - 0.5) * self.lane

    def span(self, place: Spot) -> tuple[float, float]:
        """Return where a place begins and ends in the middle of its lane; 0 is the start, beyond the last is home."""
        if place.space <= 0:
            return STRIP, START
        number, space = self._section(place)
        if number == len(self.sections):
            return FINISH, FINISH + _HOME
        return self._x(number, space - 1, place.lane), self._x(number, space, place.lane)

    def nose(self, place: Spot) -> Point:
        """Return where the nose of a horse is on a place, in the middle of its lane."""
        return self.span(place)[1], self.y(place.lane)

    def at(self, place: Spot) -> Point:
        """Return the middle of a place."""
        return sum(self.span(place)) / 2, self.y(place.lane)

    def is_home(self, place: Spot) -> bool:
        """Tell whether a place is beyond the line."""
        return self._section(place)[0] == len(self.sections)

    def outline(self, place: Spot) -> list[Point]:
        """Return the corners of a place."""
        number, space = self._section(place)
        corners = []
        for lane in (place.lane - 0.5, place.lane + 0.5):
            left, right = self.span(place)
            if place.space > 0 and number < len(self.sections):
                is_last = space == self.sections[number].spaces_in(place.lane)
                left, right = self._x(number, space - 1, lane), self._x(number, space, lane)
                right = self.bounds[number + 1] if is_last else right
            corners.append(((left, self.y(lane)), (right, self.y(lane))))
        (upper_left, upper_right), (lower_left, lower_right) = corners
        return [upper_left, upper_right, lower_right, lower_left]

    def spaces(self, lane: int) -> list[Spot]:
        """Return the spaces of a lane, from 1."""
        count = sum(section.spaces_in(lane) for section in self.sections)
        return [Spot(lane, space) for space in range(1, count + 1)]

    def lines(self) -> Iterator[list[Point]]:
        """Yield the lines between the spaces within each section, each from the inner lanes to the outer ones."""
        for number, section in enumerate(self.sections):
            for space in range(1, section.spaces_in(self.lanes)):
                lanes = [lane for lane in range(1, self.lanes + 1) if space < section.spaces_in(lane)]
                edges = [lanes[0] - 0.5, *(lane + 0.5 for lane in lanes)]
                if not section.widen:
                    edges = [edges[0], edges[-1]]
                yield [(self._x(number, space, edge), self.y(edge)) for edge in edges]

    def _section(self, place: Spot) -> tuple[int, int]:
        """Return in which section a place is, and which space of it: beyond the last one is home."""
        space = place.space
        for number, section in enumerate(self.sections):
            if space <= (count := section.spaces_in(place.lane)):
                return number, space
            space -= count
        return len(self.sections), space

    def _x(self, number: int, space: int, lane: float) -> float:
        """Return where so many spaces of a section end, in a lane or on a line between two."""
        section, start, end = self.sections[number], self.bounds[number], self.bounds[number + 1]
        count = section.spaces + (lane - 1) * section.widen
        return start + (end - start) * space / max(count, space, 1)


@cache
def track(sections: tuple[Section, ...], lanes: int) -> Track:
    """Return the course of some sections and lanes."""
    unit = (FINISH - START) / sum(section.spaces for section in sections)
    bounds = accumulate((section.spaces * unit for section in sections), initial=START)
    return Track(lanes, (HEIGHT - 2 * EDGE) / max(lanes, _LANES), sections, tuple(bounds))


def track_of(view: View) -> Track:
    """Return the course of a view."""
    return track(view.course, len(view.lengths))
