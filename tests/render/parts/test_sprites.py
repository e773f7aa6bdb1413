from __future__ import annotations

import hashlib
import math
import subprocess
import sys

import pytest
from PIL import Image, ImageChops

from render.art.coats import BAY, COATS, GREY
from render.art.loaded import noted
from render.parts.medallion import medallion
from render.parts.palette import CREAM, INK, RED, TURF
from render.parts.silks import Pattern, Silk, standard_silks
from render.parts.sprites import (
    GALLOP,
    STEEPEST,
    TROT,
    Facing,
    Pose,
    coat_of,
    running,
    sprite,
    width_beside,
)

SILKS = standard_silks(8)
RIDDEN = [pose for pose in Pose if pose is not Pose.PORTRAIT]


def differ(one: Image.Image, other: Image.Image) -> float:
    """Return the share of pixels that two images of one size do not have in common."""
    apart = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).convert("L")
    return 1 - apart.histogram()[0] / (one.width * one.height)


@pytest.mark.parametrize("pose", Pose)
def test_every_pose_is_drawn_in_all_silks_with_all_numbers_inside_its_box(pose: Pose) -> None:
    numbers = (*range(1, 17), "H")
    worn = {(SILKS[0], number) for number in numbers} | {
        (silk, number) for silk in SILKS for number in (8, "H")
    }
    seen = set()
    for silk, number in worn:
        shown = sprite(pose, silk, 90, number=number, coat=BAY).image
        _, _, wide, high = noted()[pose]["box"]
        assert shown.size == (90, round(90 * high / wide))
        assert shown.mode == "RGBA"
        seen.add(shown.tobytes())
    assert len(seen) == (1 if pose is Pose.PORTRAIT else len(worn))


@pytest.mark.parametrize("pose", RIDDEN)
def test_a_figure_fills_its_box_and_is_cut_nowhere(pose: Pose) -> None:
    for width in (90, 400):
        alpha = sprite(pose, SILKS[0], width).image.getchannel("A")
        left, top, right, bottom = alpha.point([0] * 128 + [255] * 128).getbbox() or (0, 0, 0, 0)
        assert left >= 1
        assert top >= 1
        assert right <= alpha.width - 1
        assert bottom <= alpha.height
        assert (right - left) / alpha.width > 0.6


def test_patterns_are_told_apart_on_the_jacket() -> None:
    worn = [Silk("7", RED, CREAM, pattern) for pattern in Pattern]
    shown = [sprite(Pose.STRETCHED, silk, 140).image.tobytes() for silk in worn]
    assert len(set(shown)) == len(worn)


@pytest.mark.parametrize("pose", RIDDEN)
def test_number_and_colour_of_a_small_horse_stand_out(pose: Pose) -> None:
    for silk in SILKS:
        plain, numbered = (sprite(pose, silk, 90, number=number, coat=BAY).image for number in (" ", 8))
        box = ImageChops.difference(plain.convert("RGB"), numbered.convert("RGB")).getbbox()
        assert box is not None
        assert box[3] - box[1] >= 8, "the number is at least eight pixels high"
        cloth = plain.crop(box).convert("RGB")
        counted = max(cloth.getcolors(cloth.width * cloth.height) or [(0, (0, 0, 0))])
        assert counted[1] == silk.colour


def test_numbers_are_never_mirrored() -> None:
    def ink(facing: Facing, number: str) -> Image.Image:
        plain, numbered = (
            sprite(Pose.STRETCHED, SILKS[0], 400, number=text, coat=BAY, facing=facing).image.convert("RGB")
            for text in (" ", number)
        )
        apart = ImageChops.difference(plain, numbered).convert("L")
        return apart.crop(apart.getbbox()).resize((24, 24)).point([0] * 80 + [255] * 176)

    # the slanting cloth leans the other way: compared is which of both readings is nearer
    right, left = ink(Facing.RIGHT, "7"), ink(Facing.LEFT, "7")
    mirrored = left.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    assert differ(right, left) < differ(right, mirrored)


def test_horses_run_to_the_left_on_the_far_side_and_are_never_upside_down() -> None:
    assert running(0) == (Facing.RIGHT, pytest.approx(0))
    assert running(180) == (Facing.LEFT, pytest.approx(0))
    for direction in range(0, 360, 15):
        facing, tilt = running(direction)
        assert abs(tilt) <= STEEPEST
        if direction % 180 != 90:
            assert (facing == Facing.LEFT) == (90 < direction < 270)
            assert (tilt > 0) == (direction > 180) or direction % 180 == 0


def test_a_tilted_horse_runs_uphill_whichever_way_it_faces() -> None:
    for facing, side in ((Facing.RIGHT, 1), (Facing.LEFT, -1)):
        level, uphill = (sprite(Pose.STRETCHED, SILKS[0], 140, facing=facing, tilt=tilt) for tilt in (0, 20))
        assert _slope(level.image) * side == pytest.approx(0, abs=0.12)
        assert _slope(uphill.image) * side < _slope(level.image) * side - 0.1


