"""The horses of Sulkydrom in their silks, and before their sulkies: two-wheeled carts with a driver."""

from __future__ import annotations

from functools import cache

from PIL import Image, ImageDraw

from engines.sulkydrom.actions import Letter
from render.parts.lettering import Face, engrave
from render.parts.palette import INK, SAND, WHITE, readable_on
from render.parts.shapes import FINE, layer, ring
from render.parts.silks import LOOKS, Silk, coloured
from render.parts.sprites import Pose, sprite, sprite_palette

_SILKS = {letter: coloured(letter, *look) for letter, look in zip("ABCDEFGH", LOOKS, strict=True)}

PALETTE = sprite_palette(tuple(_SILKS.values()), SAND)
"""The palette that its pictures are encoded with."""


def silk(letter: Letter) -> Silk:
    """Return the silks of a horse."""
    return _SILKS[letter]


def sulky(silk: Silk, width: int) -> Image.Image:
    """Return horse and sulky at the trot, `width` pixels wide."""
    return sprite(Pose.TROT_REACH, silk, width).image


@cache
def runner(silk: Silk, diameter: int) -> Image.Image:
    """Return the button of a horse: its letter, as large as it can be, on its colour."""

    def paint(draw: ImageDraw.ImageDraw) -> None:
        size = diameter * FINE
        rim = max(1.3 * FINE, size * 0.03)
        for inset, fill in ((0, INK), (rim, WHITE), (rim * 2.1, silk.colour)):
            ring(draw, size, inset, fill=fill)
        engrave(draw, size / 2, size / 2, silk.number, round(size * 0.74), readable_on(silk.colour))

    return layer(diameter, diameter, paint)


@cache
def letter(worn: Silk, side: int) -> Image.Image:
    """Return the plate with the letter of a horse, in the colour of its silks."""

    def paint(draw: ImageDraw.ImageDraw) -> None:
        size = side * FINE
        draw.rounded_rectangle(
            (0, 0, size - 1, size - 1), size * 0.2, fill=worn.colour, outline=INK, width=2 * FINE
        )
        engrave(
            draw, size / 2, size / 2, worn.number, round(size * 1.04), readable_on(worn.colour), Face.POSTER
        )

    return layer(side, side, paint)
