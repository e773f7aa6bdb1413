from __future__ import annotations

from render.jumpyjack.horses import PALETTE, silks
from tests.render.jumpyjack.played import seen


def test_every_horse_has_a_number_and_a_pattern_of_its_own() -> None:
    worn = list(silks(seen()[0].horses).values())
    assert [silk.number for silk in worn] == ["1", "2", "3", "4", "5"]
    assert len({silk.pattern for silk in worn}) == len({silk.colour for silk in worn}) == 5


def test_every_colour_of_a_horse_is_in_the_palette() -> None:
    held = PALETTE.getpalette() or []
    colours = set(zip(held[::3], held[1::3], held[2::3], strict=True))
    assert {silk.colour for silk in silks(seen()[0].horses).values()} <= colours
