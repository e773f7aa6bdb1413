from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageChops

from bot.games.sulkydrom.english.pictures import SULKYDROM
from engines.sulkydrom.state import Stacks
from engines.sulkydrom.view import Phase
from render.sulkydrom import board, hand
from render.sulkydrom.board import COURSE
from render.sulkydrom.field import leading, lettered, running
from render.sulkydrom.ground import PAPER, TOP
from render.sulkydrom.sulky import silk
from render.sulkydrom.track import HEIGHT, track_of
from tests.render.seen import NAMES, STRANGE, changed, drawn, is_sound, of_every_phase, opened, states, views
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
    image = opened(picture)
    letters = {seat: (x, y) for seat, x, y in lettered(view, COURSE, running(view))}
    for seat, place in enumerate(view.places):
        if place is None:
            assert f"{view.names[seat]} ({NAMES[seat].strip()}) is home" in picture.alt
            continue
        x, y = (round(edge) for edge in letters[seat])
        seen_there = image.crop((x - 12, y - 12, x + 12, y + 12)).getcolors(600) or []
        assert max(seen_there)[1] == silk(view.horses[seat]).colour, "its letter, over whatever else is there"
        if place.space:
            assert f"in lane {place.lane}, space {place.space}" in picture.alt


@given(st.sampled_from([2, 4, 8]), st.integers(0, 2), st.floats(0, 1))
@settings(max_examples=200, deadline=None)
def test_no_letter_hides_another(seats: int, seed: int, when: float) -> None:
    game = views("sulkydrom", seats, seed)
    view = game[int(when * (len(game) - 1))]
    spots = [(x, y) for _, x, y in lettered(view, COURSE, running(view))]
    way = track_of(view)
    for at, (x, y) in enumerate(spots):
        assert TOP < y < TOP + HEIGHT
        for across, down in spots[:at]:
            assert abs(across - x) >= 18 or abs(down - y) >= 18, (view.places, way.lane)


def test_every_move_since_a_seat_had_its_turn_is_trailed() -> None:
    shown = (
        (view, [
            moved for moved in view.recent
            if view.places[moved.seat] == moved.end
            and moved.end.lane == moved.start.lane
            and moved.end.space > moved.start.space + 1
        ]) for view in seen(4)[10:]
    )  # fmt: skip
    view, gone = next((view, gone) for view, gone in shown if len(gone) > 1)
    whole = board(view, NAMES, SULKYDROM)
    for missing in gone:
        fewer = replace(view, recent=tuple(moved for moved in view.recent if moved is not missing))
        assert changed(whole, board(fewer, NAMES, SULKYDROM)), missing


def test_whose_turn_it_is_is_seen_on_the_course_as_well() -> None:
    view = next(view for view in seen(8) if view.phase is Phase.DRIVING and len(view.waiting) > 2)
    other = replace(view, to_act=view.waiting[-1:])
    images = [
        opened(board(each, NAMES, SULKYDROM)).crop((0, TOP, 1200, TOP + HEIGHT)) for each in (view, other)
    ]
    assert ImageChops.difference(*images).getbbox()


def test_the_foremost_horse_is_named_until_one_is_home() -> None:
    for view in seen(4)[::5]:
        leader = leading(view)
        if view.home or not any(place and place.space for place in view.places):
            assert leader is None
        elif leader is not None:
            assert view.positions[leader] == 1


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_a_board_is_no_larger_than_a_poster_may_be(seats: int) -> None:
    assert max(len(board(view, NAMES, SULKYDROM).data) for view in seen(seats)[::12]) <= 80_000


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
        course = (0, 104, 1200, PAPER)
        assert ImageChops.difference(one.crop(course), two.crop(course)).getbbox() is None


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
