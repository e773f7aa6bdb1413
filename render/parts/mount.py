"""A horse at full gallop with its jockey up, in the horse's colour and silks, its number on the saddle cloth.

The outline is the symbol of the packaged symbol face; places on it are shares of its width and height.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from PIL import Image, ImageDraw, ImageFilter, ImageOps

from render.parts.lettering import Face, engrave, font
from render.parts.palette import CREAM, INK, WHITE, Colour
from render.parts.shapes import Point
from render.parts.silks import Silk, cloth

_RACER = "\N{HORSE RACING}"
_DETAIL = 640
_RIM_SIZE = 9
"""The size of the filter that makes the outline, in pixels of the detailed drawing; odd."""

_CAP = ((0.59, -0.1), (0.74, -0.1), (0.74, 0.062), (0.59, 0.062))
_FACE = ((0.59, 0.062), (0.74, 0.062), (0.70, 0.125), (0.635, 0.13))
_SHIRT = ((0.44, 0.07), (0.64, 0.07), (0.65, 0.125), (0.632, 0.222), (0.6, 0.31), (0.507, 0.352), (0.44, 0.3))
_BREECHES = ((0.507, 0.352), (0.6, 0.31), (0.632, 0.222), (0.672, 0.31), (0.6, 0.45), (0.6, 0.5), (0.56, 0.5))
_BOOT = ((0.56, 0.5), (0.6, 0.5), (0.592, 0.585), (0.63, 0.6), (0.63, 0.635), (0.555, 0.635))
_CLOTH = ((0.385, 0.365), (0.525, 0.6))
SKIN: Colour = (226, 178, 140)


@cache
def mount(silk: Silk, width: int) -> Image.Image:
    """Return the mount of a horse, `width` pixels wide and about 0.64 times as high."""
    return reduced(_dressed(silk), width)


@cache
def shadow(colour: Colour, width: int, *, faces_right: bool = True) -> Image.Image:
    """Return the bare outline of a racing horse in one colour: any horse, or an ornament."""
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


@cache
def _rim() -> Image.Image:
    return _outline().filter(ImageFilter.MaxFilter(_RIM_SIZE))


def _dressed(silk: Silk) -> Image.Image:
    shape = _outline()
    body = Image.new("RGB", shape.size, silk.colour)
    draw = ImageDraw.Draw(body)
    for part, colour in ((_CAP, silk.accent), (_FACE, SKIN), (_BREECHES, WHITE), (_BOOT, INK)):
        draw.polygon(_placed(part, shape), fill=colour)
    where = _placed(_SHIRT, shape)
    left, top = (round(min(place[axis] for place in where)) for axis in (0, 1))
    wear(body, cloth(silk, _DETAIL // 4), (left, top), where)
    draw.line([*where, where[0]], fill=INK, width=6)
    draw.line(_placed(_BREECHES, shape), fill=INK, width=6)
    (x0, y0), (x1, y1) = _placed(_CLOTH, shape)
    number = saddle_cloth(silk.number, (round(x1 - x0), round(y1 - y0)), round((y1 - y0) * 0.88))
    body.paste(number, (round(x0), round(y0)))
    figure = Image.new("RGBA", shape.size, (*INK, 0))
    figure.paste(body, (0, 0), shape)
    figure.putalpha(_rim())
    return figure


def _placed(part: tuple[Point, ...], shape: Image.Image) -> list[Point]:
    width, height = shape.width - 4 * _RIM_SIZE, shape.height - 4 * _RIM_SIZE
    return [(2 * _RIM_SIZE + x * width, 2 * _RIM_SIZE + y * height) for x, y in part]


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
