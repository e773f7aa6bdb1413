"""What render hands out: the bytes of a picture, ready to be attached to a message."""

from __future__ import annotations

import io
from typing import NamedTuple

from PIL import Image

from render.palette import fixed_palette


class Picture(NamedTuple):
    """A finished picture: encoded bytes, an ASCII file name with its extension, and the size in pixels.

    `alt` says in words what is seen, for who does not see it; empty where somebody else says it.
    """

    data: bytes
    filename: str
    width: int
    height: int
    alt: str = ""


def png(image: Image.Image, name: str, *, alt: str = "", palette: Image.Image | None = None) -> Picture:
    """Encode an RGB image as a PNG in the house palette; `name` is ASCII, without extension.

    Every picture uses the same colours, at most 256: equal drawings give equal bytes, and none is searched for.
    A game whose horses have other colours hands in a palette of its own (see `render.palette.palette_with`).
    """
    buffer = io.BytesIO()
    indexed = image.quantize(palette=palette or fixed_palette(), dither=Image.Dither.NONE)
    indexed.save(buffer, "PNG", compress_level=3)
    return Picture(buffer.getvalue(), f"{name}.png", image.width, image.height, alt)
