from __future__ import annotations

import pytest

from engines.core import Outcome


@pytest.mark.parametrize(
    ("scores", "winners"), [((3, 7, 5), (1,)), ((7, 3, 7), (0, 2)), ((-4, -1), (1,)), ((0, 0), (0, 1))]
)
def test_the_most_points_win_and_ties_share(scores, winners):
    assert Outcome.of(scores) == Outcome(scores, winners)
