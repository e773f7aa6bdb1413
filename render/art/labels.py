"""What a spot of a drawing is: the layers of a sprite, and the colour by which a layer is known in the drawing."""

from __future__ import annotations

from enum import IntEnum

Colour = tuple[int, int, int]


class Label(IntEnum):
    """What a spot of a sprite is; a shadow follows what it lies on."""

    CLEAR = 0
    COAT = 1
    COAT_SHADOW = 2
    COAT_LIGHT = 3
    COAT_FAR = 4
    POINTS = 5
    POINTS_SHADOW = 6
    POINTS_FAR = 7
    HAIR = 8
    HAIR_SHADOW = 9
    HOOF = 10
    DARK = 11
    TACK = 12
    SILK = 13
    SILK_SHADOW = 14
    SLEEVE = 15
    SLEEVE_SHADOW = 16
    CAP = 17
    CAP_SHADOW = 18
    CLOTH = 19
    CLOTH_SHADOW = 20
    CLOTH_EDGE = 21
    BREECHES = 22
    BREECHES_SHADOW = 23
    BOOT = 24
    SKIN = 25
    SKIN_SHADOW = 26
    BLAZE = 27
    METAL = 28
    METAL_SHADOW = 29
    MUZZLE = 30
    TYRE = 31
    RIM = 32


IN_DRAWING: dict[Label, Colour] = {
    Label.COAT: (146, 84, 44),
    Label.COAT_SHADOW: (104, 55, 30),
    Label.COAT_LIGHT: (181, 113, 62),
    Label.COAT_FAR: (78, 41, 25),
    Label.POINTS: (50, 36, 32),
    Label.POINTS_SHADOW: (34, 25, 24),
    Label.POINTS_FAR: (28, 20, 20),
    Label.HAIR: (40, 29, 27),
    Label.HAIR_SHADOW: (24, 17, 17),
    Label.HOOF: (64, 55, 50),
    Label.DARK: (16, 12, 12),
    Label.TACK: (84, 48, 30),
    Label.SILK: (206, 48, 40),
    Label.SILK_SHADOW: (156, 32, 30),
    Label.SLEEVE: (207, 49, 42),
    Label.SLEEVE_SHADOW: (157, 33, 32),
    Label.CAP: (208, 50, 44),
    Label.CAP_SHADOW: (158, 34, 34),
    Label.CLOTH: (209, 51, 46),
    Label.CLOTH_SHADOW: (159, 35, 36),
    Label.CLOTH_EDGE: (252, 244, 226),
    Label.BREECHES: (250, 246, 238),
    Label.BREECHES_SHADOW: (206, 200, 190),
    Label.BOOT: (30, 25, 25),
    Label.SKIN: (228, 178, 138),
    Label.SKIN_SHADOW: (190, 134, 98),
    Label.BLAZE: (255, 252, 246),
    Label.METAL: (224, 216, 200),
    Label.METAL_SHADOW: (168, 158, 142),
    Label.MUZZLE: (70, 46, 38),
    Label.TYRE: (44, 40, 40),
}
"""The colours of a drawing as it is looked at by itself: a bay, in red. No two are the same."""
