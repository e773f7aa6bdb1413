"""The podium of a race night: who came first, second and third, drawn and told by one value."""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple

from PIL import Image

from render.kit.alt import alt_text
from render.parts.canvas import Canvas
from render.parts.ground import laid
from render.parts.lettering import plain, poster, write
from render.parts.palette import CREAM, FOREST, GOLD, INK, SHADE, TURF, WHITE, fixed_palette
from render.parts.poster import EDGE, HEAD, WIDTH, head_ground, with_title
from render.parts.shapes import medal, put_centred, rosette
from render.parts.sketch import Sketch
from render.parts.stands import grandstand, hedge, hills, poplars, sky
from render.picture import Picture, png

MOST_DRAWN: Final = 5
"""People who are drawn, where places are shared; the words beside the picture name all."""

HEIGHT: Final = 720
_HORIZON, _GROUND, _NEWS = 330, 600, 640
"""Where the sky ends, where the steps stand, and where the news begins, in pixels from the top."""
_TALL: Final = {1: 250, 2: 190, 3: 140}
"""How high the step of each place is, in pixels."""
_STEP: Final = 330
"""The width of a step where there is room for it."""


class Stand(NamedTuple):
    """Somebody on a podium, in the words of the readers' language."""

    place: int
    """From 1 to 3; who shares a place bears the same."""
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
    """Draw and tell a podium. 1200 × 720 pixels, PNG."""
    told = (
        shown.told.format(place=each.place, name=plain(each.name) or shown.stand_in, value=each.value)
        for each in shown.stands
    )
    return png(partial(_drawn, shown), "podium", alt_text(f"{shown.title}.", *told, shown.news))


def _drawn(shown: Podium) -> Canvas:
    image = _laid(fixed_palette())
    with_title(image, shown.title.upper(), room=WIDTH - 2 * EDGE)
    stands = _from_left(shown.stands[:MOST_DRAWN])
    width = min(_STEP, (WIDTH - 2 * EDGE) // len(stands))
    left = (WIDTH - width * len(stands)) / 2
    for number, each in enumerate(stands):
        _put_stand(image, each, round(left + width * number), width, shown.stand_in)
    write(image, WIDTH / 2, _NEWS + 40, shown.news, 36, fill=CREAM, align="m", width=WIDTH - 2 * EDGE)
    return image


def _ground() -> Image.Image:
    ground = Sketch(WIDTH, HEIGHT, CREAM)
    sky(ground, HEAD, _HORIZON, WIDTH / 2)
    hills(ground, _HORIZON, 44)
    poplars(ground, _HORIZON, (40, 84), (74, 106), (108, 76), (1096, 70), (1128, 96), (1160, 72))
    grandstand(ground, 190, 1010, 250, _HORIZON)
    head_ground(ground)
    hedge(ground, _HORIZON, _HORIZON + 16)
    ground.rectangle(0, _HORIZON + 16, WIDTH, _GROUND + 12, TURF)
    ground.rectangle(0, _GROUND + 12, WIDTH, _GROUND + 18, GOLD)
    ground.rectangle(0, _GROUND + 18, WIDTH, HEIGHT, FOREST)
    return ground.image()


_laid = laid(_ground)


def _from_left(stands: tuple[Stand, ...]) -> tuple[Stand, ...]:
    """Return who stands where: the best in the middle, the next to the left, then to the right, and so on."""
    return (*reversed(stands[1::2]), *stands[::2])


def _put_stand(image: Canvas, stand: Stand, left: int, width: int, stand_in: str) -> None:
    """Draw a step with what was won on it, and above it a plate with the name under a rosette."""
    top, middle = _GROUND - _TALL[stand.place], left + width / 2
    image.rectangle((left + 6, top, left + width - 7, _GROUND - 1), INK)
    image.rectangle((left + 9, top + 3, left + width - 10, _GROUND - 1), WHITE)
    image.rectangle((left + 9, top + 3, left + width - 10, top + 17), medal(stand.place))
    image.rectangle((left + 9, top + 74, left + width - 10, top + 76), SHADE)
    poster(image, middle, top + 108, stand.value, 52, align="m", width=width - 40)
    poster(image, middle, top + 47, stand.name, 54, align="m", width=width - 26, spare=stand_in)
    put_centred(image, rosette(stand.place, 116 if stand.place == 1 else 96), middle, top - 54)
