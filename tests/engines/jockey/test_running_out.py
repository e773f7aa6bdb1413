from __future__ import annotations

import pytest

from engines.core import Chance
from engines.jockey.actions import Card, Play
from engines.jockey.state import Racing

LEVEL = {"brown": 0, "yellow": 0, "blue": 0, "red": 0}


@pytest.fixture
def last_card(race):
    """Two seats, one card each; seat 1 has played its last but one, seat 0 is about to play."""

    def state(aside: tuple[str, ...], pile: tuple[str, ...]) -> Racing:
        state = race(LEVEL, ("no2+13",))
        return state._replace(
            hands=((Card("no2+13"),), ()),
            aside=tuple(Card(card) for card in aside),
            pile=tuple(Card(card) for card in pile),
        )

    return state


def test_the_seat_whose_turn_it_is_draws_first_from_the_cards_laid_aside(last_card, jockey, chance: Chance):
    state = last_card(("red+7", "red+10", "blue+7", "blue+10", "brown+7"), ("yellow+7",))

    following, events = jockey.apply(state, 0, Play(Card("no2+13")), chance)

    assert events[1:] == [
        {"type": "drawn", "seat": 1, "cards": ["red+7", "red+10"], "to": [1]},
        {"type": "drawn", "seat": 0, "cards": ["blue+7", "blue+10"], "to": [0]},
    ]
    assert following.hands == (("blue+7", "blue+10"), ("red+7", "red+10"))
    assert following.aside == ("brown+7",)
    assert following.pile == ("yellow+7", "no2+13")
    assert jockey.view(following, 1).own.drawn == ("red+7", "red+10")


def test_when_those_are_gone_the_oldest_played_cards_are_drawn(last_card, jockey, chance: Chance):
    state = last_card(("red+7",), ("yellow+7", "yellow+10", "bluex3", "brown+7"))

    following, events = jockey.apply(state, 0, Play(Card("no2+13")), chance)

    assert [event["cards"] for event in events[1:]] == [["yellow+7", "red+7"], ["yellow+10", "bluex3"]]
    assert following.aside == ()
    assert following.pile == ("brown+7", "no2+13")


def test_a_card_just_played_may_come_back_at_once(last_card, jockey, chance: Chance):
    state = last_card((), ("yellow+7", "yellow+10", "bluex3"))

    following, events = jockey.apply(state, 0, Play(Card("no2+13")), chance)

    assert [event["cards"] for event in events[1:]] == [["yellow+7", "yellow+10"], ["bluex3", "no2+13"]]
    assert following.pile == ()


def test_nobody_draws_when_the_race_is_over(last_card, jockey, chance: Chance):
    state = last_card(("red+7", "red+10"), ())._replace(
        hands=((Card("red+10"),), ()), places=(90, 0, 0, 79), home=("brown",)
    )

    _, events = jockey.apply(state, 0, Play(Card("red+10")), chance)

    assert "drawn" not in {event["type"] for event in events}
    assert "race_over" in {event["type"] for event in events}
