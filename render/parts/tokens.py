"""Tokens on a course: where a horse came from, and its rank once it is home."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from render.parts.oval import Point
from render.parts.signs import hoofprint, medal, rosette
from render.parts.silks import Silk, ghost
from render.parts.smooth import put_centred


def trail(image: Image.Image, worn: Silk, points: Sequence[Point], token: int, dot: int) -> None:
    """Draw a ring where a horse came from, the first of `points`, and a hoofprint, `dot` pixels wide, on the others."""
    for point in points[1:]:
        put_centred(image, hoofprint(dot, worn.colour), *point)
    put_centred(image, ghost(round(token * 0.86), worn.colour), *points[0])


def ribbon(
    image: Image.Image, at: Point, rank: int, token: int, size: float = 0.8, aside: float = 0.78
) -> None:
    """Draw the rosette of a horse that came home beside its token; `size` and `aside` are shares of the token."""
    x, y = at
    put_centred(image, rosette(str(rank), round(token * size), medal(rank)), x + token * aside, y)
