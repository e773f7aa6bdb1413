"""A picture in the drawing: strokes, one over another, that become pixels in all colours or in those of a palette."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from render.parts.inks import Inks, colour_at
from render.parts.palette import Colour


class Spot(NamedTuple):
    """Where something is painted: its upper left corner, and the colour that it lies on, if that is known."""

    x: int
    y: int
    on: Colour | None = None


Paint = Callable[[Image.Image, Spot, Inks | None], None]
"""Paints on an image at a spot; with inks where the image is in the few colours of a palette."""

_GROUND = 400
"""From how many pixels on something may be what others lie on."""


class Stroke(NamedTuple):
    """Something on a canvas, and the box in pixels outside of which it paints nothing."""

    x: int
    y: int
    width: int
    height: int
    paint: Paint
    is_soft: bool = False
    """Whether its edges are blended into what it lies on."""
    on: Colour | None = None
    """The colour that it lies on."""

    def painted(self, image: Image.Image, inks: Inks | None) -> None:
        """Paint it on an image as large as the canvas."""
        self.paint(image, Spot(self.x, self.y, self.on), inks)


class Canvas:
    """What is drawn on like an image, in whole pixels; `colour` is its ground, None where it covers nothing itself."""

    def __init__(self, width: int, height: int, colour: Colour | None = None) -> None:
        self.width = width
        self.height = height
        self.colour = colour
        self.strokes: list[Stroke] = []
        self._grounds: list[tuple[int, int, int, int, Image.Image | Colour]] = []

    @classmethod
    def over(cls, ground: Image.Image, colour: Colour = (0, 0, 0)) -> Canvas:
        """Return a canvas as large as an image that lies on it."""
        canvas = cls(*ground.size, colour)
        canvas.put(ground, 0, 0)
        return canvas

    @property
    def size(self) -> tuple[int, int]:
        """The width and the height in pixels."""
        return self.width, self.height

    # ----------------------------------------------------------------------------------------------- strokes

    def put(self, what: Image.Image | Canvas, x: int, y: int) -> None:
        """Put an image, on which nobody draws any more, or what is on another canvas, upper left corner there."""
        if isinstance(what, Canvas):
            self._take_over(what, x, y)
        else:
            is_soft = what.mode == "RGBA"
            self._add(x, y, what.size, partial(_paste, what), is_soft=is_soft)
            self._lay(x, y, what.size, what)

    def stamp(self, mask: Image.Image, x: int, y: int, fill: Colour) -> None:
        """Put a colour where a mask lets it through."""
        self._add(x, y, mask.size, partial(_stamp, mask, fill), is_soft=True)

    def rectangle(self, box: Sequence[float], fill: Colour) -> None:
        """Fill a rectangle, its lower right corner included; what hangs over the canvas is cut."""
        left, top, right, bottom = map(int, box)
        right, bottom = min(right, self.width - 1), min(bottom, self.height - 1)
        left, top = max(left, 0), max(top, 0)
        if left <= right and top <= bottom:
            self._shape("rectangle", (left, top, right, bottom), 0, fill=fill)
            self._lay(left, top, (right - left + 1, bottom - top + 1), fill)

    def rounded_rectangle(self, box: Sequence[float], radius: float, outline: Colour, width: int) -> None:
        """Draw a rounded frame."""
        self._shape("rounded_rectangle", tuple(map(int, box)), 0, radius=radius, outline=outline, width=width)

    def ellipse(self, box: Sequence[float], fill: Colour) -> None:
        """Fill an ellipse."""
        self._shape("ellipse", tuple(box), 1, fill=fill)

    def line(self, ends: Sequence[float], fill: Colour, width: int) -> None:
        """Draw a straight line, upright or level."""
        self._shape("line", tuple(map(int, ends)), width, fill=fill, width=width)

    def _shape(self, kind: str, points: Sequence[float], around: int, **how: Any) -> None:
        """Draw a shape of `ImageDraw` that reaches so many pixels beyond its points."""
        across, down = points[::2], points[1::2]
        x, y = math.floor(min(across)) - around, math.floor(min(down)) - around
        size = math.ceil(max(across)) + around + 1 - x, math.ceil(max(down)) + around + 1 - y
        placed = tuple(each - (y if at % 2 else x) for at, each in enumerate(points))
        self._add(x, y, size, partial(_drawn, kind, placed, how))

    def _add(self, x: int, y: int, size: tuple[int, int], paint: Paint, *, is_soft: bool = False) -> None:
        on = self._under(x + size[0] // 2, y + size[1] // 2) if is_soft else None
        self.strokes.append(Stroke(x, y, *size, paint, is_soft, on))

    def _lay(self, x: int, y: int, size: tuple[int, int], what: Image.Image | Colour) -> None:
        """Note that something lies there on which others may lie."""
        if size[0] * size[1] >= _GROUND:
            self._grounds.append((x, y, x + size[0], y + size[1], what))

    def _under(self, x: int, y: int) -> Colour | None:
        """Return the colour at a point, None where nothing lies there yet."""
        for left, top, right, bottom, what in reversed(self._grounds):
            if left <= x < right and top <= y < bottom:
                found = colour_at(what, x - left, y - top) if isinstance(what, Image.Image) else what
                if found is not None:
                    return found
        return self.colour

    def _take_over(self, other: Canvas, x: int, y: int) -> None:
        if not all(map(other._holds, other.strokes)):
            self.put(other.image(), x, y)  # what hangs over its edge is cut
            return
        if other.colour is not None:
            self._shape("rectangle", (x, y, x + other.width - 1, y + other.height - 1), 0, fill=other.colour)
            self._lay(x, y, other.size, other.colour)
        self.strokes += [self._taken(each, x, y) for each in other.strokes]
        for left, top, right, bottom, what in other._grounds:
            self._grounds.append((left + x, top + y, right + x, bottom + y, what))

    def _taken(self, stroke: Stroke, x: int, y: int) -> Stroke:
        """Return a stroke of another canvas that lies here at a point."""
        x, y, on = stroke.x + x, stroke.y + y, stroke.on
        if stroke.is_soft and on is None:
            on = self._under(x + stroke.width // 2, y + stroke.height // 2)
        return stroke._replace(x=x, y=y, on=on)

    def _holds(self, stroke: Stroke) -> bool:
        right, bottom = stroke.x + stroke.width, stroke.y + stroke.height
        return stroke.x >= 0 and stroke.y >= 0 and right <= self.width and bottom <= self.height

    # ------------------------------------------------------------------------------------------------ pixels

    def image(self, ground: Image.Image | None = None) -> Image.Image:
        """Return all of it as pixels, on a ground that is drawn on, or on its own."""
        if ground is None:
            ground = self._blank(self.height)
        for stroke in self.strokes:
            stroke.painted(ground, None)
        return ground

    def indexed(self, inks: Inks) -> Image.Image:
        """Return all of it as pixels in the colours of a palette."""
        image = inks.blank(self.width, self.height, self.colour or (0, 0, 0))
        for stroke in self.strokes:
            stroke.painted(image, inks)
        return image

    def _blank(self, height: int) -> Image.Image:
        if self.colour is None:
            return Image.new("RGBA", (self.width, height), (0, 0, 0, 0))
        return Image.new("RGB", (self.width, height), self.colour)


Surface: TypeAlias = Image.Image | Canvas
"""What is drawn on."""


def _paste(sprite: Image.Image, image: Image.Image, at: Spot, inks: Inks | None) -> None:
    """Paste an image; of one in few colours, a ground, only what is seen is turned into pixels of all colours."""
    if inks:
        inks.put(image, sprite, at[:2], at.on)
    elif sprite.mode == "P":
        upper, lower = max(-at.y, 0), min(image.height - at.y, sprite.height)
        image.paste(sprite.crop((0, upper, sprite.width, lower)).convert("RGB"), (at.x, at.y + upper))
    else:
        image.paste(sprite, at[:2], sprite if sprite.mode == "RGBA" else None)


def _stamp(mask: Image.Image, fill: Colour, image: Image.Image, at: Spot, inks: Inks | None) -> None:
    if inks:
        inks.stamp(image, mask, at[:2], fill, at.on)
    else:
        image.paste(fill, at[:2], mask)


def _drawn(
    kind: str, points: Sequence[float], how: dict[str, Any], image: Image.Image, at: Spot, inks: Inks | None
) -> None:
    placed = [each + (at.y if number % 2 else at.x) for number, each in enumerate(points)]
    if inks:
        inks.draw(image, kind, placed, how)
    else:
        getattr(ImageDraw.Draw(image), kind)(placed, **how)
