"""The jackpot on the drum of a tote: a figure on every wheel, seen through windows."""

from __future__ import annotations

from functools import cache

from PIL import Image, ImageDraw

from render.parts.canvas import Canvas
from render.parts.lettering import poster
from render.parts.palette import CREAM, FOREST, INK, LINE, SHADE
from render.parts.shapes import FINE, layer, put

DRUM = 224, 122
"""The size of a drum in pixels."""
_HEAD, _WHEEL = 40, 66
"""The height of its head and that of its windows."""
_FEWEST = 4
"""How many wheels it has at least."""


def with_drum(image: Canvas, x: float, y: float, title: str, amount: str) -> None:
    """Put a drum on a picture, the middle of its upper edge at a point."""
    wheels, width = amount.rjust(_FEWEST), DRUM[0]
    room = (width - 24) / len(wheels)
    put(image, _case(len(wheels)), x - width / 2, y)
    poster(image, x, y + _HEAD / 2 + 3, title.upper(), 36, fill=CREAM, align="m", width=width - 40)
    for number, figure in enumerate(wheels):
        if figure != " ":
            middle = x - width / 2 + 12 + room * (number + 0.5)
            wide = round(room) - 4
            poster(image, middle, y + _HEAD + _WHEEL / 2 + 2, figure, 66, align="m", width=wide)


@cache
def _case(wheels: int) -> Image.Image:
    def paint(draw: ImageDraw.ImageDraw) -> None:
        width, height = (side * FINE for side in DRUM)
        draw.rounded_rectangle((0, 0, width - 1, height - 1), 14 * FINE, fill=INK)
        draw.rounded_rectangle(
            (3 * FINE, 3 * FINE, width - 3 * FINE - 1, height - 3 * FINE - 1), 11 * FINE, fill=FOREST
        )
        for rivet in (9, DRUM[0] - 15):
            draw.ellipse((rivet * FINE, 17 * FINE, (rivet + 6) * FINE, 23 * FINE), fill=LINE)
        room = (DRUM[0] - 24) / wheels
        top, low = _HEAD * FINE, (_HEAD + _WHEEL) * FINE
        draw.rectangle((10 * FINE, top - 2 * FINE, width - 10 * FINE, low + 2 * FINE), fill=INK)
        for wheel in range(wheels):
            left, right = (12 + room * wheel + 1.5) * FINE, (12 + room * (wheel + 1) - 1.5) * FINE
            draw.rectangle((left, top, right, low), fill=CREAM)
            draw.rectangle((left, top, right, top + 6 * FINE), fill=LINE)
            draw.rectangle((left, low - 6 * FINE, right, low), fill=SHADE)

    return layer(*DRUM, paint)
