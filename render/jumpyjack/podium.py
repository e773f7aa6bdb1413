"""The podium of five places: who came home stands on it from the first, who was put out from the last."""

from __future__ import annotations

from PIL import Image, ImageDraw

from engines.jumpyjack.view import View
from render.jumpyjack.ground import INSIDE
from render.jumpyjack.horses import silks
from render.jumpyjack.track import BOTTOM, WIDTH
from render.parts.cache import shared
from render.parts.lettering import poster
from render.parts.palette import INK, SHADE
from render.parts.shapes import FINE, layer, medal, put
from render.parts.silks import Silk
from render.parts.sprites import Pose, sprite

PODIUM, FOOT = 500, BOTTOM - INSIDE - 42
"""The width of the podium on a board, and where it stands, in pixels."""

_STEPS = (0.112, 0.1, 0.09, 0.082, 0.076)
"""The heights of the steps, as shares of the width; further places are as low as the last."""
_HORSE = 0.19
"""The width of a standing horse."""


def podium(view: View, width: int) -> Image.Image:
    """Return the podium with a horse on each place that is taken. It is shared."""
    worn = silks(view.horses)
    return _podium(tuple(worn[horse] if horse else None for horse in view.podium), width)


def podium_box() -> tuple[float, float, float, float]:
    """Return the left, the top, the right and the bottom that it takes on a board, whoever stands on it."""
    high = PODIUM * _STEPS[0] + round(PODIUM * _HORSE * 1.1)
    return (WIDTH - PODIUM) / 2, FOOT - high, (WIDTH + PODIUM) / 2, FOOT


@shared
def _podium(worn: tuple[Silk | None, ...], width: int) -> Image.Image:
    step = width / len(worn)
    tops = [_STEPS[min(rank, len(_STEPS) - 1)] * width for rank in range(len(worn))]
    horses = [silk and sprite(Pose.STANDING, silk, round(width * _HORSE)) for silk in worn]
    tall = round(width * _HORSE * 1.1)
    height = round(tops[0]) + tall

    def steps(draw: ImageDraw.ImageDraw) -> None:
        for rank, high in enumerate(tops):
            box = rank * step + 2, height - high, (rank + 1) * step - 2, height - 1
            fill = medal(rank + 1) if rank < 3 else SHADE
            fine = [round(edge * FINE) for edge in box]
            draw.rounded_rectangle(fine, 5 * FINE, fill=fill, outline=INK, width=round(2.5 * FINE))

    stand = layer(width, height, steps)
    for rank, horse in enumerate(horses):
        x, top = step * (rank + 0.5), height - tops[rank]
        if horse:
            put(stand, horse.image, x - horse.image.width / 2, top - horse.y + 1)
        poster(stand, x, height - tops[rank] / 2, str(rank + 1), round(tops[rank] * 0.82), align="m")
    return stand
