from __future__ import annotations

import pytest

from engines.core import Header, Unreadable
from engines.sulkydrom.actions import STAY, Card, Drive, Galopp, Joker, Stack, Tempo

FORMS = [
    (Stack((Card("h01"), Card("h02")), (Card("p01"),)),
     {"type": "stack", "horse": ["h01", "h02"], "position": ["p01"]}),
    (Stack((), ()), {"type": "stack", "horse": [], "position": []}),
    (Joker(("L", "L")), {"type": "joker", "path": ["L", "L"]}),
    (Galopp("G"), {"type": "galopp", "horse": "G"}),
    (Tempo("horse"), {"type": "tempo", "deck": "horse"}),
    (Tempo("position"), {"type": "tempo", "deck": "position"}),
    (Drive(("F", "F", "R")), {"type": "drive", "path": ["F", "F", "R"]}),
    (STAY, {"type": "drive", "path": []}),
]  # fmt: skip


@pytest.mark.parametrize(("action", "plain"), FORMS)
def test_actions_have_a_json_form_that_reads_back(action, plain, sulkydrom):
    assert list(sulkydrom.dump_action(action).items()) == list(plain.items())
    assert sulkydrom.read_action(plain) == action


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "[]",
        "",
        '{"type":"drive"}',
        '{"path":[]}',
        '{"type":"drive","path":"FF"}',
        '{"type":"drive","path":["f"]}',
        '{"type":"drive","path":["FF"]}',
        '{"type":"drive","path":[],"more":1}',
        '{"type":"joker"}',
        '{"type":"galopp","horse":"I"}',
        '{"type":"galopp","horse":null}',
        '{"type":"tempo","deck":"both"}',
        '{"type":"stack","horse":[]}',
        '{"type":"stack","horse":[1],"position":[]}',
        '{"type":"ride","path":[]}',
    ],
)
def test_anything_else_is_unreadable(text, sulkydrom):
    with pytest.raises(Unreadable, match="action"):
        sulkydrom.read_action(text)


@pytest.mark.parametrize(
    "options",
    [
        {"goal": "last"},
        {"goal": 64},
        {"lane_change": "jump"},
        {"horses": ["I", None]},
        {"horses": ["A", "A"]},
        {"laps": 2},
    ],
)
def test_options_outside_their_limits_are_unreadable(options, sulkydrom):
    with pytest.raises(Unreadable, match="options"):
        sulkydrom.options(options)


@pytest.mark.parametrize("seats", [0, 1, 9])
def test_a_table_has_two_to_eight_seats(seats, sulkydrom, chance):
    with pytest.raises(ValueError, match="2 to 8 seats"):
        sulkydrom.new(sulkydrom.options({}), seats, chance)


def test_horses_are_chosen_for_every_seat_or_for_none(sulkydrom, chance):
    with pytest.raises(ValueError, match="2 entries, one for each of 3 seats"):
        sulkydrom.new(sulkydrom.options({"horses": ["A", None]}), 3, chance)


def test_the_options_of_a_log_are_all_there(sulkydrom):
    assert sulkydrom.options({}).model_dump(mode="json") == {
        "goal": "first",
        "lane_change": "sideways",
        "horses": None,
    }

    drawn = Header.of(sulkydrom, sulkydrom.options({}), 3, bytes(32))
    chosen = Header.of(sulkydrom, sulkydrom.options({"horses": ["C", None, "A"]}), 3, bytes(32))

    assert drawn.options == {"goal": "first", "horses": [None, None, None], "lane_change": "sideways"}
    assert chosen.options == {"goal": "first", "horses": ["C", None, "A"], "lane_change": "sideways"}


@pytest.mark.parametrize("text", ["{}", "[]", "null", '{"driving":[]}', "x"])
def test_states_and_views_that_are_none_are_unreadable(text, sulkydrom):
    with pytest.raises(Unreadable, match="state"):
        sulkydrom.read_state(text)
    with pytest.raises(Unreadable, match="view"):
        sulkydrom.read_view(text)
