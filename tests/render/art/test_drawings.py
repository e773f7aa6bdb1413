from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path

import pytest
from PIL import Image

from render.art.composition import figures, stance
from render.art.labels import IN_DRAWING, Label
from render.art.loaded import INDEX, SHEETS
from render.art.poses import POSES, TROTTING, Limb
from render.art.sheets import SVG, digest, facts, sheet
from render.parts.sprites import GALLOP, TROT, Pose

NUMBER = re.compile(r"-?\d+\.?\d*")
GROUP = re.compile(r'<g id="((?:fore|hind)-(?:close|far))" data-root="(\S+) (\S+)" data-sole="(\S+) (\S+)">')
ON_THE_GROUND = 2
"""Centimetres above the ground at which a hoof treads on it."""

STORED = {path.stem: path.read_text(encoding="utf-8") for path in sorted(SVG.glob("*.svg"))}


DIAGONALS = (("fore-close", "hind-far"), ("fore-far", "hind-close"))
"""The legs that move together in a trot."""


def feet(name: str) -> dict[str, tuple[float, float]]:
    """Return of each leg in a drawing how far its hoof is ahead of the joint it hangs from, and above the ground."""
    found = {leg: (float(x) - float(root), -float(y)) for leg, root, _, x, y in GROUP.findall(STORED[name])}
    assert len(found) == 4
    return found


def treading(name: str) -> set[str]:
    return {leg for leg, (_, above) in feet(name).items() if above < ON_THE_GROUND}


def shape(drawing: str) -> str:
    return NUMBER.sub("#", drawing)


def test_the_stored_drawings_are_those_that_the_poses_give() -> None:
    drawn = figures()
    assert set(drawn) == set(STORED)
    for name, drawing in drawn.items():
        assert shape(drawing) == shape(STORED[name]), f"{name}: make sprites"
        numbers = [[float(number) for number in NUMBER.findall(text)] for text in (drawing, STORED[name])]
        assert numbers[0] == pytest.approx(numbers[1], abs=0.15), f"{name}: make sprites"


def test_every_sheet_is_noted_as_made_of_its_drawing_as_it_stands() -> None:
    noted = json.loads(INDEX.read_text(encoding="utf-8"))
    assert {name: digest(drawing) for name, drawing in STORED.items()} == {
        name: told["svg"] for name, told in noted.items()
    }
    for name, drawing in STORED.items():
        assert {key: value for key, value in noted[name].items() if key != "svg"} == facts(drawing)


def test_a_sheet_shows_what_its_drawing_gives() -> None:
    if importlib.util.find_spec("resvg_py") is None:
        pytest.skip("resvg-py is not installed: the sheets cannot be drawn anew")
    for name in ("stretched-small", "trot-reach-small", "portrait"):
        with Image.open(SHEETS / f"{name}.png") as stored:
            assert sheet(STORED[name]).tobytes() == stored.tobytes(), f"{name}: make sprites"


@pytest.mark.parametrize("name", STORED)
def test_a_sheet_is_as_large_as_its_box_and_holds_labels_only(name: str) -> None:
    told = facts(STORED[name])
    with Image.open(SHEETS / f"{name}.png") as stored:
        assert stored.mode == "P"
        assert stored.width == round(told["box"][2] * told["pixels"])
        assert abs(stored.height - told["box"][3] * told["pixels"]) <= 1
        shown = {value for _, value in stored.getcolors() or ()}
    assert shown <= set(Label)
    assert {Label.CLEAR, Label.COAT, Label.COAT_SHADOW, Label.HAIR, Label.RIM} <= shown


def test_no_two_labels_have_the_same_colour_in_a_drawing() -> None:
    assert len(set(IN_DRAWING.values())) == len(IN_DRAWING) == len(Label) - 2


@pytest.mark.parametrize(
    ("pose", "down"),
    [
        ("gathered", set()),
        ("hind-strike", {"hind-far"}),
        ("stretched", {"hind-close", "fore-far"}),
        ("fore-strike", {"fore-close"}),
        ("standing", {"fore-close", "fore-far", "hind-close", "hind-far"}),
        ("leaping", set()),
    ],
)
def test_a_pose_treads_with_the_feet_of_its_phase(pose: str, down: set[str]) -> None:
    assert treading(pose) == treading(f"{pose}-small") == down


