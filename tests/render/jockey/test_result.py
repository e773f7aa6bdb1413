from __future__ import annotations

import io
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from engines.jockey.view import View
from render import Picture
from render.jockey import final, result
from render.kit.photo import BOTTOM
from render.parts.palette import CREAM
from tests.engines.jockey.notation import parsed
from tests.render.jockey.played import CAPTIONS, NAMES, views

STRANGE = ("\u202e" + "W" * 70, "Z" + "\u0335\u0351" * 40, "🏇" * 40, "\x00\n\t", "שלום " * 20, "ﷺ ﷽")


def opened(picture: Picture) -> Image.Image:
    image = Image.open(io.BytesIO(picture.data))
    image.load()
    assert image.size == (picture.width, picture.height)
    return image.convert("RGB")


def finished(seats: int) -> View:
    return views(seats)[-1]


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_result_and_the_final_standing_are_drawn_for_any_number_of_seats(seats: int) -> None:
    for picture in (result(finished(seats), NAMES, CAPTIONS), final(finished(seats), NAMES, CAPTIONS)):
        assert opened(picture).width == 1200
        assert picture.filename.isascii()
        assert len(picture.data) < 150_000


def test_there_is_no_result_before_a_race_is_over() -> None:
    with pytest.raises(ValueError, match="finished"):
        result(views(2)[0], NAMES, CAPTIONS)


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


@pytest.mark.parametrize("draw", [result, final])
def test_strange_names_stay_in_their_column(draw: object) -> None:
    assert callable(draw)
    usual, strange = (opened(draw(finished(6), names, CAPTIONS)) for names in (NAMES, STRANGE))
    difference = ImageChops.difference(usual, strange)
    columns = ((40, 340), (620, 920)) if draw is result else ((130, 1168),)
    for left, right in columns:
        assert difference.crop((left, 0, right, usual.height)).getbbox()
        difference.paste(0, (left, 0, right, usual.height))
    assert difference.getbbox() is None


def test_the_result_does_not_change_when_the_next_race_begins() -> None:
    seen = [view for view in views(6) if view.result and view.result.race == 1][::15]
    assert len({view.phase for view in seen}) > 1
    assert len({result(view, NAMES, CAPTIONS).data for view in seen}) == 1


def test_winners_share_the_first_rosette() -> None:
    shared = replace(finished(2), scores=(700, 700))
    ahead = replace(finished(2), scores=(700, 600))
    assert final(shared, NAMES, CAPTIONS) != final(ahead, NAMES, CAPTIONS)


def test_equal_views_give_equal_bytes() -> None:
    view = finished(3)
    assert result(view, NAMES, CAPTIONS) == result(replace(view), list(NAMES), CAPTIONS)
    assert final(view, NAMES, CAPTIONS) == final(replace(view), list(NAMES), CAPTIONS)
