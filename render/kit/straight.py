"""A straight course: lanes side by side, space by space, in pixels."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.parts.canvas import Canvas
from render.parts.ground import laid
from render.parts.kept import kept
from render.parts.lettering import write
from render.parts.palette import CREAM, FOREST, GOLD, INK, TURF, TURF_LIGHT, WHITE, Colour
from render.parts.shapes import Point

_ACROSS, _ALONG = 384, 972
"""The height of all lanes and the length of all spaces, where the picture is 1200 pixels wide."""


@dataclass(frozen=True, slots=True)
class Straight:
    """The geometry of a course: the picture, its left upper corner, and what it is made of, in pixels."""

    size: tuple[int, int]
    left: float
    top: float
    lanes: int
    spaces: int
    lane: float
    """The height of a lane."""
    space: float
    """The length of a space."""
    pocket: float
    """The length of the stretch before the start, space 0."""
    paddock: float
    """The length of the stretch over the line."""
    token: int
    """The diameter of a horse."""
    figures: int
    """The height of the numbers of the spaces."""
    raked: tuple[Colour, Colour]
    """The colours of a space and of its neighbour."""

    @property
    def start(self) -> float:
        """Where the first space begins."""
        return self.left + self.pocket

    @property
    def finish(self) -> float:
        """Where the last space ends."""
        return self.start + self.spaces * self.space

    @property
    def right(self) -> float:
        """Where the stretch over the line ends."""
        return self.finish + self.paddock

    @property
    def bottom(self) -> float:
        """Where the lowest lane ends."""
        return self.top + self.lanes * self.lane

    def point(self, space: float, lane: float) -> Point:
        """Return the middle of a space of a lane (from 0); fractions lie between. Space 0 is the start.

        Over the line a horse stands left of its rosette.
        """
        y = self.top + (lane + 0.5) * self.lane
        first, last = self.start + self.space / 2, self.finish - self.space / 2
        home = self.finish + self.lane * 0.16 + self.token * 0.5
        if space <= 1:
            return first + (self.start - self.pocket / 2 - first) * (1 - max(space, 0)), y
        if space > self.spaces:
            return last + (home - last) * min(space - self.spaces, 1), y
        return first + (space - 1) * self.space, y

    def passed(self, start: int, end: int, lane: int) -> list[Point]:
        """Return the middle of the space a horse came from, and of those between."""
        on = 1 if end > start else -1
        return [
            self.point(space, lane) for space in (start, *range(start + on, min(end, self.spaces + 1), on))
        ]

    @property
    def dot(self) -> int:
        """The width of a hoofprint in pixels."""
        return round(self.token * 0.36)

    def ground(self, start: str, finish: str) -> Image.Image:
        """Return a fresh picture of the empty course, with the names of its two ends."""
        return _kept_ground(self, start, finish)

    def laid(self, start: str, finish: str, palette: Image.Image) -> Canvas:
        """Return a canvas that is the same, in the colours of a palette."""
        return _laid_ground(palette, self, start, finish)


def straight(
    lanes: int,
    spaces: int,
    size: tuple[int, int],
    top: float,
    raked: tuple[Colour, Colour] = (TURF_LIGHT, TURF),
    *,
    is_shared: bool = True,
) -> Straight:
    """Return a course as wide as a picture, below `top`; tokens fit into the spaces of lanes that horses share."""
    by = size[0] / 1200
    tokens = (52.0, _ACROSS / lanes - 8, _ALONG / spaces - 2)
    figures = 28 if is_shared else min(28, _ALONG / spaces * 0.62)
    return Straight(
        size=size,
        left=38 * by,
        top=top,
        lanes=lanes,
        spaces=spaces,
        lane=_ACROSS * by / lanes,
        space=_ALONG * by / spaces,
        pocket=68 * by,
        paddock=104 * by,
        token=round(min(tokens if is_shared else tokens[:2]) * by),
        figures=round(figures * by),
        raked=raked,
    )


def _ground(track: Straight, start: str, finish: str) -> Image.Image:
    image = Image.new("RGB", track.size, FOREST)
    _paint(ImageDraw.Draw(image), track)
    _write(image, track, start, finish)
    return image


_kept_ground, _laid_ground = kept(_ground), laid(_ground)


def _paint(draw: ImageDraw.ImageDraw, track: Straight) -> None:
    def box(left: float, upper: float, right: float, lower: float) -> tuple[int, int, int, int]:
        return round(left), round(upper), round(right) - 1, round(lower) - 1

    for lane in range(track.lanes):
        upper, lower = track.top + lane * track.lane, track.top + (lane + 1) * track.lane
        draw.rectangle(box(track.left, upper, track.start, lower), fill=TURF_LIGHT if lane % 2 else TURF)
        draw.rectangle(box(track.finish, upper, track.right, lower), fill=TURF_LIGHT if lane % 2 else TURF)
        for space in range(track.spaces):
            left = track.start + space * track.space
            fill = track.raked[(lane + space) % 2]
            draw.rectangle(box(left, upper, left + track.space, lower), fill=fill)
    for space in range(5, track.spaces, 5):
        x = track.start + space * track.space
        draw.rectangle(box(x - 1.5, track.top, x + 1.5, track.bottom), fill=CREAM)
    for lane in range(1, track.lanes):
        y = track.top + lane * track.lane
        draw.rectangle(box(track.left, y - 1, track.finish, y + 1), fill=CREAM)
    draw.rectangle(box(track.start - 2.5, track.top, track.start + 2.5, track.bottom), fill=WHITE)
    cell = track.lane / 8
    for row in range(track.lanes * 8):
        for column in range(2):
            left, upper = track.finish + (column - 1) * cell, track.top + row * cell
            fill = INK if (row + column) % 2 else WHITE
            draw.rectangle(box(left, upper, left + cell, upper + cell), fill=fill)
    for y in (track.top, track.bottom):
        draw.rectangle(box(track.left, y - 3, track.right, y + 3), fill=WHITE)


def _write(image: Image.Image, track: Straight, start: str, finish: str) -> None:
    above = track.top - track.figures * 0.75
    for space in range(1, track.spaces + 1):
        x, _ = track.point(space, 0)
        fill = GOLD if space % 5 == 0 else CREAM
        write(image, x, above, str(space), track.figures, fill=fill, align="m", width=round(track.space))
    small = round(track.figures * 0.92)
    x = track.start - track.pocket / 2
    write(image, x, above, start, small, fill=CREAM, align="m", width=round(track.pocket))
    x = track.finish + track.paddock / 2
    write(image, x, above, finish, small, fill=CREAM, align="m", width=round(track.paddock))
    for lane in range(track.lanes):
        _, y = track.point(1, lane)
        write(image, track.left / 2, y, str(lane + 1), track.figures, fill=CREAM, align="m")
