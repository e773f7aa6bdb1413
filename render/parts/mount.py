"""A horse at full gallop, its jockey up, in silks or as a silhouette, where it stands for itself: on cards, in lists.

On a course it is a sprite in the pose of its moment (`render.parts.sprites`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from PIL import Image, ImageDraw, ImageOps

from render.parts.lettering import Face, engrave, font
from render.parts.palette import CREAM, INK, Colour
from render.parts.shapes import Point
from render.parts.silks import Pattern, Silk
from render.parts.sprites import Facing, Pose, sprite

_RACER = "\N{HORSE RACING}"
_DETAIL = 640
_RIM_SIZE = 9
"""The size of the filter that makes the outline, in pixels of the detailed drawing; odd."""

_ANY = Silk("", INK, CREAM, Pattern.HALVES)
"""What a horse wears of which only the silhouette is seen."""

SKIN: Colour = (226, 178, 140)


def mount(silk: Silk, width: int) -> Image.Image:
    """Return the mount of a horse at full gallop, `width` pixels wide and about two thirds as high."""
    return sprite(Pose.STRETCHED, silk, width).image


@cache
def shadow(colour: Colour, width: int, *, faces_right: bool = True) -> Image.Image:
    """Return the bare silhouette of a racing horse in one colour: any horse, or an ornament."""
    facing = Facing.RIGHT if faces_right else Facing.LEFT
    shape = sprite(Pose.STRETCHED, _ANY, width, facing=facing).image.getchannel("A")
    figure = Image.new("RGBA", shape.size, (*colour, 0))
    figure.putalpha(shape)
    return figure


@cache
def symbol(colour: Colour, width: int, *, faces_right: bool = True) -> Image.Image:
    """Return the outline of the packaged symbol in one colour."""
    shape = _outline()
    figure = Image.new("RGBA", shape.size, (*colour, 0))
    figure.putalpha(shape)
    return reduced(figure if faces_right else ImageOps.mirror(figure), width)


def reduced(figure: Image.Image, width: int) -> Image.Image:
    """Return a detailed drawing so many pixels wide."""
    height = round(figure.height * width / figure.width)
    return figure.resize((width, height), Image.Resampling.BOX, reducing_gap=2.0)


@cache
def _outline() -> Image.Image:
    face = font(Face.SYMBOLS, _DETAIL)
    left, top, right, bottom = (round(edge) for edge in face.getbbox(_RACER))
    shape = Image.new("L", (right - left + 4 * _RIM_SIZE, bottom - top + 4 * _RIM_SIZE), 0)
    ImageDraw.Draw(shape).text((2 * _RIM_SIZE - left, 2 * _RIM_SIZE - top), _RACER, fill=255, font=face)
    return ImageOps.mirror(shape)


def wear(body: Image.Image, shirt: Image.Image, at: tuple[int, int], where: Sequence[Point]) -> None:
    """Lay a shirt on a figure, and cut it to a shape."""
    worn = Image.new("L", body.size, 0)
    ImageDraw.Draw(worn).polygon(where, fill=255)
    dressed = body.copy()
    dressed.paste(shirt, at)
    body.paste(dressed, (0, 0), worn)


def saddle_cloth(number: str, size: tuple[int, int], height: int) -> Image.Image:
    """Return a cloth with a number so many pixels high."""
    plaque = Image.new("RGB", size, CREAM)
    draw = ImageDraw.Draw(plaque)
    draw.rectangle((0, 0, plaque.width - 1, plaque.height - 1), outline=INK, width=6)
    engrave(draw, plaque.width / 2, plaque.height / 2, number, height, INK)
    return plaque
