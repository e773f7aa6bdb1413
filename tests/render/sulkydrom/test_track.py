from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from bot.games.sulkydrom.english.pictures import SULKYDROM
from engines.sulkydrom.course import Section, Spot
from render.sulkydrom import board
from render.sulkydrom.track import HEIGHT, STRIP, WIDTH, track
from tests.render.seen import NAMES, is_sound
from tests.render.sulkydrom.played import COURSE, seen, standing


def test_every_section_ends_level_in_all_lanes_and_spaces_leave_no_gap() -> None:
    way = standing()
    for lane in range(1, 9):
        spans = [way.span(Spot(lane, space)) for space in range(COURSE.lengths[lane - 1] + 2)]
        assert all(before[1] == pytest.approx(after[0]) for before, after in pairwise(spans))
        ends = [end for _, end in spans]
        assert all(any(bound == pytest.approx(end) for end in ends) for bound in way.bounds)


def test_a_lane_outside_has_as_many_more_spaces_in_the_curves_as_the_rules_give_it() -> None:
    way = standing()
    in_curve = [
        sum(way.bounds[1] + 1 < way.span(space)[1] <= way.bounds[2] + 1 for space in way.spaces(lane))
        for lane in range(1, 9)
    ]
    assert in_curve == list(range(8, 16))
    assert [len(way.spaces(lane)) for lane in range(1, 9)] == list(COURSE.lengths)


def test_all_places_are_inside_the_picture_and_apart() -> None:
    way = standing()
    points = [
        way.at(Spot(lane, space)) for lane in range(1, 9) for space in range(COURSE.lengths[lane - 1] + 1)
    ]
    assert all(STRIP < x < WIDTH and 0 < y < HEIGHT for x, y in points)
    across = [span[1] - span[0] for lane in range(1, 9) for span in map(way.span, way.spaces(lane))]
    assert min(across) > 10


def test_lines_between_spaces_meet_the_ends_of_spaces_in_the_middle_of_every_lane() -> None:
    way = standing()
    lines = [line for line in way.lines() if line[0][0] != line[-1][0]]
    assert len(lines) == 2 * 14
    for lane in (1, 4, 8):
        crossed = sorted(
            (one[0] + other[0]) / 2
            for line in lines
            for one, other in pairwise(line)
            if one[1] < way.y(lane) < other[1]
        )
        ends = [way.span(place)[1] for place in way.spaces(lane)]
        assert len(crossed) == 2 * (6 + lane)
        assert all(min(abs(x - end) for end in ends) < 1 for x in crossed)


def test_a_place_lies_between_two_lines_and_its_neighbours() -> None:
    way = standing()
    for lane in (1, 5, 8):
        outlines = [way.outline(place) for place in way.spaces(lane)]
        for (_, upper, lower, _), (next_upper, _, _, next_lower) in pairwise(outlines):
            assert upper[0] >= next_upper[0] - 11
            assert lower[0] == pytest.approx(next_lower[0]) or lower[0] > next_lower[0]


def test_further_on_in_the_rules_is_further_on_in_the_picture() -> None:
    way = standing()
    cells = [
        cell for cell, place in enumerate(COURSE.spots) if 0 < place.space <= COURSE.lengths[place.lane - 1]
    ]
    ends = sorted((COURSE.progress[cell], way.span(COURSE.spots[cell])[1]) for cell in cells)
    assert all(after[1] >= before[1] - 1e-6 for before, after in pairwise(ends))


def test_a_course_of_another_build_is_drawn_too() -> None:
    sections = tuple(Section(kind="curve", spaces=9, widen=2) for _ in range(3))
    way = track(sections, 12)
    assert way.bottom < HEIGHT
    view = replace(seen()[5], course=sections, lengths=tuple(27 + 6 * lane for lane in range(12)))
    is_sound(board(view, NAMES, SULKYDROM))
