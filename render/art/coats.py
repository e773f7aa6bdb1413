"""The coats of horses: what colour each part of one has."""

from __future__ import annotations

from typing import NamedTuple

from render.art.labels import Label
from render.parts.palette import CREAM, INK, Colour, mixed


class Coat(NamedTuple):
    """A horse's own colours: of its coat, of its lower legs, of mane and tail."""

    name: str
    coat: Colour
    shadow: Colour
    light: Colour
    far: Colour
    legs: Colour
    legs_far: Colour
    hair: Colour
    hair_shadow: Colour
    muzzle: Colour
    blaze: Colour

    def labels(self) -> dict[Label, Colour]:
        """Return the colour of every label that belongs to a horse."""
        return {
            Label.COAT: self.coat,
            Label.COAT_SHADOW: self.shadow,
            Label.COAT_LIGHT: self.light,
            Label.COAT_FAR: self.far,
            Label.POINTS: self.legs,
            Label.POINTS_SHADOW: mixed(self.legs, self.legs_far, 0.6),
            Label.POINTS_FAR: self.legs_far,
            Label.HAIR: self.hair,
            Label.HAIR_SHADOW: self.hair_shadow,
            Label.MUZZLE: self.muzzle,
            Label.BLAZE: self.blaze,
        }


_PITCH: Colour = (24, 19, 19)

BAY = Coat(
    "bay",
    (150, 82, 40),
    (106, 53, 27),
    (186, 113, 60),
    (74, 38, 24),
    INK,
    _PITCH,
    INK,
    _PITCH,
    (66, 42, 34),
    CREAM,
)
CHESTNUT = Coat(
    "chestnut", (186, 96, 42), (138, 64, 28), (219, 134, 70), (98, 46, 24), (170, 84, 37), (98, 46, 24),
    (206, 120, 58), (150, 76, 34), (120, 66, 44), CREAM,
)  # fmt: skip
DARK_BAY = Coat(
    "dark bay",
    (92, 56, 38),
    (62, 37, 27),
    (126, 80, 54),
    (44, 27, 22),
    INK,
    _PITCH,
    INK,
    _PITCH,
    (48, 34, 30),
    (92, 56, 38),
)
BLACK = Coat(
    "black",
    (56, 50, 54),
    (36, 31, 34),
    (92, 86, 92),
    _PITCH,
    (44, 38, 41),
    _PITCH,
    (36, 31, 34),
    _PITCH,
    INK,
    CREAM,
)
GREY = Coat(
    "grey", (188, 188, 186), (142, 143, 146), (226, 225, 219), (98, 99, 104), (118, 118, 122), (74, 74, 80),
    (236, 232, 222), (170, 170, 170), (92, 88, 90), (226, 225, 219),
)  # fmt: skip
DUN = Coat(
    "dun", (205, 165, 104), (163, 122, 70), (231, 199, 146), (112, 82, 50), (74, 56, 44), INK, (52, 41, 36), _PITCH,
    (88, 66, 52), (205, 165, 104),
)  # fmt: skip
PALOMINO = Coat(
    "palomino", (217, 160, 76), (175, 118, 50), (240, 193, 118), (122, 80, 38), (217, 160, 76), (122, 80, 38),
    (248, 236, 208), (214, 190, 146), (140, 98, 72), CREAM,
)  # fmt: skip
LIVER = Coat(
    "liver chestnut", (118, 58, 38), (82, 38, 28), (154, 84, 56), (56, 28, 23), CREAM, (150, 140, 126),
    (138, 74, 46), (92, 46, 32), (74, 44, 38), CREAM,
)  # fmt: skip
"""With four white socks."""

COATS = (BAY, GREY, CHESTNUT, BLACK, PALOMINO, DARK_BAY, DUN, LIVER)
"""Eight coats, neighbours unlike each other."""
