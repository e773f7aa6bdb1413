"""The ground of a board, an empty course: drawn once, with its grain, and kept in the few colours of its palette."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Concatenate, ParamSpec

from PIL import Image

from render.parts.canvas import Canvas
from render.parts.grain import grained
from render.parts.kept import shared
from render.parts.numbers import number_of_image

Facts = ParamSpec("Facts")


@dataclass(frozen=True, slots=True)
class _Colours:
    """A palette image, told from others by its number."""

    number: int
    palette: Image.Image = field(compare=False)


def laid(
    draw: Callable[Facts, Image.Image], *, is_grained: bool = True
) -> Callable[Concatenate[Image.Image, Facts], Canvas]:
    """Return what lays a ground that a function draws on a canvas, for a palette and what that function is called with.

    One full of lines may do without its grain, which would cost more there than elsewhere.
    A ground in all colours takes four times the memory; so few of them fit that each would be drawn again and again.
    """

    @shared
    def indexed(colours: _Colours, *args: Facts.args, **facts: Facts.kwargs) -> Image.Image:
        flat = draw(*args, **facts).quantize(palette=colours.palette, dither=Image.Dither.NONE)
        return grained(flat, colours.palette) if is_grained else flat

    def canvas(palette: Image.Image, /, *args: Facts.args, **facts: Facts.kwargs) -> Canvas:
        return Canvas.over(indexed(_Colours(number_of_image(palette), palette), *args, **facts))

    return canvas
