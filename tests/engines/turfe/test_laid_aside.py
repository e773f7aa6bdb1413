from __future__ import annotations

import pytest

from engines.core import Chance, IllegalAction
from tests.engines.turfe.notation import parsed

START = {"red": "1:0", "blue": "2:0", "yellow": "3:0", "green": "4:0", "white": "5:0", "black": "6:0"}


def test_the_card_laid_aside_may_be_played_and_is_then_shown_and_stays(race, turfe, chance: Chance):
    state = race(START, ("red+3", "any+3"), aside="red+3")
    before = turfe.view(state, 1)

    following, events = turfe.apply(state, 0, parsed("play red+3 red 1:3 aside"), chance)

    assert events == [
        {"type": "played", "seat": 0, "card": "red+3", "aside": True},
        {"type": "moved", "horse": "red", "from": {"lane": 1, "space": 0}, "to": {"lane": 1, "space": 3}},
    ]
    seen = turfe.view(following, 1)
    assert (before.shown[0], seen.shown[0]) == (None, "red+3")
    assert (before.card_counts[0], seen.card_counts[0]) == (3, 2)
    assert following.hands[0] == ("red+3", "any+3")
    assert following.pile == state.pile
    assert turfe.view(following, 0).own.aside is None


def test_without_saying_so_a_copy_from_the_hand_goes(race, turfe, chance: Chance):
    state = race(START, ("red+3", "any+3"), aside="red+3")

    following, events = turfe.apply(state, 0, parsed("play red+3 red 1:3"), chance)

    assert events[0] == {"type": "played", "seat": 0, "card": "red+3"}
    assert following.hands[0] == ("any+3",)
    assert following.pile[-1] == (0, "red+3")
    assert turfe.view(following, 0).own.aside == "red+3"
    assert turfe.view(following, 1).shown[0] is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("play red+4 red 1:4", "card_not_in_hand"),
        ("play red+3 red 1:3 aside", "not_laid_aside"),
        ("play any+3 red 1:3 aside", "not_laid_aside"),
        ("play blue+2 blue 2:2", "card_not_in_hand"),
        ("play pink+2 pink 2:2", "card_not_in_hand"),
        ("play any+3 pink 2:3", "wrong_horse"),
        ("play any+3 red 0:3", "cannot_go_there"),
        ("play any+3 red 7:3", "cannot_go_there"),
        ("play any+3 red 1:21", "cannot_go_there"),
    ],
)
def test_each_card_is_only_where_it_lies_and_goes_only_where_it_can(
    text, reason, race, turfe, chance: Chance
):
    state = race(START, ("red+3", "any+3"), aside="red+4")

    assert parsed(text) not in turfe.choices(state, 0)
    with pytest.raises(IllegalAction) as refused:
        turfe.apply(state, 0, parsed(text), chance)
    assert refused.value.reason == reason


def test_a_refused_end_is_told_with_those_there_are(race, turfe, chance: Chance):
    state = race(START, ("red+3",))

    with pytest.raises(IllegalAction) as refused:
        turfe.apply(state, 0, parsed("play red+3 red 3:3"), chance)

    assert refused.value.facts == {
        "card": "red+3",
        "horse": "red",
        "to": [3, 3],
        "ends": [[1, 3], [2, 3]],
    }


def test_the_card_laid_aside_is_listed_beside_its_copies_in_the_hand(race, turfe):
    choices = turfe.choices(race(START, ("red+3",), aside="red+3"), 0)

    assert list(choices) == [
        parsed("play red+3 red 1:3"),
        parsed("play red+3 red 2:3"),
        parsed("play red+3 red 1:3 aside"),
        parsed("play red+3 red 2:3 aside"),
    ]


def test_what_lies_aside_shows_to_nobody_else(race, turfe):
    one, other = (race(START, ("any+3",), aside=card) for card in ("red+4", "red+5"))
    other = other._replace(pile=one.pile, hands=one.hands)

    assert turfe.view(one, 0) != turfe.view(other, 0)
    assert turfe.view(one, 1) == turfe.view(other, 1)
    assert turfe.view(one, None) == turfe.view(other, None)
