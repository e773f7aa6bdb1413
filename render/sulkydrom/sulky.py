"""The horses of Sulkydrom in their silks, and before their sulkies: two-wheeled carts with a driver.

The trotter is the outline of the racing horse without its jockey; places on it are pixels of the detailed
drawing, the cart behind it to the left.
"""

from __future__ import annotations

from functools import cache

from PIL import Image, ImageDraw, ImageFilter

from engines.sulkydrom.actions import Letter
from render.parts.lettering import engrave
from render.parts.mount import SKIN, reduced, saddle_cloth, symbol, wear
from render.parts.palette import CREAM, INK, WHITE, Colour, palette_with, readable_on
from render.parts.shapes import FINE, layer, ring
from render.parts.silks import LOOKS, Silk, cloth, coloured

CINDER: Colour = (203, 160, 118)
"""A space of the track."""
CINDER_DARK: Colour = (190, 146, 105)
"""Its neighbour."""
CINDER_LINE: Colour = (226, 194, 160)
"""Lines between lanes and spaces."""
PALETTE = palette_with(CINDER_DARK, CINDER_LINE, *(colour for colour, _ in LOOKS), ground=CINDER)
"""The palette that its pictures are encoded with."""

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

_AXLE, _WHEEL = (104, 316), 108
_SHAFT = ((96, 236), (250, 262), (420, 236))
_LEGS = ((88, 226), (168, 214), (232, 262), (254, 250))
_SHIRT = ((60, 112), (118, 104), (142, 150), (128, 236), (52, 236), (44, 160))
_ARM = ((112, 140), (166, 178), (222, 156))
_HEAD, _REACH = (104, 76), 30
_CAP = ((70, 74), (72, 50), (88, 36), (114, 36), (132, 52), (154, 66), (132, 70))
_REINS = ((222, 156), (560, 170), (838, 112))


_SILKS = {letter: coloured(letter, *look) for letter, look in zip("ABCDEFGH", LOOKS, strict=True)}


def silk(letter: Letter) -> Silk:
    """Return the silks of a horse."""
    return _SILKS[letter]


@cache
def sulky(silk: Silk, width: int) -> Image.Image:
    """Return horse and sulky, `width` pixels wide and about half as high."""
    return reduced(_drawn(silk), width)


def _drawn(silk: Silk) -> Image.Image:
    trotter = _trotter()
    size = (_CART + trotter.width, trotter.height)
    figure = Image.new("RGBA", size, (*INK, 0))
    figure.paste(silk.colour, (_CART, 0), trotter)
    rim = Image.new("RGBA", size, (*INK, 0))
    rim.putalpha(_outline())
    rim.alpha_composite(figure)
    draw = ImageDraw.Draw(rim)
    _harness(draw)
    left, top, right, bottom = _CLOTH
    size = right - left, bottom - top
    rim.paste(saddle_cloth(silk.number, size, round(size[1] * 0.9)), (_CART + left, top))
    _wheel(draw, silk.colour)
    _driver(rim, draw, silk)
    return rim


@cache
def _trotter() -> Image.Image:
    shape = symbol(INK, _WIDE).getchannel("A")
    ImageDraw.Draw(shape).polygon(_JOCKEY, fill=0)
    return shape


@cache
def _outline() -> Image.Image:
    """Return the trotter with a rim around it, with room for the cart."""
    trotter = _trotter()
    shape = Image.new("L", (_CART + trotter.width, trotter.height), 0)
    shape.paste(255, (_CART, 0), trotter)
    return shape.filter(ImageFilter.MaxFilter(_RIM))


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
    draw.ellipse((x - _REACH, y - _REACH, x + _REACH, y + _REACH), fill=SKIN, outline=INK, width=7)
    draw.polygon(_CAP, fill=silk.accent, outline=INK, width=7)
    wear(figure, cloth(silk, 136), (30, 102), _SHIRT)
    draw.line((*_SHIRT, _SHIRT[0]), fill=INK, width=7, joint="curve")
    draw.line(_ARM, fill=INK, width=34, joint="curve")
    draw.line(_ARM, fill=silk.colour, width=20, joint="curve")


@cache
def runner(silk: Silk, diameter: int) -> Image.Image:
    """Return the button of a horse on the course: its letter, as large as it can be, on its colour."""

    def paint(draw: ImageDraw.ImageDraw) -> None:
        size = diameter * FINE
        rim = max(1.3 * FINE, size * 0.03)
        for inset, fill in ((0, INK), (rim, WHITE), (rim * 2.1, silk.colour)):
            ring(draw, size, inset, fill=fill)
        engrave(draw, size / 2, size / 2, silk.number, round(size * 0.74), readable_on(silk.colour))

    return layer(diameter, diameter, paint)
