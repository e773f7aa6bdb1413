"""The colours of Paddock's pictures: turf, cream paper and ink."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from PIL import Image

Colour = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""

INK: Colour = (33, 30, 27)
"""Text and outlines on paper."""
FADED: Colour = (116, 106, 92)
"""Lesser text on paper."""
LINE: Colour = (214, 202, 176)
"""Rules and frames on paper."""
CREAM: Colour = (250, 244, 229)
"""Paper: racecards and playing cards."""
SHADE: Colour = (238, 228, 204)
"""Paper one tone darker: every other row, what is empty."""
WHITE: Colour = (255, 255, 255)
"""Rails and saddle cloths."""
FOREST: Colour = (22, 62, 43)
"""Around the course, and the back of pictures without a course."""
HEDGE: Colour = (34, 84, 57)
"""One tone lighter than the forest: frames on it."""
TURF: Colour = (73, 139, 79)
"""A mown square of the course."""
TURF_LIGHT: Colour = (88, 155, 91)
"""Its neighbour, mown the other way."""
TURF_LINE: Colour = (124, 181, 122)
"""Lines between squares and lanes."""
GOLD: Colour = (222, 170, 58)
"""First ranks, and whose turn it is."""
SILVER: Colour = (172, 176, 178)
"""Second ranks."""
BRONZE: Colour = (186, 121, 71)
"""Third ranks."""
GAIN: Colour = (30, 120, 72)
"""Money won."""
LOSS: Colour = (170, 44, 38)
"""Money lost."""

BROWN: Colour = (112, 66, 34)
YELLOW: Colour = (246, 197, 42)
BLUE: Colour = (32, 96, 178)
RED: Colour = (206, 48, 40)

_STEPS = 8
_RAMPS: tuple[tuple[Colour, Colour], ...] = (
    (INK, CREAM), (INK, WHITE), (FADED, CREAM), (FADED, SHADE), (INK, FOREST), (FOREST, CREAM), (INK, TURF),
    (FOREST, TURF), (TURF, WHITE), (TURF_LIGHT, WHITE), (TURF, CREAM), (INK, GOLD), (GOLD, CREAM),
    (GAIN, CREAM), (LOSS, CREAM), (FOREST, HEDGE), (INK, SHADE),
)  # fmt: skip
"""The pairs of colours that meet at smooth edges; their blends are in every palette."""
_HORSE_RAMPS: tuple[tuple[Colour, Colour], ...] = tuple(
    (horse, ground) for ground in (INK, CREAM, TURF) for horse in (BROWN, YELLOW, BLUE, RED)
)
"""The pairs with a horse in the shared palette."""


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """Return the colour that is `share` (0 to 1) of the way from one to the other."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return (red, green, blue)


def readable_on(ground: Colour) -> Colour:
    """Return ink or white, whichever stands out more from a ground."""
    red, green, blue = ground
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 150 else WHITE


def of_gain(amount: int) -> Colour:
    """Return the colour in which a gain, a loss or nothing is written."""
    return GAIN if amount > 0 else LOSS if amount < 0 else FADED


def colours() -> list[Colour]:
    """Return the shared colours and the blends between those that meet, each once, at most 256."""
    return list(dict.fromkeys([*_shared(), *_blends((*_RAMPS, *_HORSE_RAMPS), _STEPS)]))[:256]


@cache
def palette_with(*horses: Colour, ground: Colour = TURF) -> Image.Image:
    """Return the palette image for a game whose horses have these colours and run on this ground.

    It holds the shared colours, these, and as many blends of those that meet as fit.
    """
    kept = list(dict.fromkeys([*_shared(), ground, *horses, *_blends(_RAMPS, _STEPS)]))
    meetings = [(colour, ground) for colour in (INK, CREAM, WHITE, FOREST)]
    meetings += [(horse, other) for horse in horses for other in (INK, CREAM, ground)]
    for steps in range(_STEPS, 1, -1):
        held = list(dict.fromkeys([*kept, *_blends(meetings, steps)]))
        if len(held) <= 256:
            return _palette(held)
    return _palette(kept[:256])


def _blends(pairs: Sequence[tuple[Colour, Colour]], steps: int) -> list[Colour]:
    return [mixed(one, other, step / steps) for one, other in pairs for step in range(1, steps)]


def _shared() -> list[Colour]:
    """Return the colours above that have a name."""
    named = [value for value in globals().values() if isinstance(value, tuple) and len(value) == 3]
    return [value for value in named if all(isinstance(part, int) for part in value)]


@cache
def fixed_palette() -> Image.Image:
    """Return the palette image that every PNG is encoded with."""
    return _palette(colours())


def _palette(held: Sequence[Colour]) -> Image.Image:
    return palette_image(bytes(part for colour in held for part in colour))


def colours_in(palette: Image.Image) -> bytes:
    """Return the red, green and blue of every colour of a palette image."""
    return bytes(palette.getpalette("RGB") or ())


@cache
def palette_image(colours: bytes) -> Image.Image:
    """Return the palette image of these colours: always the same one, for it remembers which colour is nearest."""
    palette = Image.new("P", (1, 1))
    palette.putpalette(colours)
    return palette
