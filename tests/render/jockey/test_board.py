from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from engines.jockey.view import Phase, View
from render.jockey import board
from render.jockey.horses import silks
from render.kit import field
from render.kit.panorama import Panorama
from tests.render.jockey.played import CAPTIONS, NAMES, views
from tests.render.seen import opened

SEATS = st.integers(2, 6)


def colours_of(image: Image.Image, view: View, lane: int) -> set[object]:
    """Return the colours where a horse has to be seen: behind where its nose is."""
    course = Panorama(view.squares, len(view.horses))
    nose, foot = round(course.x(view.places[lane])), round(course.foot(lane))
    seen = image.crop((nose - 120, foot - 76, nose, foot)).getcolors(20_000)
    return {colour for _, colour in seen or ()}


@given(SEATS, st.integers(0, 2), st.floats(0, 1))
@settings(max_examples=15, deadline=None)
def test_every_running_horse_is_seen_on_its_square(seats: int, seed: int, when: float) -> None:
    game = views(seats, seed)
    view = game[int(when * (len(game) - 1))]
    image = opened(board(view, NAMES, CAPTIONS))
    for lane, (horse, worn) in enumerate(silks(view.horses).items()):
        assert worn.colour in colours_of(image, view, lane), (horse, view.places)


@given(st.lists(st.integers(0, 120), min_size=4, max_size=4))
@settings(max_examples=8, deadline=None)
def test_any_places_can_be_drawn(places: list[int]) -> None:
    view = replace(views(2)[-1], places=tuple(places), home=())
    assert opened(board(view, NAMES, CAPTIONS)).size == (1200, 900)


@pytest.mark.parametrize("step", [0, 3, 20, -1])
def test_nobodys_capital_is_on_the_board(step: int) -> None:
    view = views(4)[step]
    richer = replace(view, capitals=(9999, -300, 5, 77), scores=(1, 2, 3, 4))
    assert board(richer, NAMES, CAPTIONS) == board(view, NAMES, CAPTIONS)


def test_whose_turn_it_is_changes_the_picture() -> None:
    view = views(3)[10]
    following = replace(view, to_act=((view.to_act[0] + 1) % 3,))
    assert board(view, NAMES, CAPTIONS) != board(following, NAMES, CAPTIONS)


def test_every_move_since_a_seat_had_its_turn_is_seen() -> None:
    shown = next(view for view in views(4)[8:] if len({play.horse for play in view.recent if play.horse}) > 2)
    whole = opened(board(shown, NAMES, CAPTIONS))
    for missing in (play for play in shown.recent[:-1] if play.horse):
        fewer = replace(shown, recent=tuple(play for play in shown.recent if play is not missing))
        other = opened(board(fewer, NAMES, CAPTIONS))
        foot = round(Panorama(shown.squares, len(shown.horses)).foot(shown.horses.index(missing.horse or "")))
        hooves = (0, foot - 26, 1200, foot)
        assert ImageChops.difference(whole.crop(hooves), other.crop(hooves)).getbbox()


@pytest.mark.parametrize(
    ("places", "leader"), [((9, 30, 30, 1), ""), ((0, 0, 0, 0), ""), ((9, 31, 30, 1), "Yellow")]
)
def test_the_one_horse_in_front_is_named(
    places: tuple[int, ...], leader: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(field, "pennant", lambda image, x, y, text, **how: said.append(text))
    ranks = tuple(1 + sum(other > place for other in places) for place in places)
    board(replace(views(4)[10], places=places, positions=ranks, home=()), NAMES, CAPTIONS).draw()
    assert said == ([f"{leader} leads"] if leader else [])


def test_an_edition_with_other_horses_and_a_longer_course_is_drawn_too() -> None:
    view = replace(
        views(2)[0],
        phase=Phase.RACING,
        horses=("green", "black", "white", "grullo"),
        squares=300,
        places=(290, 0, 310, 12),
        positions=(2, 4, 1, 3),
        home=("white",),
    )
    assert opened(board(view, NAMES, CAPTIONS)).size == (1200, 900)
