from __future__ import annotations

import pytest

from engines.core import Unreadable
from engines.jockey.actions import Card, Double, Horse, Keep, Play
from tests.engines.jockey.notation import place, win

FORMS = [
    (place(Horse("brown"), 1000),
     {"type": "bet", "kind": "place", "horse": "brown", "stake": 1000}),
    (win(Horse("red"), 200), {"type": "bet", "kind": "win", "horse": "red", "stake": 200}),
    (Double(Horse("blue"), Horse("red"), 400, 500),
     {"type": "bet", "kind": "double", "first": "blue", "second": "red", "stake_first": 400, "stake_second": 500}),
    (Play(Card("redx3")), {"type": "play", "card": "redx3", "horse": None}),
    (Play(Card("no2+13"), Horse("red")), {"type": "play", "card": "no2+13", "horse": "red"}),
    (Keep(()), {"type": "keep", "cards": []}),
    (Keep((Card("red+7"), Card("red+7"))), {"type": "keep", "cards": ["red+7", "red+7"]}),
]  # fmt: skip


@pytest.mark.parametrize(("action", "plain"), FORMS)
def test_actions_have_a_json_form_that_reads_back(action, plain, jockey):
    assert list(jockey.dump_action(action).items()) == list(plain.items())
    assert jockey.read_action(plain) == action


def test_a_play_without_a_horse_may_leave_it_out(jockey):
    assert jockey.read_action('{"type":"play","card":"redx3"}') == Play(Card("redx3"))


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "[]",
        "",
        '{"type":"bet"}',
        '{"kind":"bet"}',
        '{"kind":"place","horse":"red","stake":100}',
        '{"type":"bet","kind":"place","horse":"red"}',
        '{"type":"bet","kind":"place","horse":"red","stake":100.0}',
        '{"type":"bet","kind":"place","horse":"red","stake":"100"}',
        '{"type":"bet","kind":"place","horse":"red","stake":true}',
        '{"type":"bet","kind":"place","horse":"red","stake":100,"more":1}',
        '{"type":"bet","kind":"show","horse":"red","stake":100}',
        '{"type":"bet","kind":"double","horse":"red","stake":100}',
        '{"type":"play","card":7}',
        '{"type":"play","horse":"red"}',
        '{"type":"keep","cards":"red+7"}',
        '{"type":"keep","cards":[1]}',
        '{"type":"dance"}',
    ],
)
def test_anything_else_is_unreadable(text, jockey):
    with pytest.raises(Unreadable, match="action"):
        jockey.read_action(text)


@pytest.mark.parametrize(
    "options", [{"rounds": 0}, {"rounds": 6}, {"rounds": "1"}, {"rounds": True}, {"laps": 2}]
)
def test_options_outside_their_limits_are_unreadable(options, jockey):
    with pytest.raises(Unreadable, match="options"):
        jockey.options(options)


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_a_table_has_two_to_six_seats(seats, jockey, chance):
    with pytest.raises(ValueError, match="2 to 6 seats"):
        jockey.new(jockey.options({}), seats, chance)


@pytest.mark.parametrize("text", ["{}", "[]", "null", '{"racing":[]}', '{"racing":[],"over":[]}', "x"])
def test_states_and_views_that_are_none_are_unreadable(text, jockey):
    with pytest.raises(Unreadable, match="state"):
        jockey.read_state(text)
    with pytest.raises(Unreadable, match="view"):
        jockey.read_view(text)


def test_the_table_itself_has_no_clock_in_jockey(jockey, chance):
    state, _ = jockey.new(jockey.options({}), 2, chance)
    with pytest.raises(Exception, match="not_your_turn"):
        jockey.apply(state, None, place(Horse("red"), 100), chance)
