from __future__ import annotations

import io
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from engines.jockey.game import Jockey
from engines.jockey.view import Phase, View
from render import Picture
from render.jockey import board
from render.jockey.horses import silks
from render.kit import field
from render.kit.panorama import Panorama
from tests.render.jockey.played import CAPTIONS, NAMES, states, views

STRANGE = ("\u202e" + "W" * 70, "Z" + "\u0335\u0351" * 40, "🏇" * 40, "\x00\n\t", "שלום " * 20, "ﷺ ﷽")
SEATS = st.integers(2, 6)
PLAYERS = (690, 645, 1180, 895)
"""The names in the players' column: left, top, right, bottom."""
RIBBON = (520, 0, 1200, 104)
"""Where the ribbon hangs that says whose turn it is."""


def opened(picture: Picture) -> Image.Image:
    image = Image.open(io.BytesIO(picture.data))
    image.load()
    assert image.size == (picture.width, picture.height)
    return image.convert("RGB")


def changes(
    one: Image.Image, other: Image.Image, *but: tuple[int, int, int, int]
) -> tuple[int, int, int, int] | None:
    """Return the box in which two boards differ, without what lies in some others."""
    difference = ImageChops.difference(one, other)
    for box in but:
        difference.paste(0, box)
    return difference.getbbox()


def colours_of(image: Image.Image, view: View, lane: int) -> set[object]:
    """Return the colours where a horse has to be seen: behind where its nose is."""
    course = Panorama(view.squares, len(view.horses))
    nose, foot = round(course.x(view.places[lane])), round(course.foot(lane))
    seen = image.crop((nose - 120, foot - 76, nose, foot)).getcolors(20_000)
    return {colour for _, colour in seen or ()}


@cache
def fourth_name(name: str) -> Image.Image:
    return opened(board(views(6)[20], (*NAMES[:3], name, *NAMES[4:]), CAPTIONS))


def some_of_every_phase(seats: int) -> dict[Phase, View]:
    found = {}
    for seed in range(4):
        for view in views(seats, seed):
            found[view.phase] = view
        if len(found) == len(Phase):
            break
    return found


@pytest.mark.parametrize("seats", range(2, 7))
def test_every_phase_can_be_drawn_for_any_number_of_seats(seats: int) -> None:
    phases = some_of_every_phase(seats)
    assert set(phases) == set(Phase)
    for view in phases.values():
        picture = board(view, NAMES, CAPTIONS)
        assert picture.filename.isascii()
        assert picture.filename.endswith(".png")
        assert len(picture.data) <= 80_000
        assert opened(picture).size == (1200, 900)


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


@pytest.mark.parametrize("phase", Phase)
def test_strange_names_change_nothing_but_the_players_column(phase: Phase) -> None:
    view = some_of_every_phase(6)[phase]
    usual, strange = (opened(board(view, names, CAPTIONS)) for names in (NAMES, STRANGE))
    changed = changes(usual, strange, RIBBON)
    assert changed is not None
    assert PLAYERS[0] <= changed[0] < changed[2] <= PLAYERS[2]
    assert PLAYERS[1] <= changed[1] < changed[3] <= PLAYERS[3]


@given(st.text(max_size=60))
@settings(max_examples=15, deadline=None)
def test_any_name_stays_in_its_row(name: str) -> None:
    usual, other = (fourth_name(each) for each in ("Дмитрий", name))
    changed = changes(usual, other) or (700, 800, 701, 801)
    assert PLAYERS[0] <= changed[0] < changed[2] <= 1020
    assert 768 <= changed[1] < changed[3] <= 814


def test_equal_views_give_equal_bytes() -> None:
    view = views(4)[15]
    assert board(view, NAMES, CAPTIONS) == board(replace(view), list(NAMES), CAPTIONS)


@pytest.mark.parametrize("step", [0, 3, 20, -1])
def test_nobodys_capital_is_on_the_board(step: int) -> None:
    view = views(4)[step]
    richer = replace(view, capitals=(9999, -300, 5, 77), scores=(1, 2, 3, 4))
    assert board(richer, NAMES, CAPTIONS) == board(view, NAMES, CAPTIONS)


@pytest.mark.parametrize("step", [2, 15, 40])
def test_every_seat_sees_the_same_board_as_everyone(step: int) -> None:
    state, game = states(3)[step], Jockey.with_edition()
    public = board(game.view(state, None), NAMES, CAPTIONS)
    assert [board(game.view(state, seat), NAMES, CAPTIONS) for seat in range(3)] == [public] * 3


def test_what_others_hold_and_bet_is_not_on_the_board() -> None:
    state, game = states(2)[1], Jockey.with_edition()
    other = state._replace(hands=state.hands[::-1], aside=state.aside[::-1])
    assert other.hands != state.hands
    one, two = (board(game.view(each, 0), NAMES, CAPTIONS) for each in (state, other))
    assert one == two


def test_whose_turn_it_is_changes_the_picture() -> None:
    view = views(3)[10]
    following = replace(view, to_act=((view.to_act[0] + 1) % 3,))
    assert board(view, NAMES, CAPTIONS) != board(following, NAMES, CAPTIONS)


@pytest.mark.parametrize("name", STRANGE)
def test_any_name_stays_on_the_ribbon(name: str) -> None:
    view = views(6)[20]
    names = list(NAMES)
    names[view.to_act[0]] = name
    changed = changes(
        opened(board(view, NAMES, CAPTIONS)), opened(board(view, names, CAPTIONS)), (0, 642, 1200, 900)
    )
    assert changed is not None
    assert RIBBON[0] <= changed[0] < changed[2] <= RIBBON[2]
    assert changed[3] <= RIBBON[3] - 6


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
