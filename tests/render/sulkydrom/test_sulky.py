from __future__ import annotations

from render.parts.silks import token
from render.sulkydrom.sulky import PALETTE, letter, runner, silk, sulky
from tests.render.sulkydrom.played import LETTERS


def test_horses_are_told_apart_by_letter_colour_and_pattern() -> None:
    worn = [silk(letter) for letter in LETTERS]
    assert [each.number for each in worn] == list(LETTERS)
    assert len({each.pattern for each in worn}) == len({each.colour for each in worn}) == 8
    grey = [each._replace(colour=(128, 128, 128), accent=(0, 0, 0)) for each in worn]
    for looks in (letter, runner, token, sulky):
        assert len({looks(each, 60).tobytes() for each in grey}) == 8


def test_every_colour_of_a_horse_is_in_the_palette() -> None:
    held = PALETTE.getpalette() or []
    colours = set(zip(held[::3], held[1::3], held[2::3], strict=True))
    assert {each.colour for each in [silk(letter) for letter in LETTERS]} <= colours
