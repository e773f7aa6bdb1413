from __future__ import annotations

from render.newmarket.faces import PALETTE, worn
from tests.render.newmarket.played import seen


def test_every_colour_has_a_pattern_and_a_place_in_the_palette() -> None:
    silks = [worn(horse, seen()[0].colours) for horse in seen()[0].racehorses]
    assert [silk.number for silk in silks] == ["13", "12", "11", "10"]
    assert len({silk.pattern for silk in silks}) == len({silk.colour for silk in silks}) == 4
    held = PALETTE.getpalette() or []
    assert {silk.colour for silk in silks} <= {tuple(held[at : at + 3]) for at in range(0, len(held), 3)}
