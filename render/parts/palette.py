"""The colours of Paddock's pictures: turf, cream paper, ink and one gold. What each is for: docs/art.md."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from PIL import Image

Colour = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""

INK: Colour = (34, 31, 28)
"""Text and outlines on paper."""
FADED: Colour = (104, 94, 78)
"""Lesser text on paper."""
LINE: Colour = (206, 188, 150)
"""Rules and frames on paper."""
CREAM: Colour = (247, 237, 215)
"""Paper: racecards and playing cards."""
SHADE: Colour = (236, 222, 192)
"""Paper one tone darker: every other row, what is empty."""
WHITE: Colour = (255, 252, 244)
"""Rails and saddle cloths."""
FOREST: Colour = (20, 58, 44)
"""Around the course, and the back of pictures without a course."""
HEDGE: Colour = (38, 92, 62)
"""One tone lighter than the forest: frames on it."""
TURF: Colour = (106, 156, 82)
"""A mown square of the course."""
TURF_LIGHT: Colour = (122, 170, 94)
"""Its neighbour, mown the other way."""
TURF_LINE: Colour = (156, 198, 126)
"""Lines between squares and lanes."""
GOLD: Colour = (224, 168, 46)
"""First ranks, and whose turn it is."""
SILVER: Colour = (172, 176, 178)
"""Second ranks."""
BRONZE: Colour = (186, 121, 71)
"""Third ranks."""
GAIN: Colour = (24, 104, 62)
"""Money won."""
LOSS: Colour = (170, 44, 38)
"""Money lost."""

RAY: Colour = (240, 224, 190)
"""The sun's rays in a sky of paper."""
SAND: Colour = (224, 199, 152)
"""A course of sand."""
SAND_LIGHT: Colour = (232, 210, 168)
"""Its neighbour, raked the other way."""
SAND_LINE: Colour = (201, 172, 122)
"""Lines on sand."""

CREAM_GRAIN: Colour = (240, 228, 203)
SHADE_GRAIN: Colour = (229, 213, 181)
FOREST_GRAIN: Colour = (26, 66, 51)
TURF_GRAIN: Colour = (97, 146, 75)
TURF_LIGHT_GRAIN: Colour = (113, 160, 86)
SAND_GRAIN: Colour = (215, 189, 141)
SAND_LIGHT_GRAIN: Colour = (224, 200, 157)
GRAIN: tuple[tuple[Colour, Colour], ...] = (
    (CREAM, CREAM_GRAIN), (SHADE, SHADE_GRAIN), (FOREST, FOREST_GRAIN), (TURF, TURF_GRAIN),
    (TURF_LIGHT, TURF_LIGHT_GRAIN), (SAND, SAND_GRAIN), (SAND_LIGHT, SAND_LIGHT_GRAIN),
)  # fmt: skip
"""The colours of grounds that have a grain, and the colour of its specks."""

BROWN: Colour = (112, 66, 34)
YELLOW: Colour = (246, 197, 42)
BLUE: Colour = (32, 96, 178)
RED: Colour = (206, 48, 40)

_STEPS = 6
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
def palette_with(
    *horses: Colour, ground: Colour = TURF, flat: tuple[Colour, ...] = (), most: int = _STEPS
) -> Image.Image:
    """Return the palette image for a game whose horses have these colours and run on this ground.

    It holds the shared colours, these, others that are only ever seen as they are, such as those of coats, and as
    many blends of those that meet as fit, in `most` steps: in fewer, much lettering takes fewer bytes.
    """
    for steps in range(most, 1, -1):
        kept = list(dict.fromkeys([*_shared(), ground, *horses, *flat, *_blends(_RAMPS, steps)]))
        if len(kept) <= 216:
            break
    meetings = [(colour, ground) for colour in (INK, CREAM, WHITE, FOREST)]
    meetings += [(horse, other) for horse in horses for other in (INK, CREAM, ground)]
    for steps in range(most, 1, -1):
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


def index_of(colour: Colour, palette: Image.Image) -> int:
    """Return the number that the nearest colour to one has in a palette image."""
    return _index_of(colour, colours_in(palette))


@lru_cache(maxsize=2048)
def _index_of(colour: Colour, colours: bytes) -> int:
    dot = Image.new("RGB", (1, 1), colour).quantize(palette=palette_image(colours), dither=Image.Dither.NONE)
    return dot.tobytes()[0]
