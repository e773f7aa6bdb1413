"""The podium of a race night: who came first, second and third, drawn and told by one value."""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple

from render.kit.alt import alt_text
from render.kit.page import EDGE, WIDTH, page
from render.parts.canvas import Canvas
from render.parts.lettering import headline, plain, write
from render.parts.palette import CREAM, HEDGE, INK, SHADE
from render.parts.shapes import medal, put_centred, rosette
from render.picture import Picture, png

LAST_PLACE: Final = 3
"""Who came later stands on no podium."""

MOST_DRAWN: Final = 5
"""People who are drawn, where places are shared; the words beside the picture name all."""

PANEL: Final = (WIDTH - 2 * EDGE, 500)
_TALL: Final = {1: 250, 2: 190, 3: 140}
"""How high the step of each place is, in pixels."""
_STEP: Final = 270
"""The width of a step where there is room for it."""


class Stand(NamedTuple):
    """Somebody on a podium, in the words of the readers' language."""

    place: int
    """From 1 to `LAST_PLACE`; who shares a place bears the same."""
    name: str
    """Empty where nothing is known that could be drawn."""
    value: str
    """What they have, such as their points."""


class Podium(NamedTuple):
    """What the picture at the end of a race night shows: all that may be drawn of it."""

    title: str
    stands: tuple[Stand, ...]
    """The best first; at least one."""
    news: str
    """A sentence besides, such as on the best race; may be empty."""
    stand_in: str
    """Stands in for a name that cannot be drawn."""
    told: str
    """How the alternative text tells a stand: {place}, {name}, {value}."""


def podium(shown: Podium) -> Picture:
    """Draw and tell a podium. 1200 × 620 pixels, PNG."""
    told = (
        shown.told.format(place=each.place, name=plain(each.name) or shown.stand_in, value=each.value)
        for each in shown.stands
    )
    return png(partial(_drawn, shown), "podium", alt_text(f"{shown.title}.", *told, shown.news))


def _drawn(shown: Podium) -> Canvas:
    panel = Canvas(*PANEL, CREAM)
    stands = _from_left(shown.stands[:MOST_DRAWN])
    width = min(_STEP, (PANEL[0] - 40) // len(stands))
    left = (PANEL[0] - width * len(stands)) / 2
    ground = PANEL[1] - 66
    for number, each in enumerate(stands):
        _put_stand(panel, each, round(left + width * number), width, ground, shown.stand_in)
    panel.rectangle((0, ground, PANEL[0], PANEL[1]), fill=HEDGE)
    write(panel, PANEL[0] / 2, ground + 34, shown.news, 34, fill=CREAM, align="m", width=PANEL[0] - 60)
    return page(shown.title, panel, is_adorned=True)


def _from_left(stands: tuple[Stand, ...]) -> tuple[Stand, ...]:
    """Return who stands where: the best in the middle, the next to the left, then to the right, and so on."""
    return (*reversed(stands[1::2]), *stands[::2])


def _put_stand(panel: Canvas, stand: Stand, left: int, width: int, ground: int, stand_in: str) -> None:
    """Draw a step with who stands on it."""
    top, middle = ground - _TALL[stand.place], left + width / 2
    panel.rectangle((left + 6, top, left + width - 7, ground), fill=SHADE)
    panel.rectangle((left + 6, top, left + width - 7, top + 11), fill=medal(stand.place))
    write(panel, middle, top - 122, stand.name, 44, fill=INK, align="m", width=width - 16, spare=stand_in)
    put_centred(panel, rosette(stand.place, 88), middle, top - 46)
    headline(panel, middle, top + 62, stand.value, 40, fill=INK, align="m", width=width - 40)
