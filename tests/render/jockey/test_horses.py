from __future__ import annotations

from render.jockey.horses import silks as silks_of
from render.parts import silks
from render.parts.palette import INK


def test_every_horse_has_a_number_and_a_pattern_of_its_own() -> None:
    worn = list(silks_of(("brown", "yellow", "blue", "red")).values())
    assert [silk.number for silk in worn] == ["1", "2", "3", "4"]
    assert len({silk.pattern for silk in worn}) == len({silk.colour for silk in worn}) == 4


def test_horses_are_told_apart_without_colour() -> None:
    grey = [
        silk._replace(colour=(128, 128, 128), accent=INK) for silk in silks_of(("a", "b", "c", "d")).values()
    ]
    assert len({silks.token(silk, 52).tobytes() for silk in grey}) == 4
    blank = [silk._replace(number=" ") for silk in grey]
    assert len({silks.token(silk, 52).tobytes() for silk in blank}) == 4
