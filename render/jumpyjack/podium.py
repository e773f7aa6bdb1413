"""The podium of five places: who came home stands on it from the first, who was put out from the last."""

from __future__ import annotations

from PIL import Image, ImageDraw

from engines.jumpyjack.view import View
from render.jumpyjack.horses import silks
from render.parts.kept import shared
from render.parts.lettering import headline
from render.parts.mount import mount, shadow
from render.parts.palette import INK, LINE, SHADE
from render.parts.shapes import FINE, layer, medal, put_centred
from render.parts.silks import Silk

_STEPS = (0.19, 0.158, 0.13, 0.106, 0.086)
"""The heights of the steps, as shares of the width; further places are as low as the last."""


def podium(view: View, width: int) -> Image.Image:
    """Return the podium with a mount on each place that is taken. It is shared."""
    worn = silks(view.horses)
    return _podium(tuple(worn[horse] if horse else None for horse in view.podium), width)


@shared
def _podium(worn: tuple[Silk | None, ...], width: int) -> Image.Image:
    step = width / len(worn)
    tops = [_STEPS[min(rank, len(_STEPS) - 1)] * width for rank in range(len(worn))]
    across = round(step * 0.94)
    height = round(tops[0] + across * 0.66)

    def steps(draw: ImageDraw.ImageDraw) -> None:
        for rank, high in enumerate(tops):
            box = rank * step + 3, height - high, (rank + 1) * step - 3, height + 20
            fill = medal(rank + 1) if rank < 3 else SHADE
            fine = [round(edge * FINE) for edge in box]
            draw.rounded_rectangle(fine, 9 * FINE, fill=fill, outline=INK, width=2 * FINE)

    stand = layer(width, height, steps)
    for rank, silk in enumerate(worn):
        x, top = step * (rank + 0.5), height - tops[rank]
        rider = mount(silk, across) if silk else shadow(LINE, round(across * 0.72))
        put_centred(stand, rider, x, top - rider.height * (0.47 if silk else 0.42))
        size = round(min(tops[rank] * 0.62, width * 0.068))
        headline(stand, x, height - tops[rank] / 2, str(rank + 1), size, align="m")
    return stand
