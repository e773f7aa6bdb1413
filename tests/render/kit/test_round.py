from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.kit.round import FULL, Round

COURSE = Round(80, 4)
TRACK = COURSE.oval


@given(st.floats(0, 200), st.integers(0, 3))
def test_a_horse_is_inside_the_picture_wherever_it_runs(place: float, lane: int) -> None:
    x, y = COURSE.point(place, lane)
    assert FULL.token / 2 <= x <= FULL.width - FULL.token / 2
    assert FULL.token / 2 <= y <= FULL.height - FULL.token / 2


@pytest.mark.parametrize("place", [0, 1, 13, 27, 40, 55, 68, 80, 81])
def test_horses_on_one_square_stand_side_by_side(place: int) -> None:
    points = [TRACK.at(place, lane) for lane in range(4)]
    gaps = [math.dist(one, other) for one, other in pairwise(points)]
    assert gaps == pytest.approx([TRACK.lane] * 3)


def test_all_squares_are_equally_long() -> None:
    steps = [TRACK.along(square + 1) - TRACK.along(square) for square in range(1, 80)]
    assert steps == pytest.approx([TRACK.square] * 79)
    assert TRACK.square * 80 + TRACK.pocket + TRACK.paddock == pytest.approx(TRACK.length)


def test_the_course_is_closed_and_has_no_gap() -> None:
    points = [TRACK.point(TRACK.length * step / 1000, TRACK.half) for step in range(1001)]
    assert max(math.dist(one, other) for one, other in pairwise(points)) < 10
    assert points[0] == pytest.approx(points[-1])


def test_a_move_over_the_line_goes_on_without_a_jump() -> None:
    places = [79 + step / 50 for step in range(101)]
    points = [COURSE.point(place, 2) for place in places]
    assert max(math.dist(one, other) for one, other in pairwise(points)) < 3


def test_beyond_the_line_every_square_is_home() -> None:
    assert TRACK.at(81, 1) == TRACK.at(110, 1)
