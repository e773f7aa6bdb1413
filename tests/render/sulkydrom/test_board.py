from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.sulkydrom.english.pictures import SULKYDROM
from engines.sulkydrom.state import Stacks
from engines.sulkydrom.view import Phase
from render.sulkydrom import board, hand
from render.sulkydrom.board import RUNNER
from render.sulkydrom.sulky import silk
from render.sulkydrom.track import HEIGHT, track_of
from tests.render.seen import NAMES, STRANGE, changed, drawn, is_sound, of_every_phase, opened, states
from tests.render.sulkydrom.played import FACES, GAME, seen


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_the_board_is_drawn_in_every_phase_for_any_number_of_seats(seats: int) -> None:
    phases = of_every_phase("sulkydrom", seats)
    assert set(phases) == set(Phase)
    for view in phases.values():
        is_sound(board(view, STRANGE if seats == 8 else NAMES, SULKYDROM))


@given(st.sampled_from([2, 4, 8]), st.floats(0, 1))
@settings(max_examples=12, deadline=None)
def test_every_running_horse_is_seen_on_its_space_and_told(seats: int, when: float) -> None:
    game = seen(seats)
    view = game[int(when * (len(game) - 1))]
    picture = board(view, NAMES, SULKYDROM)
    image, way = opened(picture), track_of(view)
    spots = [way.at(place) if place else None for place in view.places]
    for seat, (place, spot) in enumerate(zip(view.places, spots, strict=True)):
        if place is None or spot is None:
            assert f"{view.names[seat]} ({NAMES[seat].strip()}) is home" in picture.alt
            continue
        near = [other for other in spots if other and other != spot and math.dist(spot, other) < RUNNER]
        if not near:
            assert image.getpixel((round(spot[0]) - 12, round(spot[1]))) == silk(view.horses[seat]).colour
        if place.space:
            assert f"in lane {place.lane}, space {place.space}" in picture.alt


@pytest.mark.parametrize("step", [2, 30, 90, -1])
def test_every_seat_sees_the_same_board_and_hears_the_same_words(step: int) -> None:
    state = states("sulkydrom", 4)[step]
    public = board(GAME.view(state, None), NAMES, SULKYDROM)
    assert [board(GAME.view(state, seat), NAMES, SULKYDROM) for seat in range(4)] == [public] * 4


@pytest.mark.parametrize("step", [0, 3, 30, 90])
def test_the_stacks_are_not_on_the_board_nor_on_the_desk_of_their_owner_once_laid(step: int) -> None:
    state = states("sulkydrom", 4)[step]
    other = state._replace(
        stacks=tuple(Stacks(each.horse[::-1], each.position[::-1]) for each in state.stacks)
    )
    assert other != state
    one, two = (board(GAME.view(each, None), NAMES, SULKYDROM) for each in (state, other))
    assert one == two
    for seat in range(4):
        views = [GAME.view(each, seat) for each in (state, other)]
        is_laid = views[0].has_stacked[seat]
        drawn = [hand(view, SULKYDROM, FACES) for view in views]
        assert (drawn[0] == drawn[1]) == is_laid


def test_the_tempo_card_is_drawn_and_told_with_what_each_horse_may_drive() -> None:
    view = next(view for view in seen() if view.phase is Phase.DRIVING)
    picture = board(view, NAMES, SULKYDROM)
    other = board(replace(view, allowances=tuple(most + 1 for most in view.allowances)), NAMES, SULKYDROM)
    assert changed(picture, other)
    for seat in view.order:
        assert f"{view.horses[seat]} {view.allowances[seat]}" in picture.alt
    seat = view.to_act[0]
    assert f"{NAMES[seat]} drives {view.horses[seat]} {view.names[seat]}" in picture.alt


def test_who_is_under_galopp_is_drawn_and_told() -> None:
    view = next(view for view in seen(8) if view.stopped is not None and view.phase is Phase.DRIVING)
    picture, without = (board(each, NAMES, SULKYDROM) for each in (view, replace(view, stopped=None)))
    assert changed(picture, without)
    assert f"{view.names[view.stopped or 0]} is under Galopp" in picture.alt
    assert "is under Galopp" not in without.alt


@pytest.mark.parametrize("field", ["jokers", "galopps", "galopped"])
def test_what_is_played_of_the_special_cards_changes_the_table(field: str) -> None:
    view: Any = seen()[5]
    one, two = (board(replace(view, **{field: (has,) * 4}), NAMES, SULKYDROM) for has in (True, False))
    _, top, _, _ = changed(one, two) or (0,) * 4
    assert top > HEIGHT


def test_strange_names_change_nothing_among_the_horses() -> None:
    for view in of_every_phase("sulkydrom", 8).values():
        one, two = (opened(board(view, names, SULKYDROM)) for names in (NAMES, STRANGE))
        ring = [
            (x, y)
            for x in range(0, 1200, 7)
            for y in range(0, 615, 7)
            if not (250 < x < 950 and 260 < y < 360)
        ]
        assert [one.getpixel(at) for at in ring] == [two.getpixel(at) for at in ring]


def test_victories_are_counted_where_they_win_the_game() -> None:
    view = replace(seen(4)[5], points=(7, 7, 7, 7), wins=(1, 1, 1, 1))
    one, two = (board(replace(view, goal=goal), NAMES, SULKYDROM) for goal in ("minor", "victories"))
    assert (changed(one, two) or (0,) * 4)[3] > HEIGHT


def test_pictures_drawn_at_once_in_several_threads_are_the_same() -> None:
    shown = seen(4, 0)[::40]
    alone = [(board(view, NAMES, SULKYDROM), hand(view, SULKYDROM, FACES)) for view in shown]
    with ThreadPoolExecutor(4) as threads:
        boards = threads.map(lambda view: drawn(board(view, NAMES, SULKYDROM)), shown)
        hands = threads.map(lambda view: drawn(hand(view, SULKYDROM, FACES)), shown)
        assert list(zip(boards, hands, strict=True)) == alone
