"""Who plays, as owners of racehorses: everyone in colours of their own, a jacket with a pattern, never a number."""

from __future__ import annotations

from functools import cache

from PIL import Image, ImageDraw

from engines.core import Seat
from render.parts.palette import BROWN, INK, Colour
from render.parts.shapes import FINE, Point
from render.parts.silks import Pattern, Silk, cloth, coloured

_LOOKS: tuple[tuple[Colour, Pattern], ...] = (
    ((124, 62, 148), Pattern.DIAMOND),
    ((238, 128, 34), Pattern.SASH),
    ((120, 192, 226), Pattern.CROSS),
    ((12, 104, 116), Pattern.STRIPES),
    ((255, 252, 244), Pattern.DIAMOND),
    ((52, 48, 50), Pattern.SASH),
    (BROWN, Pattern.CROSS),
    ((236, 150, 180), Pattern.STRIPES),
)
OWNERS: tuple[Silk, ...] = tuple(coloured("", *look) for look in _LOOKS)
"""By seat. No pattern is a racehorse's, and of two with the same one is light and one is dark."""

RATIO = 0.9
"""Height to width of a jacket."""

_OUTLINE: tuple[Point, ...] = (
    (0.36, 0.02), (0.5, 0.1), (0.64, 0.02), (0.78, 0.06), (0.99, 0.52), (0.8, 0.62), (0.74, 0.48), (0.74, 0.88),
    (0.26, 0.88), (0.26, 0.48), (0.2, 0.62), (0.01, 0.52), (0.22, 0.06),
)  # fmt: skip
_BODY: tuple[Point, ...] = (
    (0.36, 0.02), (0.5, 0.1), (0.64, 0.02), (0.74, 0.05), (0.74, 0.88), (0.26, 0.88), (0.26, 0.05),
)  # fmt: skip
_CUFFS: tuple[tuple[Point, ...], ...] = (
    ((0.99, 0.52), (0.8, 0.62), (0.755, 0.51), (0.93, 0.4)),
    ((0.01, 0.52), (0.2, 0.62), (0.245, 0.51), (0.07, 0.4)),
)
"""All in shares of the width."""


@cache
def jacket(seat: Seat, width: int) -> Image.Image:
    """Return the jacket of a seat, so many pixels wide."""
    silk, size = OWNERS[seat % len(OWNERS)], width * FINE
    high = round(width * RATIO) * FINE
    image = Image.new("RGBA", (size, high), (*INK, 0))
    draw = ImageDraw.Draw(image)

    def fine(points: tuple[Point, ...]) -> list[Point]:
        return [(x * (size - 1), y * (size - 1)) for x, y in points]

    draw.polygon(fine(_OUTLINE), fill=silk.colour)
    body = Image.new("L", image.size, 0)
    ImageDraw.Draw(body).polygon(fine(_BODY), fill=255)
    patterned, left = cloth(silk, round(size * 0.5)), round(size * 0.25)
    dressed = image.copy()
    dressed.paste(patterned.resize((round(size * 0.5), round(size * 0.88))), (left, 0))
    image.paste(dressed, (0, 0), body)
    for cuff in _CUFFS:
        draw.polygon(fine(cuff), fill=silk.accent)
    draw.line(
        [*fine(_OUTLINE), fine(_OUTLINE)[0]],
        fill=INK,
        width=max(round(1.8 * FINE), size // 26),
        joint="curve",
    )
    return image.reduce(FINE)
