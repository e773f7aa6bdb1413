"""The figures: each pose put together as an SVG, in full, and plainer and sturdier for small pictures."""

from __future__ import annotations

import json
import math
from typing import NamedTuple

from render.art import harness
from render.art.curves import At, Frame, between
from render.art.drawing import Drawing
from render.art.horse import Carriage, Horse
from render.art.labels import Label
from render.art.limbs import FORE, HIND, Build, Leg, leg
from render.art.poses import POSES, TROTTING, Limb, Pose
from render.art.rider import Rider, draw_rider


class Size(NamedTuple):
    """For what size a figure is drawn."""

    suffix: str
    pixels: float
    """Of a sheet, for each centimetre."""
    stout: float
    """How much wider the legs are."""
    cloth: tuple[float, float, float, float]
    """The saddle cloth on the horse's chest: left, top, right, bottom, in centimetres from the withers."""
    is_plain: bool
    rim: float
    """The outline around the figure in centimetres."""


LARGE = Size("", 4, 1, (-66, 4, -16, 49), False, 1.0)
SMALL = Size("-small", 1.5, 1.22, (-78, 2, -14, 56), True, 2.6)
SIZES = (LARGE, SMALL)

_MOUNTED = (-206, -222, 340, 228)
_UPRIGHT = (-206, -272, 340, 278)
_LEAPING = (-206, -262, 340, 268)
_DRIVEN = (-232, -244, 352, 250)
_PORTRAIT = (16, -232, 92, 92)
Box = tuple[float, float, float, float]
_BOXES: dict[str, Box] = {"standing": _UPRIGHT, "leaping": _LEAPING}
"""What of the ground and the air belongs to a figure, where it is another box: left, top, width, height."""


def figures() -> dict[str, str]:
    """Return every figure as an SVG, by the name of its file without extension."""
    drawn = {}
    for size in SIZES:
        for name, pose in POSES.items():
            drawn[name + size.suffix] = _mounted(pose, size, _BOXES.get(name, _MOUNTED))
        for name, pose in TROTTING.items():
            drawn[name + size.suffix] = _driven(pose, size)
    drawn["portrait"] = _portrait()
    return drawn


class Stance(NamedTuple):
    """A horse with its legs under it."""

    horse: Horse
    legs: dict[str, Leg]


def _leg(horse: Horse, root: At, limb: Limb, build: Build, stout: float) -> Leg:
    found = leg(root, build, limb.angles, limb.hoof, stout)
    if build is FORE:
        return found
    return leg(root, build, limb.angles, limb.hoof, stout, horse.thigh(found.joints[1], found.joints[2]))


def stance(pose: Pose, stout: float = 1) -> Stance:
    """Return the horse of a pose, so high and pitched so that it treads on the ground, or flies over it."""
    found = _at(pose.carriage, pose, stout)
    for _ in range(5):
        carriage, soles = found.horse.carriage, {name: each.sole for name, each in found.legs.items()}
        treading = [sole for name, sole in soles.items() if name in pose.down]
        lowest = (
            max(sole.y for sole in treading)
            if treading
            else max(sole.y for sole in soles.values()) + pose.air
        )
        ends = [
            [sole for name, sole in soles.items() if name in pose.down and name.startswith(end)]
            for end in ENDS
        ]
        pitch = carriage.pitch
        if all(ends):
            fore, hind = (max(end, key=lambda sole: sole.y) for end in ends)
            pitch += math.degrees(math.atan2(hind.y - fore.y, fore.x - hind.x))
        found = _at(carriage._replace(height=carriage.height + lowest, pitch=pitch), pose, stout)
    return found


ENDS = ("fore", "hind")


def _at(carriage: Carriage, pose: Pose, stout: float) -> Stance:
    horse, legs = Horse(carriage), {}
    for name, limb in zip(("fore-close", "fore-far", "hind-close", "hind-far"), pose.legs, strict=True):
        build, root = (FORE, horse.shoulder) if name.startswith("fore") else (HIND, horse.hip)
        aside = {"fore-far": -1, "hind-far": 3}.get(name, 0)
        legs[name] = _leg(horse, At(root.x + aside, root.y), limb, build, stout)
    return Stance(horse, legs)


