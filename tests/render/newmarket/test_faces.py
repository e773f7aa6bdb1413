from __future__ import annotations

from render.newmarket.faces import PALETTE, coat, form, worn
from render.parts.sprites import coat_of
from tests.render.newmarket.played import seen


def test_every_colour_has_a_pattern_and_a_place_in_the_palette() -> None:
    silks = [worn(horse, seen()[0].colours) for horse in seen()[0].racehorses]
    assert [silk.number for silk in silks] == ["13", "12", "11", "10"]
    assert len({silk.pattern for silk in silks}) == len({silk.colour for silk in silks}) == 4
    held = PALETTE.getpalette() or []
    assert {silk.colour for silk in silks} <= {tuple(held[at : at + 3]) for at in range(0, len(held), 3)}


def test_a_racehorse_has_the_same_coat_on_its_poster_and_in_a_replay_and_no_other_has_it() -> None:
    view = seen()[0]
    coats = [coat(form(horse).colour, view.colours) for horse in view.racehorses]
    assert coats == [coat_of(worn(horse, view.colours).number) for horse in view.racehorses]
    assert len(set(coats)) == 4
