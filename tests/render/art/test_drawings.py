from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path

import pytest
from PIL import Image

from render.art.composition import figures
from render.art.labels import Label
from render.art.loaded import INDEX, SHEETS
from render.art.sheets import SVG, digest, facts, sheet

NUMBER = re.compile(r"-?\d+\.?\d*")

STORED = {path.stem: path.read_text(encoding="utf-8") for path in sorted(SVG.glob("*.svg"))}


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


def test_drawings_load_nothing_from_elsewhere() -> None:
    for drawing in STORED.values():
        assert not re.search(r"href|url\((?!#clip)|<image|<text|<script", drawing)
    assert all(
        path.suffix in {".svg", ".png", ".json"} for path in [*Path(SVG).iterdir(), *Path(SHEETS).iterdir()]
    )
