from __future__ import annotations

import pytest

from render.jumpyjack.track import FULL, oval, passed, point_of
from render.parts.poster import HEAD


def test_no_two_horses_hide_each_other_and_all_are_inside_the_picture() -> None:
    track = oval(24)
    for places in [(0,) * 5, (7, 7, 5, 24, 24), (10, 10, 16, 16, 21), (1, 1, 2, 2, 3)]:
        spots = [point_of(track, places, horse) for horse in range(5)]
        for at, one in enumerate(spots):
            assert one
            assert FULL.token / 2 < one[0] < FULL.width - FULL.token / 2
            assert HEAD < one[1] - 30 < one[1] + 30 < FULL.height
            for other in spots[:at]:
                assert other
                assert abs(one[0] - other[0]) + abs(one[1] - other[1]) > 50


@pytest.mark.parametrize(
    ("way", "squares"),
    [
        ((3, 6), [4, 5]),
        ((10, 18), [11, 12, 13, 14, 15, 16, 17]),
        ((14, 16, -1), [15, 16]),
        ((19, 21, 0), [20, 21]),
        ((22, 27), [23, 24]),
        ((0, 1), []),
    ],
)
def test_a_move_leaves_hoofprints_on_what_it_passed(way: tuple[int, ...], squares: list[int]) -> None:
    assert passed(way, 24) == squares
