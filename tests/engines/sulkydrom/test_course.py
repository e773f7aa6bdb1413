from __future__ import annotations

from fractions import Fraction

from engines.sulkydrom.course import Spot
from tests.engines.sulkydrom.slow import lane_of


def test_a_lane_further_out_is_longer_in_the_curves_only(sulkydrom):
    assert sulkydrom.setup.course.lengths == (48, 50, 52, 54, 56, 58, 60, 62)


def test_progress_is_exact_and_every_section_ends_level(sulkydrom):
    course = sulkydrom.setup.course
    for lane in range(1, 9):
        spaces = [place.space for place in course.spots if place.lane == lane]
        progress = [course.progress[course.cell(Spot(lane, space))] for space in spaces]

        assert progress[:-1] == lane_of(lane)
        assert progress[-1] == 6
        assert {Fraction(section) for section in range(6)} <= set(progress)


def test_only_home_has_no_way_on(sulkydrom):
    course = sulkydrom.setup.course

    assert {cell for cell, ways in enumerate(course.ways["sideways"]) if not ways} == course.home
    assert [course.to_go(cell) for cell in sorted(course.home)] == [0] * 8
    assert course.to_go(course.starts[0]) == 49
