from __future__ import annotations

import pytest

from engines.core import Unreadable
from engines.newmarket.game import Newmarket

PLAIN = {
    "colours": [["blue", "red"], ["yellow", "green"]],
    "racehorses": ["blue13", "red12", "yellow11", "green10"],
    "points": 40,
    "stake": 5,
}


def test_the_packaged_edition_is_that_of_the_box(newmarket):
    assert newmarket.edition.model_dump(mode="json") == PLAIN
    assert len(set(newmarket.setup.cards)) == 52


def test_another_edition_may_be_played():
    game = Newmarket.with_edition(PLAIN | {"colours": [["pink", "grey"], ["black", "white"]],
                                           "racehorses": ["pink1", "pink2", "white13", "grey7"],
                                           "points": 100, "stake": 10})  # fmt: skip

    assert game.setup.cards[:2] == ("pink1", "pink2")
    assert game.setup.cards[-1] == "white13"
    assert game.setup.points == 100


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"colours": [["blue", "red"]]}, "colours"),
        ({"colours": [["blue", "red"], ["yellow", "blue"]]}, "same name"),
        ({"colours": [["Blue", "red"], ["yellow", "green"]]}, "pattern"),
        ({"colours": ["blue", "red", "yellow", "green"]}, "colours"),
        ({"racehorses": ["blue14", "red12", "yellow11", "green10"]}, "no such card: blue14"),
        ({"racehorses": ["red12", "red12", "yellow11", "green10"]}, "same card"),
        ({"racehorses": ["red12"]}, "at least 4"),
        ({"points": 4}, "too few"),
        ({"points": 40.0}, "integer"),
        ({"stake": 0}, "greater"),
        ({"dice": 1}, "Extra"),
    ],
)
def test_an_edition_that_cannot_be_played_is_unreadable(values, told):
    with pytest.raises(Unreadable, match=told) as unreadable:
        Newmarket.with_edition(PLAIN | values)
    assert "\n" not in str(unreadable.value)