# ------------------------------------------------------------------------------------------------------------ parts


def _far_leg(drawing: Drawing, name: str, found: Leg) -> None:
    with drawing.group(name, root=_told(found.joints[0]), sole=_told(found.sole)):
        drawing.fill(Label.COAT_FAR, found.outline())
        drawing.fill(Label.POINTS_FAR, found.outline(found.build.dark_from))
        drawing.flat(Label.HOOF, found.hoof)


def _close_leg(drawing: Drawing, name: str, found: Leg) -> None:
    dark = found.build.dark_from
    with drawing.group(name, root=_told(found.joints[0]), sole=_told(found.sole)):
        drawing.fill(Label.COAT, found.outline())
        with drawing.within(found.outline()):
            drawing.fill(Label.COAT_SHADOW, found.shade(0 if found.above[1] else 2))
        drawing.fill(Label.POINTS, found.outline(dark))
        drawing.fill(Label.POINTS_SHADOW, found.shade(dark))
        drawing.flat(Label.HOOF, found.hoof)


def _told(point: At) -> str:
    return f"{point.x:.1f} {point.y:.1f}"


def _behind(drawing: Drawing, found: Stance, pose: Pose) -> None:
    """Draw what lies behind the trunk: the far legs, the tail, the far ear."""
    for name in ("fore-far", "hind-far"):
        _far_leg(drawing, name, found.legs[name])
    horse = found.horse
    with drawing.group("tail"):
        drawing.fill(Label.HAIR, horse.tail(pose.flow))
        drawing.fill(Label.HAIR_SHADOW, horse.strands(pose.flow))
    drawing.fill(Label.COAT_FAR, horse.ear(is_far=True))


def _trunk(drawing: Drawing, found: Stance) -> None:
    horse = found.horse
    outline = horse.trunk()
    with drawing.group("trunk"):
        drawing.fill(Label.COAT, outline)
        with drawing.within(outline):
            for shadow in (horse.belly(), horse.throat(), horse.shoulder_line()):
                drawing.fill(Label.COAT_SHADOW, shadow)
    for name in ("fore-close", "hind-close"):
        _close_leg(drawing, name, found.legs[name])
    for shine in horse.shine():
        drawing.fill(Label.COAT_LIGHT, shine)


def _head(drawing: Drawing, horse: Horse, flow: float, *, is_plain: bool) -> None:
    with drawing.group("head"):
        drawing.fill(Label.COAT, horse.skull())
        with drawing.within(horse.skull()):
            drawing.fill(Label.COAT_SHADOW, horse.cheek())
            drawing.fill(Label.MUZZLE, horse.muzzle())
            drawing.fill(Label.BLAZE, horse.blaze())
        drawing.fill(Label.DARK, horse.nostril())
        drawing.line(Label.DARK, horse.mouth(), 0.8)
        drawing.fill(Label.DARK, horse.eye())
        drawing.circle(Label.METAL, horse.head.at(17.4, 3.9), 0.6)
        _bridle(drawing, horse.head, 2.2 if is_plain else 1.5)
        drawing.fill(Label.COAT, horse.ear())
        drawing.fill(Label.HAIR, horse.mane(flow))
        drawing.fill(Label.HAIR, horse.forelock(flow))


def _bridle(drawing: Drawing, head: Frame, width: float) -> None:
    straps = (
        ((3, -3), (18, 9), (46, 13.5)), ((36.5, -0.2), (38, 9), (38, 17)), ((3, -3), (6, 10), (9, 25)),
        ((11, -4.4), (9.5, 3), (8, 6)),
    )  # fmt: skip
    for strap in straps:
        drawing.line(Label.TACK, head.all(*strap), width)
    drawing.ring(Label.METAL, head.at(47, 14), width * 1.2, width * 0.7)


_UNDER_THE_BOOT = 7
"""What of a saddle cloth the rider's leg hides, in centimetres."""


