from __future__ import annotations

import pytest

from engines.core import Unreadable
from engines.turfe.actions import Bet, Card, Horse, Play, Spot

RED, BLUE = Horse("red"), Horse("blue")

FORMS = [
    (Bet("win", RED, 20, Card("red+3")),
     {"type": "bet", "kind": "win", "horse": "red", "stake": 20, "card": "red+3"}),
    (Bet("place", BLUE, 100),
     {"type": "bet", "kind": "place", "horse": "blue", "stake": 100}),
    (Bet("jackpot", BLUE, 50, Card("blue+2")),
     {"type": "bet", "kind": "jackpot", "horse": "blue", "stake": 50, "card": "blue+2"}),
    (Play(Card("red+3"), RED, Spot(1, 5)),
     {"type": "play", "card": "red+3", "horse": "red", "to": {"lane": 1, "space": 5}}),
    (Play(Card("any-2"), BLUE, None),
     {"type": "play", "card": "any-2", "horse": "blue", "to": None}),
    (Play(Card("red+5"), RED, Spot(2, 19), True),
     {"type": "play", "card": "red+5", "horse": "red", "to": {"lane": 2, "space": 19}, "aside": True}),
    (Play(Card("red+5"), RED, None, True),
     {"type": "play", "card": "red+5", "horse": "red", "to": None, "aside": True}),
]  # fmt: skip


@pytest.mark.parametrize(("action", "plain"), FORMS)
def test_actions_have_a_json_form_that_reads_back(action, plain, turfe):
    assert list(turfe.dump_action(action).items()) == list(plain.items())
    assert turfe.read_action(plain) == action


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "[]",
        "",
        '{"type":"bet"}',
        '{"kind":"win","horse":"red","stake":10}',
        '{"type":"bet","kind":"show","horse":"red","stake":10}',
        '{"type":"bet","kind":"win","horse":"red","stake":10.0}',
        '{"type":"bet","kind":"win","horse":"red","stake":"10"}',
        '{"type":"bet","kind":"win","horse":"red","stake":true}',
        '{"type":"bet","kind":"win","horse":"red","stake":10,"more":1}',
        '{"type":"bet","kind":"win","horse":"red","stake":10,"card":7}',
        '{"type":"play","card":"red+3","horse":"red"}',
        '{"type":"play","card":"red+3","to":null}',
        '{"type":"play","card":"red+3","horse":"red","to":[1,5]}',
        '{"type":"play","card":"red+3","horse":"red","to":{"lane":1}}',
        '{"type":"play","card":"red+3","horse":"red","to":{"lane":1,"space":5,"side":0}}',
        '{"type":"play","card":"red+3","horse":"red","to":{"lane":1,"space":"5"}}',
        '{"type":"play","card":"red+3","horse":"red","to":null,"aside":1}',
        '{"type":"keep","cards":[]}',
    ],
)
def test_anything_else_is_unreadable(text, turfe):
    with pytest.raises(Unreadable, match="action"):
        turfe.read_action(text)


@pytest.mark.parametrize(
    "options", [{"races": 0}, {"races": 17}, {"races": "8"}, {"races": True}, {"rounds": 2}]
)
def test_options_outside_their_limits_are_unreadable(options, turfe):
    with pytest.raises(Unreadable, match="options"):
        turfe.options(options)


def test_eight_races_are_played_unless_the_table_says_otherwise(turfe):
    assert turfe.options({}).races == 8


@pytest.mark.parametrize("seats", [0, 2, 7])
def test_a_table_has_three_to_six_seats(seats, turfe, chance):
    with pytest.raises(ValueError, match="3 to 6 seats"):
        turfe.new(turfe.options({}), seats, chance)


@pytest.mark.parametrize("text", ["{}", "[]", "null", '{"racing":[]}', '{"racing":[],"over":[]}', "x"])
def test_states_and_views_that_are_none_are_unreadable(text, turfe):
    with pytest.raises(Unreadable, match="state"):
        turfe.read_state(text)
    with pytest.raises(Unreadable, match="view"):
        turfe.read_view(text)


def test_the_table_itself_has_no_clock_in_turfe(turfe, chance):
    state, _ = turfe.new(turfe.options({}), 3, chance)
    with pytest.raises(Exception, match="not_your_turn"):
        turfe.apply(state, None, Bet("win", RED, 10), chance)
