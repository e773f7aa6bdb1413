"""A whole game drawn from the kit: what any game gets that has no drawings of its own."""

from __future__ import annotations

import inspect

from tests.render.kit import dice_derby


def test_a_game_is_drawn_in_well_under_100_lines_of_its_own() -> None:
    drawing = inspect.getsource(dice_derby).split("def board", 1)[1]
    assert len(drawing.splitlines()) < 75
