"""A trotter before its sulky: the two-wheeled cart, and the driver in the horse's silks.

The trotter is the outline of the racing horse without its jockey; places on it are pixels of the detailed
drawing, the cart behind it to the left.
"""

from __future__ import annotations

from functools import cache

from PIL import Image, ImageDraw, ImageFilter, ImageOps

from render.parts.lettering import Face, cap_height, font
from render.parts.mount import saddle_cloth, shadow
from render.parts.palette import CREAM, INK, WHITE, Colour, readable_on
from render.parts.shapes import FINE, layer
from render.parts.silks import Silk, cloth

_WIDE, _CART = 709, 206
"""The width of the horse, and how far the cart reaches out behind it, in pixels of the detailed drawing."""
_RIM = 9
"""The size of the filter that makes the outline; odd."""

_JOCKEY = (
    (320, 0),
    (320, 152),
    (345, 163),
    (400, 167),
    (440, 158),
    (468, 138),
    (485, 112),
    (513, 62),
    (518, 0),
)
_CLOTH = (276, 172, 376, 272)
_SKIN: Colour = (226, 178, 140)

_AXLE, _WHEEL = (104, 316), 108
_SHAFT = ((96, 236), (250, 262), (420, 236))
_LEGS = ((88, 226), (168, 214), (232, 262), (254, 250))
_SHIRT = ((60, 112), (118, 104), (142, 150), (128, 236), (52, 236), (44, 160))
_ARM = ((112, 140), (166, 178), (222, 156))
_HEAD, _REACH = (104, 76), 30
_CAP = ((70, 74), (72, 50), (88, 36), (114, 36), (132, 52), (154, 66), (132, 70))
_REINS = ((222, 156), (560, 170), (838, 112))


@cache
def sulky(silk: Silk, width: int, *, faces_right: bool = True) -> Image.Image:
    """Return horse and sulky, `width` pixels wide and about half as high."""
    figure = _drawn(silk, faces_right)
    turned = figure if faces_right else ImageOps.mirror(figure)
    height = round(figure.height * width / figure.width)
    return turned.resize((width, height), Image.Resampling.BOX, reducing_gap=2.0)


def _drawn(silk: Silk, faces_right: bool) -> Image.Image:
    trotter = _trotter()
    size = (_CART + trotter.width, trotter.height)
    figure = Image.new("RGBA", size, (*INK, 0))
    figure.paste(silk.colour, (_CART, 0), trotter)
    shape = figure.getchannel("A")
    rim = Image.new("RGBA", size, (*INK, 0))
    rim.putalpha(shape.filter(ImageFilter.MaxFilter(_RIM)))
    rim.alpha_composite(figure)
    draw = ImageDraw.Draw(rim)
    _harness(draw)
    _saddle(rim, silk.number, faces_right)
    _wheel(draw, silk.colour)
    _driver(rim, draw, silk)
    return rim


@cache
def _trotter() -> Image.Image:
    shape = shadow(INK, _WIDE).getchannel("A")
    ImageDraw.Draw(shape).polygon(_JOCKEY, fill=0)
    return shape


def _harness(draw: ImageDraw.ImageDraw) -> None:
    draw.line(_REINS, fill=INK, width=6, joint="curve")
    draw.line(_SHAFT, fill=INK, width=18, joint="curve")
    draw.line(_SHAFT, fill=CREAM, width=8, joint="curve")


def _wheel(draw: ImageDraw.ImageDraw, colour: Colour) -> None:
    x, y = _AXLE
    for reach, fill in ((_WHEEL, INK), (_WHEEL - 12, colour), (_WHEEL - 22, INK), (_WHEEL - 26, WHITE)):
        draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=fill)
    spoke = _WHEEL - 26
    slant = spoke * 0.707
    for across, down in ((spoke, 0), (0, spoke), (slant, slant), (slant, -slant)):
        draw.line((x - across, y - down, x + across, y + down), fill=INK, width=5)
    draw.ellipse((x - 18, y - 18, x + 18, y + 18), fill=INK)


def _driver(figure: Image.Image, draw: ImageDraw.ImageDraw, silk: Silk) -> None:
    draw.line(_LEGS, fill=INK, width=44, joint="curve")
    draw.line(_LEGS[:3], fill=WHITE, width=30, joint="curve")
    x, y = _HEAD
    draw.ellipse((x - _REACH, y - _REACH, x + _REACH, y + _REACH), fill=_SKIN, outline=INK, width=7)
    draw.polygon(_CAP, fill=silk.accent, outline=INK, width=7)
    worn = Image.new("L", figure.size, 0)
    ImageDraw.Draw(worn).polygon(_SHIRT, fill=255)
    shirt = Image.new("RGB", figure.size, silk.colour)
    shirt.paste(cloth(silk, 136), (30, 102))
    figure.paste(shirt, (0, 0), worn)
    draw.line((*_SHIRT, _SHIRT[0]), fill=INK, width=7, joint="curve")
    draw.line(_ARM, fill=INK, width=34, joint="curve")
    draw.line(_ARM, fill=silk.colour, width=20, joint="curve")


def _saddle(figure: Image.Image, letter: str, faces_right: bool) -> None:
    left, top, right, bottom = _CLOTH
    size = right - left, bottom - top
    figure.paste(saddle_cloth(letter, size, round(size[1] * 0.9), faces_right), (_CART + left, top))


@cache
def runner(silk: Silk, diameter: int) -> Image.Image:
    """Return the button of a horse on the course: its letter, as large as it can be, on its colour."""

    def paint(draw: ImageDraw.ImageDraw) -> None:
        size = diameter * FINE
        rim = max(1.3 * FINE, size * 0.03)
        for inset, fill in ((0, INK), (rim, WHITE), (rim * 2.1, silk.colour)):
            draw.ellipse((inset, inset, size - inset - 1, size - inset - 1), fill=fill)
        height = round(size * 0.74)
        baseline = size / 2 + cap_height(Face.DISPLAY, height) / 2
        ink, face = readable_on(silk.colour), font(Face.DISPLAY, height)
        draw.text((size / 2, baseline), silk.number, fill=ink, font=face, anchor="ms")

    return layer(diameter, diameter, paint)
