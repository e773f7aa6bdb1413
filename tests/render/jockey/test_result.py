from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.jockey.view import View
from render.jockey import final, result
from render.kit.photo import BOTTOM
from render.parts.palette import CREAM
from tests.engines.jockey.notation import parsed
from tests.render.jockey.played import CAPTIONS, NAMES, views
from tests.render.seen import opened


def finished(seats: int) -> View:
    return views(seats)[-1]


@given(
    st.lists(st.integers(-20_000, 20_000), min_size=6, max_size=6),
    st.lists(st.integers(-20_000, 80_000), min_size=6, max_size=6),
)
@settings(max_examples=10, deadline=None)
def test_columns_of_money_do_not_touch(nets: list[int], capitals: list[int]) -> None:
    view = finished(6)
    assert view.result is not None
    bets = (parsed("bet double red blue 2500 2500"),) * 6
    extreme = view.result._replace(nets=tuple(nets), capitals=tuple(capitals), bets=bets)
    image = opened(result(replace(view, result=extreme), NAMES, CAPTIONS))
    for column in (24, 604):
        for margin in (column + 8, column + 564 - 240 - 8, column + 564 - 8):
            colours = {image.getpixel((margin, y)) for y in range(BOTTOM + 30, BOTTOM + 110)}
            assert colours == {CREAM}, "nothing but paper at the edges of a ticket and of its stub"


def test_winners_share_the_first_rosette() -> None:
    shared = replace(finished(2), scores=(700, 700))
    ahead = replace(finished(2), scores=(700, 600))
    assert final(shared, NAMES, CAPTIONS) != final(ahead, NAMES, CAPTIONS)