def test_at_the_gallop_the_legs_are_gathered_in_the_air_and_stretched_on_the_ground() -> None:
    def span(name: str) -> float:
        found = [(float(x), leg) for leg, _, _, x, _ in GROUP.findall(STORED[name])]
        hind = [x for x, leg in found if leg.startswith("hind")]
        fore = [x for x, leg in found if leg.startswith("fore")]
        return min(fore) - max(hind)

    assert span("gathered") == min(map(span, GALLOP))
    assert span("stretched") == max(map(span, GALLOP))
    assert span("gathered") < 30 < 200 < span("stretched")


@pytest.mark.parametrize("pose", TROT)
def test_at_the_trot_the_legs_move_in_diagonal_pairs(pose: Pose) -> None:
    found = feet(pose)
    pairs = [[found[leg] for leg in pair] for pair in DIAGONALS]
    ahead, behind = sorted(pairs, key=lambda pair: -min(reach for reach, _ in pair))
    assert min(reach for reach, _ in ahead) > max(reach for reach, _ in behind) + 15
    assert all(reach < 0 for reach, _ in behind)
    carrying = treading(pose)
    assert carrying in ([set(), *map(set, DIAGONALS)])
    assert bool(carrying) == ("stance" in pose)
    assert all(above > 4 for leg, (_, above) in found.items() if leg not in carrying)


def test_a_stride_of_the_trot_has_both_pairs_in_turn() -> None:
    assert treading(Pose.TROT_STANCE) | treading(Pose.TROT_STANCE_OTHER) == {
        leg for pair in DIAGONALS for leg in pair
    }
    for pose in (Pose.TROT_REACH, Pose.TROT_STANCE):
        half, other = TROTTING[pose].legs, TROTTING[f"{pose}-other"].legs
        assert half == other.changed()
        assert half != other


def test_before_the_sulky_a_horse_that_breaks_has_the_legs_of_the_gallop() -> None:
    assert TROTTING["breaking"].legs == POSES["hind-strike"].legs
    assert treading("breaking") == {"hind-far"}


def test_bones_have_the_same_length_in_every_pose() -> None:
    for pose in {**POSES, **TROTTING}.values():
        for found in stance(pose).legs.values():
            bones = [
                ((one.x - other.x) ** 2 + (one.y - other.y) ** 2) ** 0.5
                for one, other in zip(found.joints, found.joints[1:], strict=False)
            ]
            assert bones == pytest.approx(found.build.bones)


def test_the_horse_has_the_proportions_of_a_thoroughbred() -> None:
    found = stance(POSES["standing"])
    horse = found.horse
    withers = -horse.chest.y
    trunk, skull = horse.trunk(), horse.skull()
    breast = max(point.x for point in trunk if point.y > horse.chest.y + 45)
    length = breast - min(point.x for point in trunk)
    head = max(((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5 for a in skull for b in skull)
    depth = max(point.y for point in trunk) - horse.chest.y
    assert 155 < withers < 170
    assert length == pytest.approx(withers, rel=0.06)
    assert 2.3 < length / head < 2.9
    assert 0.42 < depth / withers < 0.5
    fore, hind = found.legs["fore-close"].joints, found.legs["hind-close"].joints
    knee, hock = -fore[2].y, -hind[2].y
    assert 0.25 < knee / withers < 0.33
    assert 0.31 < hock / withers < 0.4
    assert hock > knee
    for joints in (fore, hind):
        assert 0.09 < -joints[3].y / withers < 0.16


def test_a_changed_leg_is_told_from_the_stored_drawing() -> None:
    pose = POSES["gathered"]
    moved = pose._replace(legs=pose.legs._replace(fore_close=Limb((0, 0, 0, 0))))
    assert stance(moved).legs["fore-close"].sole != stance(pose).legs["fore-close"].sole


def test_drawings_load_nothing_from_elsewhere() -> None:
    for drawing in STORED.values():
        assert not re.search(r"href|url\((?!#clip)|<image|<text|<script", drawing)
    assert all(
        path.suffix in {".svg", ".png", ".json"} for path in [*Path(SVG).iterdir(), *Path(SHEETS).iterdir()]
    )
