"""The packaged editions are the boxes; others may be played where they can be, and else say why not."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engines import catalog
from engines.core import Chance, Unreadable

PACKAGED: dict[str, dict[str, Any]] = {
    key: catalog.game(key).edition.model_dump(mode="json") for key in catalog.GAMES
}
JOCKEY, TURFE, JUMPYJACK, SULKYDROM, NEWMARKET = (
    PACKAGED[key] for key in ("jockey", "turfe", "jumpyjack", "sulkydrom", "newmarket")
)
BOX: dict[str, dict[str, Any]] = {
    "jockey": {"horses": ["brown", "yellow", "blue", "red"], "squares": 80},
    "turfe": {"horses": ["red", "blue", "yellow", "green", "white", "black"], "length": 18},
    "jumpyjack": {
        "horses": ["yellow", "black", "red", "green", "white"],
        "squares": 24,
        "die": 6,
        "hedges": {"stop": 5, "double": 10, "out": 16, "restart": 21},
    },
    "sulkydrom": {"points": [32, 24, 18, 12, 8, 5, 3, 1]},
    "newmarket": {
        "colours": [["blue", "red"], ["yellow", "green"]],
        "racehorses": ["blue13", "red12", "yellow11", "green10"],
        "points": 40,
        "stake": 5,
    },
}
FACE = [1, 2, 3, 4, 5, 6, 7, 8]
STRAIGHT = {"kind": "straight", "spaces": 10, "widen": 0}


def cards(edition: dict[str, Any], **changed: int) -> dict[str, Any]:
    return {"cards": edition["cards"] | {name.replace("_", "+"): count for name, count in changed.items()}}


UNPLAYABLE: list[tuple[str, dict[str, Any], str]] = [
    *((key, {"comment": "ours"}, "Extra") for key in PACKAGED),
    ("jockey", {"horses": ["brown", "yellow", "blue"]}, "at least 4"),
    ("jockey", {"horses": ["brown", "yellow", "blue", "red", "green"]}, "at most 4"),
    ("jockey", {"horses": ["brown", "brown", "blue", "red"]}, "same name"),
    ("jockey", {"horses": ["Brown", "yellow", "blue", "red"]}, "pattern"),
    ("jockey", {"squares": 0}, "greater"),
    ("jockey", {"squares": 80.0}, "integer"),
    ("jockey", {"squares": "80"}, "integer"),
    ("jockey", cards(JOCKEY, red_8=1), r"no such card: red\+8"),
    ("jockey", cards(JOCKEY, red_7=-1), "greater"),
    ("jockey", {"cards": {"red+7": 60}}, "may never end"),
    ("jockey", {"cards": {"red+7": 1, "blue+7": 1}}, "too few"),
    ("turfe", {"horses": TURFE["horses"][:5]}, "at least 6"),
    ("turfe", {"horses": [*TURFE["horses"], "brown"]}, "at most 6"),
    ("turfe", {"horses": [*TURFE["horses"][:5], "red"]}, "a name of its own"),
    ("turfe", {"horses": [*TURFE["horses"][:5], "any"]}, "a name of its own"),
    ("turfe", {"horses": [*TURFE["horses"][:5], "Black"]}, "pattern"),
    ("turfe", {"length": 0}, "greater"),
    ("turfe", {"length": 18.0}, "integer"),
    ("turfe", {"length": "18"}, "integer"),
    ("turfe", cards(TURFE, red_6=1), r"no such card: red\+6"),
    ("turfe", cards(TURFE, red_2=-1), "greater"),
    ("turfe", cards(TURFE, red_2=2), "42 cards, not 43"),
    ("turfe", {"cards": TURFE["cards"] | {"any-2": 0, "any+3": 12}}, "at least one any-2"),
    ("turfe", {"cards": {"red+2": 20, "any-2": 11, "any+3": 11}}, "may never end"),
    ("turfe", {"cards": {"red+2": 9, "blue+2": 9, "any-2": 22, "any+3": 2}}, "may never end"),
    ("jumpyjack", {"horses": JUMPYJACK["horses"][:4]}, "at least 5"),
    ("jumpyjack", {"horses": [*JUMPYJACK["horses"], "blue"]}, "at most 5"),
    ("jumpyjack", {"horses": [*JUMPYJACK["horses"][:4], "red"]}, "same name"),
    ("jumpyjack", {"horses": [*JUMPYJACK["horses"][:4], "Red"]}, "pattern"),
    ("jumpyjack", {"squares": 24.0}, "integer"),
    ("jumpyjack", {"squares": "24"}, "integer"),
    ("jumpyjack", {"squares": 20}, "up to 20"),
    ("jumpyjack", {"die": 1}, "greater"),
    ("jumpyjack", {"die": True}, "integer"),
    ("jumpyjack", {"hedges": JUMPYJACK["hedges"] | {"stop": 0}}, "greater"),
    ("jumpyjack", {"hedges": JUMPYJACK["hedges"] | {"stop": 10}}, "one square"),
    ("jumpyjack", {"hedges": JUMPYJACK["hedges"] | {"ditch": 7}}, "Extra"),
    ("jumpyjack", {"hedges": {"stop": 5}}, "required"),
    ("jumpyjack", {"die": 2, "hedges": {"stop": 1, "double": 11, "out": 2, "restart": 12}}, "from square 10"),
    ("sulkydrom", {"horses": {"A": "Avanti"}}, "A, B, C"),
    ("sulkydrom", {"lanes": 7}, "greater"),
    ("sulkydrom", {"joker": 0}, "greater"),
    ("sulkydrom", {"joker": 4.0}, "integer"),
    ("sulkydrom", {"points": [32]}, "at least 8"),
    ("sulkydrom", {"points": FACE}, "points fall"),
    ("sulkydrom", {"points": [0] * 8}, "points fall"),
    ("sulkydrom", {"course": []}, "at least 1"),
    ("sulkydrom", {"course": [STRAIGHT | {"widen": 1}]}, "widen is 0"),
    ("sulkydrom", {"course": [STRAIGHT | {"kind": "hill"}]}, "straight"),
    ("sulkydrom", {"course": [STRAIGHT | {"spaces": 0}]}, "greater"),
    ("sulkydrom", {"horse_cards": {"h01": FACE}}, "at least 8"),
    ("sulkydrom", {"horse_cards": {f"h{n}": FACE[1:] for n in range(8)}}, "at least 8"),
    ("sulkydrom", {"horse_cards": {f"h{n}": [-1, *FACE[1:]] for n in range(8)}}, "greater"),
    ("sulkydrom", {"position_cards": {f"h0{n}": FACE for n in range(1, 9)}}, "in both packs: h01"),
    ("newmarket", {"colours": [["blue", "red"]]}, "colours"),
    ("newmarket", {"colours": [["blue", "red"], ["yellow", "blue"]]}, "same name"),
    ("newmarket", {"colours": [["Blue", "red"], ["yellow", "green"]]}, "pattern"),
    ("newmarket", {"colours": ["blue", "red", "yellow", "green"]}, "colours"),
    ("newmarket", {"racehorses": ["blue14", "red12", "yellow11", "green10"]}, "no such card: blue14"),
    ("newmarket", {"racehorses": ["red12", "red12", "yellow11", "green10"]}, "same card"),
    ("newmarket", {"racehorses": ["red12"]}, "at least 4"),
    ("newmarket", {"points": 4}, "too few"),
    ("newmarket", {"points": 40.0}, "integer"),
    ("newmarket", {"stake": 0}, "greater"),
]  # fmt: skip


@pytest.mark.parametrize("key", PACKAGED)
def test_the_packaged_edition_is_that_of_the_box(key: str) -> None:
    assert PACKAGED[key] | BOX[key] == PACKAGED[key]


def test_every_pack_is_that_of_the_box() -> None:
    assert len(catalog.game("jockey").setup.pack) == 54
    turfe = catalog.game("turfe").setup
    pack = Counter(card[:-2] for card in turfe.packs[6])
    assert pack == Counter(dict.fromkeys(TURFE["horses"], 5) | {"any": 12})
    assert list(TURFE["cards"])[:4] == ["red+2", "red+3", "red+4", "red+5"]
    assert [TURFE["cards"][f"green+{steps}"] for steps in (2, 3, 4, 5)] == [1, 2, 1, 1]
    assert (len(SULKYDROM["horse_cards"]), len(SULKYDROM["position_cards"])) == (32, 16)
    assert len({sum(face[horse] for face in SULKYDROM["horse_cards"].values()) for horse in range(8)}) == 1
    assert catalog.game("sulkydrom").setup.names["G"] == "Green Spirit"
    assert len(set(catalog.game("newmarket").setup.cards)) == 52


@pytest.mark.parametrize(("seats", "hand"), [(3, 14), (4, 10), (5, 8), (6, 7)])
def test_all_cards_of_turfe_are_dealt_out_but_for_two_that_four_and_five_seats_leave_out(seats, hand) -> None:
    turfe = catalog.game("turfe")
    state, events = turfe.new(turfe.options({}), seats, Chance(bytes(32)))
    dealt = [event["cards"] for event in events if event["type"] == "dealt"]
    assert [len(cards) for cards in dealt] == [hand] * seats
    left_out = Counter(turfe.setup.packs[3]) - Counter(card for cards in dealt for card in cards)
    assert left_out == (Counter(["any-2", "any+3"]) if seats in (4, 5) else Counter())
    assert [list(cards) for cards in state.hands] == dealt


def test_another_edition_may_be_played() -> None:
    jockey = catalog.game("jockey", JOCKEY | {"squares": 40, "cards": JOCKEY["cards"] | {"no2+13": 20}})
    assert (jockey.setup.line, len(jockey.setup.pack)) == (40, 68)
    turfe = catalog.game(
        "turfe", TURFE | {"length": 30} | {"cards": TURFE["cards"] | {"red+5": 2, "any-2": 5}}
    )
    assert turfe.setup.course.length == 30
    sulkydrom = catalog.game("sulkydrom", SULKYDROM | {"course": [STRAIGHT], "joker": 2, "lanes": 9})
    state, _ = sulkydrom.new(sulkydrom.options({}), 8, Chance(bytes(32)))
    assert sulkydrom.view(state, None).lengths == (10,) * 9
    hedges = JUMPYJACK["hedges"] | {"out": 29}
    jumpyjack = catalog.game("jumpyjack", JUMPYJACK | {"squares": 30, "die": 8, "hedges": hedges})
    state, _ = jumpyjack.new(jumpyjack.options({}), 3, Chance(bytes(32)))
    course = jumpyjack.view(state, None).course
    assert (course.squares, course.out, jumpyjack.setup.die) == (30, 29, 8)
    other = {"colours": [["pink", "grey"], ["black", "white"]], "points": 100, "stake": 10}
    newmarket = catalog.game("newmarket", other | {"racehorses": ["pink1", "pink2", "white13", "grey7"]})
    assert newmarket.setup.cards[:2] == ("pink1", "pink2")
    assert (newmarket.setup.cards[-1], newmarket.setup.points) == ("white13", 100)


@pytest.mark.parametrize(("key", "values", "told"), UNPLAYABLE)
def test_an_edition_that_cannot_be_played_is_unreadable(key: str, values: dict[str, Any], told: str) -> None:
    with pytest.raises(Unreadable, match=told) as unreadable:
        catalog.game(key, edition=PACKAGED[key] | values)
    assert "\n" not in str(unreadable.value)
