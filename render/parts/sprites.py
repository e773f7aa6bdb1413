"""Horses as sprites: a pose, somebody's silks, a number on the cloth, a coat; as wide as wanted, turned as they run.

The drawings are made once (`render.art`); here their sheets of labels get colours. A sprite is kept and shared: nobody
draws on it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageOps

from render.art.coats import COATS, Coat
from render.art.labels import Label
from render.art.loaded import Facts, noted, sheet
from render.parts.cache import bounded, image_size
from render.parts.lettering import Face, cap_height, font
from render.parts.palette import CREAM, INK, TURF, Colour, mixed, palette_with, readable_on
from render.parts.silks import Silk, cloth


class Pose(StrEnum):
    """A picture of a horse: with a jockey up, before a sulky, or its head alone."""

    GATHERED = "gathered"
    HIND_STRIKE = "hind-strike"
    STRETCHED = "stretched"
    FORE_STRIKE = "fore-strike"
    STANDING = "standing"
    LEAPING = "leaping"
    TROT_REACH = "trot-reach"
    TROT_STANCE = "trot-stance"
    TROT_REACH_OTHER = "trot-reach-other"
    TROT_STANCE_OTHER = "trot-stance-other"
    BREAKING = "breaking"
    PORTRAIT = "portrait"


GALLOP = (Pose.GATHERED, Pose.HIND_STRIKE, Pose.STRETCHED, Pose.FORE_STRIKE)
"""A stride at the gallop, in its order."""
TROT = (Pose.TROT_REACH, Pose.TROT_STANCE, Pose.TROT_REACH_OTHER, Pose.TROT_STANCE_OTHER)
"""A stride at the trot, in its order."""


class Facing(StrEnum):
    """Where a horse looks."""

    RIGHT = "right"
    LEFT = "left"


MOST = 9 * 2**20
"""Bytes of all sprites that are kept."""
STEP = 5
"""Degrees between the turns of sprites."""
STEEPEST = 25
"""Degrees that a horse is turned at most: it runs up the page, but never stands on its tail."""

_PLAIN_BELOW = 200
"""Pixels of width below which the plain drawing is used: a larger cloth, stouter legs."""

SKIN: Colour = (226, 178, 140)


class Sprite(NamedTuple):
    """A horse in colours, and where on it the ground below its withers is, in pixels from its upper left corner."""

    image: Image.Image
    x: float
    y: float
    nose: float
    """How far from the left edge its foremost point is, by which races are decided."""


class _Look(NamedTuple):
    """What a sprite is known by."""

    pose: Pose
    silk: Silk
    width: int
    coat: Coat
    facing: Facing
    tilt: int
    rim: Colour | None


def sprite(
    pose: Pose,
    silk: Silk,
    width: int,
    *,
    coat: Coat | None = None,
    number: str | int | None = None,
    facing: Facing = Facing.RIGHT,
    tilt: float = 0,
    rim: Colour | None = INK,
) -> Sprite:
    """Return a horse so many pixels wide, before it is turned.

    `coat` is that of the number unless one is given; `number` is another one on the cloth than the silk's. `tilt` is
    how far it runs uphill, in degrees, rounded to steps; `rim` the colour of the line around it, None for none.
    """
    worn = silk if number is None else silk._replace(number=str(number))
    steps = round(max(-STEEPEST, min(STEEPEST, tilt)) / STEP) * STEP
    return _drawn(_Look(pose, worn, width, coat or coat_of(worn.number), facing, steps, rim))


def running(direction: float) -> tuple[Facing, float]:
    """Return how a horse looks and tilts that runs in a direction, in degrees clockwise of to the right.

    On the far side of a course it runs to the left; it is never upside down.
    """
    across, down = math.cos(math.radians(direction)), math.sin(math.radians(direction))
    return (Facing.LEFT if across < -1e-9 else Facing.RIGHT), -STEEPEST * down


def coat_of(number: str) -> Coat:
    """Return the coat of a horse that nobody has given one, by its number or letter."""
    place = int(number) - 1 if number.isdecimal() else sum(map(ord, number)) - ord("A")
    return COATS[place % len(COATS)]


def colours_of(silk: Silk, coat: Coat | None = None) -> list[Colour]:
    """Return the colours of a horse in these silks, each once: what a palette needs to show it."""
    return list(
        dict.fromkeys(
            [*_colours(silk, coat or coat_of(silk.number)).values(), silk.accent, _dim(silk.accent)]
        )
    )


@cache
def sprite_palette(silks: Sequence[Silk], ground: Colour = TURF) -> Image.Image:
    """Return the palette of a board on which horses in these silks, a tuple, run on a ground."""
    worn = dict.fromkeys(silk.colour for silk in silks)
    flat = dict.fromkeys(colour for silk in silks for colour in colours_of(silk))
    return palette_with(*worn, ground=ground, flat=tuple(flat))


def width_beside(pose: Pose, other: Pose, width: int) -> int:
    """Return how wide a pose is when the horse is as large as in another one so wide."""
    share: float = noted()[pose]["box"][2] / noted()[other]["box"][2]
    return round(width * share)


# ---------------------------------------------------------------------------------------------------------- drawing


def _size(sprite: Sprite) -> int:
    return image_size(sprite.image)


@bounded(MOST, _size)
def _drawn(look: _Look) -> Sprite:
    name = str(look.pose)
    if look.width < _PLAIN_BELOW and f"{name}-small" in noted():
        name += "-small"
    facts = noted()[name]
    figure = _dressed(sheet(name), facts, look)
    left, top, wide, high = facts["box"]
    scale, side = look.width / wide, 1 if look.facing == Facing.RIGHT else -1
    size = look.width, round(look.width * high / wide)
    ahead, up = facts["nose"]
    middle, ground = left + wide / 2, top + high / 2
    places = [(side * (x - middle) * scale, (y - ground) * scale) for x, y in ((0, 0), (ahead, up))]
    if look.tilt:
        small = _turned(figure, side * look.tilt, size)
        places = [_turned_point(place, side * look.tilt) for place in places]
    else:
        small = figure.resize(size, Image.Resampling.HAMMING, reducing_gap=3.0)
    (x, y), (nose, _) = places
    half, tall = small.width / 2, small.height / 2
    return Sprite(small, half + x, tall + y, half + nose)


def _turned(figure: Image.Image, turn: float, size: tuple[int, int]) -> Image.Image:
    """Return a figure of a size turned against the clock; it is turned at twice that size, which is enough."""
    fine = 2
    double = figure.resize((size[0] * fine, size[1] * fine), Image.Resampling.BOX, reducing_gap=2.0)
    return double.rotate(turn, Image.Resampling.BILINEAR, expand=True).reduce(fine)


def _turned_point(point: tuple[float, float], turn: float) -> tuple[float, float]:
    """Return where a point, from the middle, comes to lie when that is turned against the clock."""
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return point[0] * cos + point[1] * sin, point[1] * cos - point[0] * sin


def _dressed(plain: Image.Image, facts: Facts, look: _Look) -> Image.Image:
    """Return a sheet in colours, as large as it is."""
    is_left = look.facing == Facing.LEFT
    labels = ImageOps.mirror(plain) if is_left else plain
    colours = _colours(look.silk, look.coat)
    painted = labels.copy()
    painted.putpalette([part for label in Label for part in colours.get(label, look.rim or (0, 0, 0))])
    figure = painted.convert("RGB")
    if "jacket" in facts:
        _wear(figure, labels, _place(facts["jacket"][:3], facts, is_left=is_left), facts, look.silk)
        _number(figure, labels, _place(facts["number"], facts, is_left=is_left), facts, look.silk)
    hidden = {Label.CLEAR} | (set() if look.rim else {Label.RIM})
    figure.putalpha(labels.point([0 if value in hidden else 255 for value in range(256)], "L"))
    return figure


def _place(at: list[float], facts: Facts, *, is_left: bool) -> tuple[float, float, float]:
    """Return a place on a drawing in pixels of its sheet, and its turn in degrees, clockwise."""
    left, top, wide, _ = facts["box"]
    x = at[0] - left
    return (
        (wide - x if is_left else x) * facts["pixels"],
        (at[1] - top) * facts["pixels"],
        -at[2] if is_left else at[2],
    )


def _wear(
    figure: Image.Image,
    labels: Image.Image,
    at: tuple[float, float, float],
    facts: Facts,
    silk: Silk,
) -> None:
    """Lay the pattern of silks on a jacket, its shadow darker."""
    x, y, turn = at
    long, wide = (round(length * facts["pixels"]) for length in facts["jacket"][3:])
    shirt = cloth(silk, max(long, wide)).resize((wide, long), Image.Resampling.NEAREST)
    shirt = shirt.rotate(-turn, Image.Resampling.NEAREST, expand=True, fillcolor=silk.colour)
    left, top = round(x - shirt.width / 2), round(y - shirt.height / 2)
    box = (left, top, left + shirt.width, top + shirt.height)
    part = labels.crop(box)
    figure.paste(shirt, box, part.point(_lit(Label.SILK), "L"))
    dark = Image.blend(shirt, Image.new("RGB", shirt.size, INK), _DIMMED)
    figure.paste(dark, box, part.point(_lit(Label.SILK_SHADOW), "L"))


def _number(
    figure: Image.Image,
    labels: Image.Image,
    at: tuple[float, float, float],
    facts: Facts,
    silk: Silk,
) -> None:
    """Put the number on the saddle cloth, as large as finds room."""
    x, y, turn = at
    wide, high = (round(length * facts["pixels"]) for length in facts["cloth"])
    mask = Image.new("L", (wide, high), 0)
    size = round(high * 1.24)
    while font(Face.DISPLAY, size).getlength(silk.number) > wide * 0.96:
        size -= 1
    baseline = high / 2 + cap_height(Face.DISPLAY, size) / 2
    draw = ImageDraw.Draw(mask)
    draw.text((wide / 2, baseline), silk.number, fill=255, font=font(Face.DISPLAY, size), anchor="ms")
    mask = mask.rotate(-turn, Image.Resampling.BICUBIC, expand=True)
    left, top = round(x - mask.width / 2), round(y - mask.height / 2)
    on_cloth = labels.crop((left, top, left + mask.width, top + mask.height)).point(_lit(Label.CLOTH), "L")
    figure.paste(readable_on(silk.colour), (left, top), ImageChops.multiply(mask, on_cloth))


@cache
def _lit(label: Label) -> list[int]:
    return [255 if value == label else 0 for value in range(256)]


_DIMMED = 0.28
"""The share of ink in what lies in shadow."""


def _dim(colour: Colour) -> Colour:
    return mixed(colour, INK, _DIMMED)


def _colours(silk: Silk, coat: Coat) -> dict[Label, Colour]:
    """Return the colour of every label but the rim."""
    return {
        **coat.labels(),
        Label.HOOF: (72, 62, 56),
        Label.DARK: (24, 19, 19),
        Label.TACK: (92, 52, 32),
        Label.SILK: silk.colour,
        Label.SILK_SHADOW: _dim(silk.colour),
        Label.SLEEVE: silk.colour,
        Label.SLEEVE_SHADOW: _dim(silk.colour),
        Label.CAP: silk.colour,
        Label.CAP_SHADOW: silk.accent,
        Label.CLOTH: silk.colour,
        Label.CLOTH_SHADOW: _dim(silk.colour),
        Label.CLOTH_EDGE: silk.accent,
        Label.BREECHES: CREAM,
        Label.BREECHES_SHADOW: mixed(CREAM, INK, 0.2),
        Label.BOOT: INK,
        Label.SKIN: SKIN,
        Label.SKIN_SHADOW: mixed(SKIN, INK, 0.22),
        Label.METAL: (236, 222, 192),
        Label.METAL_SHADOW: (160, 150, 136),
        Label.TYRE: INK,
    }
