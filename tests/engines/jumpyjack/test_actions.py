from __future__ import annotations

import pytest

from engines.core import Unreadable
from engines.jumpyjack.actions import Decline, Guess, Horse, Move, Predict

ORDER = (Horse("red"), Horse("black"), Horse("white"))
FORMS = [
    (Predict(ORDER), {"type": "predict", "order": ["red", "black", "white"]}),
    (Move(Horse("green")), {"type": "move", "horse": "green"}),
    (
        Guess(2, ORDER),
        {"type": "guess", "seat": 2, "order": ["red", "black", "white"]},
    ),
    (Decline(), {"type": "guess", "seat": None}),
]


@pytest.mark.parametrize(("action", "plain"), FORMS)
def test_actions_have_a_json_form_that_reads_back(action, plain, jumpyjack):
    assert list(jumpyjack.dump_action(action).items()) == list(plain.items())
    assert jumpyjack.read_action(plain) == action


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "[]",
        "",
        "7",
        "null",
        '"move"',
        '{"type":"move"}',
        '{"type":["move"],"horse":"red"}',
        '{"horse":"red"}',
        '{"type":"move","horse":1}',
        '{"type":"move","horse":"red","seat":0}',
        '{"type":"predict","order":["red","black"]}',
        '{"type":"predict","order":["red","black","white","green"]}',
        '{"type":"predict","order":"red"}',
        '{"type":"predict","order":[1,2,3]}',
        '{"type":"guess"}',
        '{"type":"guess","seat":1}',
        '{"type":"guess","seat":true,"order":["red","black","white"]}',
        '{"type":"guess","seat":"1","order":["red","black","white"]}',
        '{"type":"guess","seat":null,"order":["red","black","white"]}',
        '{"type":"guess","seat":null,"order":null}',
        '{"type":"decline"}',
        '{"type":"dance"}',
    ],
)
def test_anything_else_is_unreadable(text, jumpyjack):
    with pytest.raises(Unreadable, match="action"):
        jumpyjack.read_action(text)


def test_options_have_the_defaults_of_the_booklet(jumpyjack):
    assert jumpyjack.options({}).model_dump() == {
        "double": "leaving",
        "target": 16,
        "teams": 0,
        "guessing": False,
    }


@pytest.mark.parametrize(
    "options",
    [
        {"double": "both"},
        {"double": True},
        {"target": 0},
        {"target": 51},
        {"target": "16"},
        {"teams": 1},
        {"teams": 9},
        {"teams": -2},
        {"teams": "2"},
        {"guessing": 1},
        {"guessing": "true"},
        {"laps": 2},
    ],
)
def test_options_outside_their_limits_are_unreadable(options, jumpyjack):
    with pytest.raises(Unreadable, match="options"):
        jumpyjack.options(options)


@pytest.mark.parametrize("seats", [0, 1, 17])
def test_a_table_has_two_to_sixteen_seats(seats, jumpyjack, chance):
    with pytest.raises(ValueError, match="2 to 16 seats"):
        jumpyjack.new(jumpyjack.options({}), seats, chance)


@pytest.mark.parametrize(
    ("teams", "seats", "fitting"),
    [(2, 2, "4, 6, 8, 10, 12, 14, 16"), (2, 5, "4, 6"), (3, 4, "6, 9, 12, 15"), (8, 8, "16"), (7, 7, "14")],
)
def test_teams_are_equal_and_of_two_or_more(teams, seats, fitting, jumpyjack):
    with pytest.raises(ValueError, match=f"{teams} equal teams need one of {fitting}"):
        jumpyjack.check_table(jumpyjack.options({"teams": teams}), seats)


@pytest.mark.parametrize("text", ["{}", "[]", "null", '{"racing":[]}', '{"racing":[],"over":[]}', "x"])
def test_states_and_views_that_are_none_are_unreadable(text, jumpyjack):
    with pytest.raises(Unreadable, match="state"):
        jumpyjack.read_state(text)
    with pytest.raises(Unreadable, match="view"):
        jumpyjack.read_view(text)


def test_the_table_itself_has_no_clock_in_jumpy_jack(jumpyjack, chance):
    state, _ = jumpyjack.new(jumpyjack.options({}), 2, chance)
    with pytest.raises(Exception, match="not_your_turn"):
        jumpyjack.apply(state, None, Move(Horse("red")), chance)
