"""A horse at full gallop, its jockey up, in silks or as a silhouette, where it stands for itself: on cards, in lists.

On a course it is a sprite in the pose of its moment (`render.parts.sprites`).
"""

from __future__ import annotations

from functools import cache

from PIL import Image

from render.parts.palette import CREAM, INK, Colour
from render.parts.silks import Pattern, Silk
from render.parts.sprites import Facing, Pose, sprite

_ANY = Silk("", INK, CREAM, Pattern.HALVES)
"""What a horse wears of which only the silhouette is seen."""


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