def _cloth(drawing: Drawing, horse: Horse, size: Size, hidden: float = 0) -> dict[str, object]:
    """Draw the saddle cloth, so many centimetres of which are hidden ahead; return where its number goes."""
    left, top, right, bottom = size.cloth
    corners = horse.chest.all(
        (left + 3, top, 1), (right, top, 1), (right - 1, bottom, 1), (left - 1, bottom, 1)
    )
    inner = horse.chest.all(
        (left + 5, top + 2, 1),
        (right - 2, top + 2, 1),
        (right - 3, bottom - 2.4, 1),
        (left + 1.4, bottom - 2.4, 1),
    )
    with drawing.group("cloth"):
        drawing.flat(Label.CLOTH_EDGE, corners)
        drawing.flat(Label.CLOTH, inner)
    middle = horse.chest.at((left + right - hidden) / 2, (top + bottom) / 2)
    return {
        "number": [round(middle.x, 2), round(middle.y, 2), round(horse.chest.turn, 2)],
        "cloth": [right - left - hidden - 4, bottom - top - 6],
    }


def _jacket(rider: Rider) -> dict[str, object]:
    """Return where the pattern of the silks goes: the middle of the jacket, its turn, its length and width."""
    middle = rider.back.at(rider.length / 2 - 3, -2)
    return {
        "jacket": [
            round(middle.x, 2),
            round(middle.y, 2),
            round(rider.back.turn + 90, 2),
            rider.length + 14,
            32,
        ]
    }


# ---------------------------------------------------------------------------------------------------------- figures


def _mounted(pose: Pose, size: Size, box: Box) -> str:
    drawing, found = Drawing(), stance(pose, size.stout)
    horse = found.horse
    rider = Rider(horse.chest, pose.seat)
    _behind(drawing, found, pose)
    _trunk(drawing, found)
    drawing.line(Label.TACK, horse.chest.all((-20, 40), (-16, 60), (-10, 72.6)), 3)
    _head(drawing, horse, pose.flow, is_plain=size.is_plain)
    facts = _cloth(drawing, horse, size, _UNDER_THE_BOOT)
    bit = horse.head.at(47, 14)
    middle = between(bit, rider.hand, 0.5)
    drawing.line(Label.TACK, [bit, At(middle.x, middle.y + 4), rider.hand], 2 if size.is_plain else 1.3)
    draw_rider(drawing, rider)
    return drawing.svg(pose.title, box, _facts(horse, facts | _jacket(rider), box, size))


def _driven(pose: Pose, size: Size) -> str:
    drawing, found = Drawing(), stance(pose, size.stout)
    horse = found.horse
    rider = Rider(harness.GROUND, harness.DRIVING)
    harness.wheel(drawing, is_far=True)
    drawing.line(Label.METAL_SHADOW, harness.shaft(horse, is_far=True), 2.4)
    _behind(drawing, found, pose)
    _trunk(drawing, found)
    drawing.line(Label.TACK, horse.chest.all((-14, 2), (-13, 40), (-8, 73)), 3)
    facts = _cloth(drawing, horse, size)
    _head(drawing, horse, pose.flow * 0.6, is_plain=size.is_plain)
    drawing.line(Label.TACK, harness.lines(horse, rider.hand), 2 if size.is_plain else 1.3)
    with drawing.group("sulky"):
        harness.seat(drawing)
        drawing.line(Label.METAL, harness.shaft(horse, is_far=False), 3)
    draw_rider(drawing, rider)
    harness.wheel(drawing, is_far=False)
    return drawing.svg(pose.title, _DRIVEN, _facts(horse, facts | _jacket(rider), _DRIVEN, size))


def _portrait() -> str:
    drawing = Drawing()
    horse = Horse(Carriage(neck=52, head=50))
    found = stance(POSES["standing"])._replace(horse=horse)
    drawing.fill(Label.COAT_FAR, horse.ear(is_far=True))
    _trunk(drawing, found)
    _head(drawing, horse, 0.05, is_plain=False)
    size = LARGE._replace(pixels=10)
    return drawing.svg("The head of a horse", _PORTRAIT, _facts(horse, {}, _PORTRAIT, size))


def _facts(horse: Horse, found: dict[str, object], box: Box, size: Size) -> str:
    nose = max(horse.skull(), key=lambda point: point.x)
    told = {"box": box, "pixels": size.pixels, "rim": size.rim, "nose": [round(nose.x, 2), round(nose.y, 2)]}
    return json.dumps({**told, **found})
