"""Draws the contact sheet of the horses, the same each time: `python docs/pictures/draw_horses.py`."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from render.art.coats import COATS
from render.parts.medallion import medallion
from render.parts.palette import CREAM, GOLD, INK, TURF
from render.parts.silks import standard_silks
from render.parts.sprites import GALLOP, TROT, Facing, Pose, colours_of, sprite, width_beside

SAND = (203, 160, 118)
WIDTH, GAP = 1240, 8
SILKS = standard_silks(8)
FILE = Path(__file__).with_name("horses.png")


def main() -> None:
    """Draw every pose, large and small, on turf, sand and cream."""
    rows = [
        row(GALLOP[:2], 606, TURF),
        row(GALLOP[2:], 606, TURF, first=2),
        row((Pose.STANDING, Pose.LEAPING, Pose.BREAKING), 392, CREAM, first=4),
        row(TROT, 302, SAND),
        row(GALLOP * 2, 147, CREAM),
        row(GALLOP * 3, 95, TURF, facing=Facing.LEFT),
        row(TROT * 3, 95, SAND, facing=Facing.LEFT),
        row(GALLOP * 4, 64, TURF),
        portraits(),
    ]
    sheet = Image.new("RGB", (WIDTH, sum(each.height for each in rows)), CREAM)
    top = 0
    for each in rows:
        sheet.paste(each, (0, top))
        top += each.height
    few = sheet.quantize(colors=256, kmeans=2, dither=Image.Dither.NONE)
    few.save(FILE, optimize=True)
    size = FILE.stat().st_size / 1000
    print(f"{FILE.name}: {sheet.width} × {sheet.height}, {size:.0f} kB, {len(colours())} flat colours")  # noqa: T201


def row(
    poses: tuple[Pose, ...],
    width: int,
    ground: tuple[int, int, int],
    *,
    first: int = 0,
    facing: Facing = Facing.RIGHT,
) -> Image.Image:
    """Return a strip of horses of one size."""
    shown = [
        sprite(
            pose,
            SILKS[(first + place) % 8],
            width_beside(pose, Pose.STRETCHED, width),
            number=first + place + 1,
            facing=facing,
        ).image
        for place, pose in enumerate(poses)
    ]
    strip = Image.new("RGB", (WIDTH, max(image.height for image in shown) + 2 * GAP), ground)
    x = (WIDTH - sum(image.width for image in shown)) // (len(shown) + 1)
    for place, image in enumerate(shown):
        left = x * (place + 1) + sum(each.width for each in shown[:place])
        strip.paste(image, (left, strip.height - GAP - image.height), image)
    return strip


def portraits() -> Image.Image:
    """Return a strip of medallions, one of each coat."""
    each = WIDTH // 8 - 2 * GAP
    strip = Image.new("RGB", (WIDTH, each + 2 * GAP), CREAM)
    for place, coat in enumerate(COATS):
        image = medallion(each, coat, GOLD if place % 2 else TURF, INK)
        strip.paste(image, (place * WIDTH // 8 + GAP, GAP), image)
    return strip


def colours() -> set[tuple[int, int, int]]:
    """Return all colours that the horses on the sheet have."""
    return {colour for silk in SILKS for colour in colours_of(silk)}


if __name__ == "__main__":
    main()
