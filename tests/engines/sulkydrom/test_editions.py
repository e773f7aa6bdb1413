from __future__ import annotations

import pytest

from engines.core import Unreadable
from engines.sulkydrom.game import Sulkydrom

FACE = [1, 2, 3, 4, 5, 6, 7, 8]
STRAIGHT = {"kind": "straight", "spaces": 10, "widen": 0}


def test_the_packaged_edition_is_the_box(sulkydrom):
    edition = sulkydrom.edition

    assert list(edition.model_dump()) == [
        "horses", "lanes", "joker", "points", "course", "horse_cards", "position_cards",
    ]  # fmt: skip
    assert (len(edition.horse_cards), len(edition.position_cards)) == (32, 16)
    assert edition.points == (32, 24, 18, 12, 8, 5, 3, 1)
    assert sulkydrom.setup.names["G"] == "Green Spirit"
    assert len({sum(face[horse] for face in edition.horse_cards.values()) for horse in range(8)}) == 1


def test_another_edition_may_be_played(sulkydrom, chance):
    data = sulkydrom.edition.model_dump(mode="json") | {"course": [STRAIGHT], "joker": 2, "lanes": 9}
    game = Sulkydrom.with_edition(data)

    state, _ = game.new(game.options({}), 8, chance)
    assert game.view(state, None).lengths == (10,) * 9


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"horses": {"A": "Avanti"}}, "A, B, C"),
        ({"lanes": 7}, "greater"),
        ({"joker": 0}, "greater"),
        ({"joker": 4.0}, "integer"),
        ({"points": [32]}, "at least 8"),
        ({"points": [1, 2, 3, 4, 5, 6, 7, 8]}, "points fall"),
        ({"points": [0] * 8}, "points fall"),
        ({"course": []}, "at least 1"),
        ({"course": [STRAIGHT | {"widen": 1}]}, "widen is 0"),
        ({"course": [STRAIGHT | {"kind": "hill"}]}, "straight"),
        ({"course": [STRAIGHT | {"spaces": 0}]}, "greater"),
        ({"horse_cards": {"h01": FACE}}, "at least 8"),
        ({"horse_cards": {f"h{n}": FACE[1:] for n in range(8)}}, "at least 8"),
        ({"horse_cards": {f"h{n}": [-1, *FACE[1:]] for n in range(8)}}, "greater"),
        ({"position_cards": {f"h0{n}": FACE for n in range(1, 9)}}, "in both packs: h01"),
        ({"colour": "red"}, "Extra"),
    ],
)
def test_an_edition_that_cannot_be_played_is_unreadable(values, told, sulkydrom):
    with pytest.raises(Unreadable, match=told):
        Sulkydrom.with_edition(sulkydrom.edition.model_dump(mode="json") | values)