def _slope(image: Image.Image) -> float:
    """Return how much lower the right half of an image is than its left half, as a share of its width."""
    alpha = image.getchannel("A")
    heights = []
    for box in ((0, 0, image.width // 2, image.height), (image.width // 2, 0, image.width, image.height)):
        rows = alpha.crop(box).resize((1, image.height), Image.Resampling.BOX).tobytes()
        heights.append(sum(row * weight for row, weight in enumerate(rows)) / sum(rows))
    return (heights[1] - heights[0]) / image.width * 2


def test_the_ground_below_a_horse_stays_below_it_when_it_is_tilted() -> None:
    for facing in Facing:
        level, tilted = (
            sprite(Pose.FORE_STRIKE, SILKS[0], 260, facing=facing, tilt=tilt) for tilt in (0, 30)
        )
        from_middle = (
            math.dist((level.x, level.y), (level.image.width / 2, level.image.height / 2)),
            math.dist((tilted.x, tilted.y), (tilted.image.width / 2, tilted.image.height / 2)),
        )
        assert from_middle[0] == pytest.approx(from_middle[1], abs=2)
        assert 0 < tilted.x < tilted.image.width
        assert tilted.y > tilted.image.height / 2


def test_a_sprite_is_drawn_once_and_then_shared() -> None:
    one = sprite(Pose.GATHERED, SILKS[2], 90, tilt=11)
    assert sprite(Pose.GATHERED, SILKS[2], 90, tilt=9) is one
    assert sprite(Pose.GATHERED, SILKS[2], 90, tilt=14) is not one


def test_equal_sprites_have_equal_bytes_in_every_process() -> None:
    code = (
        "import hashlib; from render.parts.sprites import *; from render.parts.silks import standard_silks;"
        "print(hashlib.sha256(b''.join(sprite(pose, silk, 90, tilt=10).image.tobytes()"
        " for pose in Pose for silk in standard_silks(2))).hexdigest())"
    )
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.strip()
    here = [sprite(pose, silk, 90, tilt=10).image.tobytes() for pose in Pose for silk in standard_silks(2)]
    assert hashlib.sha256(b"".join(here)).hexdigest() == told


def test_a_horse_has_the_coat_of_its_number_or_the_one_that_is_asked_for() -> None:
    assert [coat_of(str(number)) for number in range(1, 9)] == list(COATS)
    assert [coat_of(letter) for letter in "ABCDEFGH"] == list(COATS)
    assert coat_of("9") == COATS[0]
    bay, grey = (sprite(Pose.STANDING, SILKS[0], 200, coat=coat).image for coat in (BAY, GREY))
    assert differ(bay, grey) > 0.1
    for coat in COATS:
        assert len({coat.coat, coat.shadow, coat.light, coat.far}) == 4


def test_a_rim_is_drawn_or_left_out() -> None:
    drawn, bare = (
        sprite(Pose.STRETCHED, SILKS[0], 140, rim=rim).image.getchannel("A") for rim in (INK, None)
    )
    assert sum(drawn.tobytes()) > sum(bare.tobytes())


def test_horses_of_two_poses_are_equally_large_beside_each_other() -> None:
    assert width_beside(Pose.GATHERED, Pose.STRETCHED, 90) == 90
    assert width_beside(Pose.TROT_REACH, Pose.TROT_STANCE, 90) == 90
    assert width_beside(Pose.PORTRAIT, Pose.STRETCHED, 340) == 92


def test_a_medallion_is_round_and_shows_the_head_on_its_ground() -> None:
    shown = [medallion(120, coat, TURF) for coat in (BAY, GREY)]
    assert differ(*shown) > 0.1
    for picture in shown:
        assert picture.size == (120, 120)
        alpha = picture.getchannel("A")
        assert [alpha.getpixel(corner) for corner in ((0, 0), (119, 0), (0, 119), (119, 119))] == [0, 0, 0, 0]
        assert alpha.getpixel((60, 60)) == 255
        assert TURF in {colour for _, colour in picture.convert("RGB").getcolors(1 << 14) or ()}


@pytest.mark.parametrize("pose", [*GALLOP, Pose.LEAPING, *TROT])
def test_the_nose_is_where_the_head_ends_whichever_way_it_faces(pose: Pose) -> None:
    for facing in Facing:
        for tilt in (0, -10):
            shown = sprite(pose, SILKS[0], 300, facing=facing, tilt=tilt, rim=None)
            alpha = shown.image.getchannel("A")
            upper = alpha.crop((0, 0, alpha.width, alpha.height * 3 // 5)).point([0] * 128 + [255] * 128)
            left, _, right, _ = upper.getbbox() or (0, 0, 0, 0)
            foremost = right if facing == Facing.RIGHT else left
            assert shown.nose == pytest.approx(foremost, abs=3)
