from __future__ import annotations

from collections import Counter

import pytest

from engines import catalog
from engines.core import Unreadable

CARDS = catalog.game("turfe").edition.model_dump(mode="json")["cards"]
HORSES = ["red", "blue", "yellow", "green", "white", "black"]


def edition(**values: object) -> dict[str, object]:
    return {"horses": HORSES, "length": 18, "cards": CARDS} | values


def test_the_packaged_edition_has_five_cards_of_each_colour_and_twelve_for_any_horse(turfe):
    pack = Counter(card[:-2] for card in turfe.setup.packs[6])

    assert pack == Counter(dict.fromkeys(HORSES, 5) | {"any": 12})
    assert turfe.edition.horses == tuple(HORSES)
    assert turfe.edition.length == 18
    assert list(turfe.edition.cards)[:4] == ["red+2", "red+3", "red+4", "red+5"]
    assert [turfe.edition.cards[f"green+{steps}"] for steps in (2, 3, 4, 5)] == [1, 2, 1, 1]


@pytest.mark.parametrize(("seats", "hand"), [(3, 14), (4, 10), (5, 8), (6, 7)])
def test_all_cards_are_dealt_out_but_for_two_that_four_and_five_seats_leave_out(seats, hand, turfe, chance):
    state, events = turfe.new(turfe.options({}), seats, chance)

    dealt = [event["cards"] for event in events if event["type"] == "dealt"]
    assert [len(cards) for cards in dealt] == [hand] * seats
    left_out = Counter(turfe.setup.packs[3]) - Counter(card for cards in dealt for card in cards)
    assert left_out == (Counter(["any-2", "any+3"]) if seats in (4, 5) else Counter())
    assert [list(cards) for cards in state.hands] == dealt


def test_another_edition_may_be_played():
    game = catalog.game("turfe", edition(length=30, cards=CARDS | {"red+5": 2, "any-2": 5}))

    assert game.setup.course.length == 30
    assert game.setup.packs[3].count("red+5") == 2


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"horses": HORSES[:5]}, "at least 6"),
        ({"horses": [*HORSES, "brown"]}, "at most 6"),
        ({"horses": [*HORSES[:5], "red"]}, "a name of its own"),
        ({"horses": [*HORSES[:5], "any"]}, "a name of its own"),
        ({"horses": [*HORSES[:5], "Black"]}, "pattern"),
        ({"length": 0}, "greater"),
        ({"length": 18.0}, "integer"),
        ({"length": "18"}, "integer"),
        ({"cards": CARDS | {"red+6": 1}}, r"no such card: red\+6"),
        ({"cards": CARDS | {"red+2": -1}}, "greater"),
        ({"cards": CARDS | {"red+2": 2}}, "42 cards, not 43"),
        ({"cards": CARDS | {"any-2": 0, "any+3": 12}}, "at least one any-2"),
        ({"cards": {"red+2": 20, "any-2": 11, "any+3": 11}}, "may never end"),
        ({"cards": {"red+2": 9, "blue+2": 9, "any-2": 22, "any+3": 2}}, "may never end"),
        ({"colour": "red"}, "Extra"),
    ],
)
def test_an_edition_that_cannot_be_played_is_unreadable(values, told):
    with pytest.raises(Unreadable, match=told):
        catalog.game("turfe", edition(**values))
