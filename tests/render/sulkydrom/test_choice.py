from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.sulkydrom.english.pictures import SULKYDROM
from engines.sulkydrom.actions import Letter
from engines.sulkydrom.choices import Drives
from engines.sulkydrom.course import Spot
from engines.sulkydrom.view import View
from render.sulkydrom import choice
from render.sulkydrom.choice import Part
from render.sulkydrom.track import STRIP, WIDTH, track_of
from tests.render.seen import changed, is_sound, states
from tests.render.sulkydrom.played import COURSE, GAME, seen


@cache
def choices_of(seats: int) -> list[tuple[View, Letter, tuple[Spot, ...]]]:
    """Return every choice of ends in some games played at random, those with the most ends last."""
    found = []
    for seed in range(2):
        for state in states("sulkydrom", seats, seed):
            for seat in state.to_act:
                offered = GAME.choices(state, seat)
                if isinstance(offered, Drives):
                    ends = dict.fromkeys(COURSE.spots[end] for _, end in offered.reach.paths())
                    view = GAME.view(state, seat)
                    found.append((view, view.horses[seat], tuple(ends)))
    return sorted(found, key=lambda each: len(each[2]))


@given(st.floats(0, 1))
@settings(max_examples=25, deadline=None)
def test_the_numbers_of_a_choice_stand_apart_and_inside_the_picture(share: float) -> None:
    found = choices_of(8)
    view, horse, ends = found[int(share * (len(found) - 1))]
    start = view.places[view.horses.index(horse)]
    assert start
    way = track_of(view)
    part = Part.around(way, (start, *ends))
    spots = [part.on(way.at(end)) for end in ends]
    assert all(STRIP + 12 < x < WIDTH - 12 and 130 < y < 104 + part.height - 26 for x, y in spots)
    near = [
        (abs(one[0] - other[0]), abs(one[1] - other[1]))
        for at, one in enumerate(spots)
        for other in spots[:at]
    ]
    assert all(across >= 26 or down > 60 for across, down in near), "no plate lies over another"


def test_choices_are_drawn_and_told_in_the_order_they_are_given() -> None:
    for view, horse, ends in (choices_of(8)[-1], choices_of(8)[len(choices_of(8)) // 2], choices_of(2)[-1]):
        picture = choice(view, horse, ends, SULKYDROM)
        is_sound(picture)
        assert picture.height <= 960
        start = view.places[view.horses.index(horse)]
        for number, end in enumerate(ends, 1):
            if end != start and end.space <= view.lengths[end.lane - 1]:
                assert f"{number}: lane {end.lane}, space {end.space}" in picture.alt
        assert f"{ends.index(start) + 1}: stay" in picture.alt if start in ends else True
        assert changed(picture, choice(view, horse, ends[::-1], SULKYDROM))


def test_more_than_40_ends_are_all_numbered() -> None:
    view, horse, ends = choices_of(8)[-1]
    assert len(ends) > 35
    whole, last = choice(view, horse, ends, SULKYDROM), choice(view, horse, ends[:-1], SULKYDROM)
    assert f"{len(ends)}:" in whole.alt
    assert f"{len(ends)}:" not in last.alt
    assert whole.data != last.data


def test_an_end_over_the_line_is_told_as_home() -> None:
    view, horse, ends = next(
        each for each in choices_of(8) if any(end.space > each[0].lengths[end.lane - 1] for end in each[2])
    )
    assert "home" in choice(view, horse, ends, SULKYDROM).alt


def test_a_horse_that_is_home_has_no_choice() -> None:
    view = next(view for view in seen() if view.home)
    with pytest.raises(ValueError, match="does not run"):
        choice(view, view.home[0], (), SULKYDROM)
