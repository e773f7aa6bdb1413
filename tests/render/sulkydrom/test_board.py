from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageChops

from bot.games.sulkydrom.english.pictures import SULKYDROM
from engines.sulkydrom.course import Spot
from engines.sulkydrom.view import Phase, View
from render.parts.plates import Tip
from render.sulkydrom import board
from render.sulkydrom.field import leading, led
from render.sulkydrom.ground import TOP
from render.sulkydrom.rows import rows_of, width_at
from render.sulkydrom.sulky import silk
from render.sulkydrom.track import HEIGHT, STRIP, track_of
from tests.render.seen import NAMES, changed, is_sound, opened, views
from tests.render.sulkydrom.played import seen


@given(st.sampled_from([2, 4, 8]), st.floats(0, 1))
@settings(max_examples=12, deadline=None)
def test_every_running_horse_is_seen_on_its_space_and_told(seats: int, when: float) -> None:
    game = seen(seats)
    view = game[int(when * (len(game) - 1))]
    picture = board(view, NAMES, SULKYDROM)
    image = opened(picture)
    letters = lettered(view)
    for seat, place in enumerate(view.places):
        if place is None:
            assert f"{view.names[seat]} ({NAMES[seat].strip()}) is home" in picture.alt
            continue
        x, y = (round(edge) for edge in letters[seat])
        plate = dict(map(reversed, image.crop((x - 9, y - 9, x + 9, y + 9)).getcolors(600) or []))
        assert plate[silk(view.horses[seat]).colour] > 90, "its letter, over whatever else is there"
        if place.space:
            assert f"in lane {place.lane}, space {place.space}" in picture.alt


def lettered(view: View) -> dict[int, tuple[float, float]]:
    """Return where on the board the letters of running horses are."""
    rows = rows_of(view, leading(view), led(view, SULKYDROM))
    return {
        run.seat: (run.nose - width_at(rows.size) * 0.46, TOP + y - rows.size * 0.08)
        for run, y in rows.runs
        if run.nose is not None
    }


@given(st.sampled_from([2, 4, 8]), st.integers(0, 2), st.floats(0, 1))
@settings(max_examples=200, deadline=None)
def test_no_horse_hides_another_its_trail_or_its_space(seats: int, seed: int, when: float) -> None:
    game = views("sulkydrom", seats, seed)
    view = game[int(when * (len(game) - 1))]
    rows, way = rows_of(view, leading(view), led(view, SULKYDROM)), track_of(view)
    by_lane = {lane: band for band in rows.bands for lane in range(band.first, band.last + 1)}
    assert sorted(by_lane) == list(range(1, 9))
    assert rows.bands[-1].top + rows.bands[-1].height <= HEIGHT
    for at, (run, y) in enumerate(rows.runs):
        band, place = by_lane[run.lane], view.places[run.seat]
        assert band.top <= y - rows.size / 2 + 1
        assert y + rows.size / 2 - 1 <= band.top + band.height
        if place is not None:
            assert run.nose == way.nose(place)[0]
        assert run.left >= STRIP or run.trail is None, "nothing is on the numbers of the lanes"
        assert run.right <= 1200
        for other, row in rows.runs[:at]:
            is_apart = run.left >= other.right or other.left >= run.right
            assert abs(row - y) >= rows.size - 1 or is_apart, view.places
    assert sum(run.nose is not None for run, _ in rows.runs) == sum(map(bool, view.places))


def test_the_pennant_is_at_the_horse_that_leads() -> None:
    for view in (view for seats in (2, 8) for view in seen(seats)[::3]):
        rows = rows_of(view, leading(view), led(view, SULKYDROM))
        for run, y in rows.runs:
            assert bool(run.pennant) == (run.seat == leading(view))
            if run.pennant and run.nose is not None:
                tip, x = run.pennant
                assert (
                    run.nose < x <= run.nose + 60 if tip is Tip.LEFT else x <= run.nose - width_at(rows.size)
                )
                beside = [other for other, row in rows.runs if row == y and other is not run]
                assert all(other.right < run.left for other in beside), "nobody else is near"


@pytest.mark.parametrize("spaces", [(20,) * 8, tuple(range(20, 28)), (3, 3, 3, 3, 47, 47, 47, 47)])
def test_a_bunch_in_one_lane_is_spread(spaces: tuple[int, ...]) -> None:
    view = next(view for view in seen(8) if view.phase is Phase.DRIVING)
    is_same = len(set(spaces)) == 1
    places = tuple(Spot(number + 1 if is_same else 1, space) for number, space in enumerate(spaces))
    view = replace(view, places=places, recent=(), home=())
    rows = rows_of(view, leading(view), led(view, SULKYDROM))
    assert rows.size >= 38, "a third of this on a telephone"
    is_sound(board(view, NAMES, SULKYDROM))


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


def test_victories_are_counted_where_they_win_the_game() -> None:
    view = replace(seen(4)[5], points=(7, 7, 7, 7), wins=(1, 1, 1, 1))
    one, two = (board(replace(view, goal=goal), NAMES, SULKYDROM) for goal in ("minor", "victories"))
    assert (changed(one, two) or (0,) * 4)[3] > HEIGHT
