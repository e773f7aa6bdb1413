from __future__ import annotations

import pytest

from render.jumpyjack.horses import DOUBLE, OUT, PALETTE, RESTART, STOP, silks
from render.parts.palette import Colour, readable_on
from tests.render.jumpyjack.played import seen
from tests.render.test_contrast import contrast


def test_every_horse_has_a_number_and_a_pattern_of_its_own() -> None:
    worn = list(silks(seen()[0].horses).values())
    assert [silk.number for silk in worn] == ["1", "2", "3", "4", "5"]
    assert len({silk.pattern for silk in worn}) == len({silk.colour for silk in worn}) == 5


def test_every_colour_of_a_horse_is_in_the_palette() -> None:
    held = PALETTE.getpalette() or []
    colours = set(zip(held[::3], held[1::3], held[2::3], strict=True))
    assert {silk.colour for silk in silks(seen()[0].horses).values()} <= colours


@pytest.mark.parametrize("colour", [STOP, DOUBLE, OUT, RESTART])
def test_what_is_painted_on_a_sign_stands_out(colour: Colour) -> None:
    assert contrast(readable_on(colour), colour) >= 4.5


def test_a_number_stands_out_from_its_silks() -> None:
    for silk in silks(seen()[0].horses).values():
        assert contrast(readable_on(silk.colour), silk.colour) >= 3
