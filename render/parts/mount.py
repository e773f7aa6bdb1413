"""A horse at full gallop with its jockey up, in the horse's colour and silks, its number on the saddle cloth.

The outline is the symbol of the packaged symbol face; places on it are shares of its width and height.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFilter, ImageOps

from render.parts.lettering import Face, cap_height, font
from render.parts.palette import CREAM, INK, WHITE, Colour
from render.parts.silks import Silk, cloth

_RACER = "\N{HORSE RACING}"
_DETAIL = 640
_RIM_SIZE = 9
"""The size of the filter that makes the outline, in pixels of the detailed drawing; odd."""

_CAP = ((0.59, -0.1), (0.74, -0.1), (0.74, 0.062), (0.59, 0.062))
_FACE = ((0.59, 0.062), (0.74, 0.062), (0.70, 0.125), (0.635, 0.13))
_SHIRT = (
    (0.44, 0.07),
    (0.64, 0.07),
    (0.65, 0.125),
    (0.632, 0.222),
    (0.60, 0.31),
    (0.507, 0.352),
    (0.44, 0.3),
)
_BREECHES = (
    (0.507, 0.352),
    (0.60, 0.31),
    (0.632, 0.222),
    (0.672, 0.31),
    (0.60, 0.45),
    (0.60, 0.50),
    (0.56, 0.50),
)
_BOOT = ((0.56, 0.50), (0.60, 0.50), (0.592, 0.585), (0.63, 0.60), (0.63, 0.635), (0.555, 0.635))
_CLOTH = (0.385, 0.365, 0.525, 0.60)
_SKIN: Colour = (226, 178, 140)


class Coat(NamedTuple):
    """What a mount looks like: the horse, the jockey's cap and shirt, the number on the saddle cloth."""

    horse: Colour
    cap: Colour
    shirt: Image.Image
    number: str


@cache
def mount(silk: Silk, width: int, *, faces_right: bool = True) -> Image.Image:
    """Return the mount of a horse, `width` pixels wide and about 0.64 times as high."""
    shirt = cloth(silk, _DETAIL // 4)
    coat = Coat(silk.colour, silk.accent, shirt, silk.number)
    return _turned(_dressed(coat, faces_right), width, faces_right)


@cache
def shadow(colour: Colour, width: int, *, faces_right: bool = True) -> Image.Image:
    """Return the bare outline of a racing horse in one colour: any horse, or an ornament."""
    shape = _outline()
    figure = Image.new("RGBA", shape.size, (*colour, 0))
    figure.putalpha(shape)
    return _turned(figure, width, faces_right)


def _turned(figure: Image.Image, width: int, faces_right: bool) -> Image.Image:
    height = round(figure.height * width / figure.width)
    turned = figure if faces_right else ImageOps.mirror(figure)
    return turned.resize((width, height), Image.Resampling.BOX, reducing_gap=2.0)


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


def _dressed(coat: Coat, faces_right: bool) -> Image.Image:
    shape = _outline()
    body = Image.new("RGB", shape.size, coat.horse)
    draw = ImageDraw.Draw(body)
    for part, colour in ((_CAP, coat.cap), (_FACE, _SKIN), (_BREECHES, WHITE), (_BOOT, INK)):
        draw.polygon(_placed(part, shape), fill=colour)
    _wear(body, coat.shirt, _placed(_SHIRT, shape))
    draw.line([*_placed(_SHIRT, shape), _placed(_SHIRT, shape)[0]], fill=INK, width=6)
    draw.line(_placed(_BREECHES, shape), fill=INK, width=6)
    _saddle(body, coat.number, faces_right)
    figure = Image.new("RGBA", shape.size, (*INK, 0))
    figure.paste(body, (0, 0), shape)
    figure.putalpha(_rim())
    return figure


def _placed(part: tuple[tuple[float, float], ...], shape: Image.Image) -> list[tuple[float, float]]:
    width, height = shape.width - 4 * _RIM_SIZE, shape.height - 4 * _RIM_SIZE
    return [(2 * _RIM_SIZE + x * width, 2 * _RIM_SIZE + y * height) for x, y in part]


def _wear(body: Image.Image, shirt: Image.Image, where: list[tuple[float, float]]) -> None:
    left, top = (round(min(place[axis] for place in where)) for axis in (0, 1))
    worn = Image.new("L", body.size, 0)
    ImageDraw.Draw(worn).polygon(where, fill=255)
    dressed = body.copy()
    dressed.paste(shirt.resize((_DETAIL // 4, _DETAIL // 4)), (left, top))
    body.paste(dressed, (0, 0), worn)


def _saddle(body: Image.Image, number: str, faces_right: bool) -> None:
    left, top, right, bottom = _CLOTH
    (x0, y0), (x1, y1) = _placed(((left, top), (right, bottom)), body)
    size = round(x1 - x0), round(y1 - y0)
    body.paste(saddle_cloth(number, size, round((y1 - y0) * 0.88), faces_right), (round(x0), round(y0)))


def saddle_cloth(number: str, size: tuple[int, int], height: int, faces_right: bool) -> Image.Image:
    """Return a cloth with a number so many pixels high, mirrored for a figure that will be turned to the left."""
    plaque = Image.new("RGB", size, CREAM)
    draw = ImageDraw.Draw(plaque)
    draw.rectangle((0, 0, plaque.width - 1, plaque.height - 1), outline=INK, width=6)
    baseline = plaque.height / 2 + cap_height(Face.DISPLAY, height) / 2
    draw.text((plaque.width / 2, baseline), number, fill=INK, font=font(Face.DISPLAY, height), anchor="ms")
    return plaque if faces_right else ImageOps.mirror(plaque)
