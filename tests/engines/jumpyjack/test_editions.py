from __future__ import annotations

import pytest

from engines.core import Unreadable
from engines.jumpyjack.game import JumpyJack

HORSES = ["yellow", "black", "red", "green", "white"]
HEDGES = {"stop": 5, "double": 10, "out": 16, "restart": 21}


def edition(**values: object) -> dict[str, object]:
    return {"horses": HORSES, "squares": 24, "die": 6, "hedges": HEDGES} | values


def test_the_packaged_edition_is_that_of_the_box():
    assert JumpyJack.with_edition().edition.model_dump(mode="json") == edition()


def test_another_edition_may_be_played(chance):
    game = JumpyJack.with_edition(edition(squares=30, die=8, hedges=HEDGES | {"out": 29}))
    state, _ = game.new(game.options({}), 3, chance)

    assert game.view(state, None).course.squares == 30
    assert game.view(state, None).course.out == 29
    assert game.setup.die == 8


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"horses": HORSES[:4]}, "at least 5"),
        ({"horses": [*HORSES, "blue"]}, "at most 5"),
        ({"horses": [*HORSES[:4], "red"]}, "same name"),
        ({"horses": [*HORSES[:4], "Red"]}, "pattern"),
        ({"squares": 24.0}, "integer"),
        ({"squares": "24"}, "integer"),
        ({"squares": 20}, "up to 20"),
        ({"die": 1}, "greater"),
        ({"die": True}, "integer"),
        ({"hedges": HEDGES | {"stop": 0}}, "greater"),
        ({"hedges": HEDGES | {"stop": 10}}, "one square"),
        ({"hedges": HEDGES | {"ditch": 7}}, "Extra"),
        ({"hedges": {"stop": 5}}, "required"),
        ({"die": 2, "hedges": {"stop": 1, "double": 11, "out": 2, "restart": 12}}, "from square 10"),
        ({"colour": "red"}, "Extra"),
    ],
)
def test_an_edition_that_cannot_be_played_is_unreadable(values, told):
    with pytest.raises(Unreadable, match=told):
        JumpyJack.with_edition(edition(**values))
