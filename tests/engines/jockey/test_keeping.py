from __future__ import annotations

from collections import Counter

import pytest

from engines.core import Chance, IllegalAction
from engines.jockey.actions import Card, Horse, Keep, Play
from engines.jockey.state import Betting, Keeping, Racing
from tests.engines.jockey.notation import place


@pytest.fixture
def keeping(jockey, race, chance: Chance) -> Keeping:
    """A race that is just over: seat 0 has three cards left, seat 1 four."""
    state: Racing = race(
        {"brown": 90, "yellow": 0, "blue": 0, "red": 79},
        ("red+7", "red+7", "no2+13", "blue+10"),
        ("brown",),
    )
    following, _ = jockey.apply(state, 0, Play(Card("blue+10")), chance)
    following, _ = jockey.apply(following, 1, Play(following.hands[1][0]), chance)
    over, _ = jockey.apply(following, 0, Play(Card("red+7")), chance)
    assert isinstance(over, Keeping)
    return over


def test_seats_with_cards_left_keep_all_at_once(keeping, jockey):
    assert jockey.to_act(keeping) == (0, 1)
    assert jockey.view(keeping, 0).own.hand == ("red+7", "no2+13")


def test_each_set_of_up_to_two_cards_is_listed_once(keeping, jockey):
    assert [keep.cards for keep in jockey.choices(keeping, 0)] == [
        (),
        ("red+7",),
        ("no2+13",),
        ("red+7", "no2+13"),
    ]


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        (("red+7", "red+7"), "card_not_in_hand"),
        (("blue+10",), "card_not_in_hand"),
        (("nonsense",), "card_not_in_hand"),
        (("red+7", "no2+13", "no2+13"), "too_many_kept"),
    ],
)
def test_what_is_not_left_or_too_much_cannot_be_kept(cards, reason, keeping, jockey, chance: Chance):
    keep = Keep(tuple(Card(card) for card in cards))

    assert keep not in jockey.choices(keeping, 0)
    with pytest.raises(IllegalAction) as refused:
        jockey.apply(keeping, 0, keep, chance)
    assert refused.value.reason == reason


def test_the_order_of_kept_cards_does_not_matter(keeping, jockey, chance: Chance):
    one, _ = jockey.apply(keeping, 0, Keep((Card("no2+13"), Card("red+7"))), chance)
    other, _ = jockey.apply(keeping, 0, Keep((Card("red+7"), Card("no2+13"))), chance)

    assert one == other


def test_kept_cards_stay_and_are_not_dealt_again(keeping, jockey, chance: Chance):
    state, events = jockey.apply(keeping, 1, Keep(()), chance)
    assert events == [{"type": "kept", "seat": 1, "count": 0}]
    assert jockey.to_act(state) == (0,)

    state, events = jockey.apply(state, 0, Keep((Card("red+7"), Card("no2+13"))), chance)

    assert isinstance(state, Betting)
    assert [event["type"] for event in events] == ["kept", "race_started", "dealt", "dealt"]
    assert [len(event["cards"]) for event in events[2:]] == [13, 15]
    assert [len(hand) for hand in state.hands] == [15, 15]
    assert Counter(state.hands[0]) == Counter(events[2]["cards"]) + Counter(["red+7", "no2+13"])
    assert Counter([*state.hands[0], *state.hands[1], *state.aside]) == Counter(jockey.setup.pack)


def test_which_cards_a_seat_keeps_nobody_else_sees(keeping, jockey, chance: Chance):
    red, _ = jockey.apply(keeping, 0, Keep((Card("red+7"),)), chance)
    neutral, _ = jockey.apply(keeping, 0, Keep((Card("no2+13"),)), chance)

    assert jockey.view(red, 1) == jockey.view(neutral, 1)
    assert jockey.view(red, None) == jockey.view(neutral, None)
    assert jockey.view(red, 1).kept_counts == (1, None)
    assert jockey.view(red, 0).own.kept == ("red+7",)


def test_the_finished_race_can_be_drawn_until_the_next_one(keeping, jockey):
    view = jockey.view(keeping, None)

    assert view.phase == "keeping"
    assert view.home == ("brown", "red")
    assert view.places == (90, view.places[1], view.places[2], 86)
    assert view.positions[0] == 1
    assert view.positions[3] == 2
    assert view.last.card == "red+7"
    assert view.result.order == ("brown", "red")
    assert view.result.bets == (place(Horse("red"), 100), place(Horse("red"), 100))
    assert view.result.nets == (100, 100)
    assert view.result.capitals == view.capitals == (1100, 1100)


def test_the_winner_stays_first_whatever_the_squares_say(race, jockey, chance: Chance):
    state = race({"brown": 81, "yellow": 0, "blue": 0, "red": 80}, ("red+10", "red+7"), ("brown",))

    over, _ = jockey.apply(state, 0, Play(Card("red+10")), chance)

    assert jockey.view(over, None).places == (81, 0, 0, 90)
    assert jockey.view(over, None).positions == (1, 3, 3, 2)
