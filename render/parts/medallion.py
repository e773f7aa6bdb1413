"""A horse's head in a round frame: for racecards, posters and cards."""

from __future__ import annotations

from functools import cache

from PIL import Image, ImageDraw

from render.art.coats import BAY, Coat
from render.parts.palette import CREAM, INK, WHITE, Colour
from render.parts.shapes import FINE, ring
from render.parts.silks import Pattern, Silk
from render.parts.sprites import Pose, sprite

_NOBODY = Silk(" ", WHITE, INK, Pattern.HALVES)
_FRAME, _LINE = 0.035, 0.055
"""How far the frame reaches inwards, and where the line behind the head runs, as shares of the diameter."""


@cache
def medallion(diameter: int, coat: Coat = BAY, ground: Colour = CREAM, frame: Colour = INK) -> Image.Image:
    """Return a horse's head in profile, so many pixels wide, on a ground and in a frame of these colours."""
    picture = Image.new("RGBA", (diameter, diameter), (*ground, 255))
    line = Image.new("L", (diameter * FINE, diameter * FINE), 0)
    thin = max(diameter * FINE * 0.012, FINE)
    ring(ImageDraw.Draw(line), line.width, line.width * _LINE, outline=255, width=round(thin))
    picture.paste((*frame, 255), (0, 0), line.reduce(FINE))
    picture.alpha_composite(sprite(Pose.PORTRAIT, _NOBODY, diameter, coat=coat, rim=None).image)
    framed = Image.new("RGBA", (diameter, diameter), (*frame, 255))
    framed.putalpha(_disc(diameter, 0))
    framed.paste(picture, (0, 0), _disc(diameter, _FRAME))
    return framed


def _disc(diameter: int, inset: float) -> Image.Image:
    mask = Image.new("L", (diameter * FINE, diameter * FINE), 0)
    ring(ImageDraw.Draw(mask), mask.width, mask.width * inset, fill=255)
    return mask.reduce(FINE)
