"""The ground of a board, an empty course: drawn once, with its grain, and kept in the few colours of its palette."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Concatenate, ParamSpec

from PIL import Image

from render.parts.cache import image_id, shared
from render.parts.canvas import Canvas
from render.parts.grain import GRAINED, grained
from render.parts.palette import Colour

Facts = ParamSpec("Facts")


@dataclass(frozen=True, slots=True)
class _Colours:
    """A palette image, told from others by its id."""

    id: int
    palette: Image.Image = field(compare=False)


def laid(
    draw: Callable[Facts, Image.Image], on: Collection[Colour] = GRAINED
) -> Callable[Concatenate[Image.Image, Facts], Canvas]:
    """Return what lays a ground that a function draws on a canvas, for a palette and what that function is called with.

    Whatever has a colour that it is laid `on` gets a grain: where that is cut into small pieces it is dear in bytes.
    A ground in all colours takes four times the memory; so few of them fit that each would be drawn again and again.
    """

    @shared
    def indexed(colours: _Colours, *args: Facts.args, **facts: Facts.kwargs) -> Image.Image:
        flat = draw(*args, **facts).quantize(palette=colours.palette, dither=Image.Dither.NONE)
        return grained(flat, colours.palette, on)

    def canvas(palette: Image.Image, /, *args: Facts.args, **facts: Facts.kwargs) -> Canvas:
        return Canvas.over(indexed(_Colours(image_id(palette), palette), *args, **facts))

    return canvas
