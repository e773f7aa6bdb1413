from __future__ import annotations

import pytest

from engines import catalog
from engines.core import Unreadable

CARDS = catalog.game("jockey").edition.model_dump(mode="json")["cards"]
HORSES = ["brown", "yellow", "blue", "red"]


def edition(**values: object) -> dict[str, object]:
    return {"horses": HORSES, "squares": 80, "cards": CARDS} | values


def test_the_packaged_edition_has_the_54_cards_of_the_box():
    game = catalog.game("jockey")

    assert len(game.setup.pack) == 54
    assert game.edition.horses == tuple(HORSES)
    assert game.edition.squares == 80


def test_another_edition_may_be_played():
    game = catalog.game("jockey", edition(squares=40, cards=CARDS | {"no2+13": 20}))

    assert game.setup.line == 40
    assert len(game.setup.pack) == 68


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"horses": HORSES[:3]}, "at least 4"),
        ({"horses": [*HORSES, "green"]}, "at most 4"),
        ({"horses": ["brown", "brown", "blue", "red"]}, "same name"),
        ({"horses": ["Brown", "yellow", "blue", "red"]}, "pattern"),
        ({"squares": 0}, "greater"),
        ({"squares": 80.0}, "integer"),
        ({"squares": "80"}, "integer"),
        ({"cards": CARDS | {"red+8": 1}}, r"no such card: red\+8"),
        ({"cards": CARDS | {"red+7": -1}}, "greater"),
        ({"cards": {"red+7": 60}}, "may never end"),
        ({"cards": {"red+7": 1, "blue+7": 1}}, "too few"),
        ({"colour": "red"}, "Extra"),
    ],
)
def test_an_edition_that_cannot_be_played_is_unreadable(values, told):
    with pytest.raises(Unreadable, match=told):
        catalog.game("jockey", edition(**values))
