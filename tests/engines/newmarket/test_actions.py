from __future__ import annotations

import pytest

from engines.core import Unreadable
from engines.newmarket.actions import Auction, Back, Bid, Card, Follow, Lead, Missed, Take, Time

FORMS = [
    (Back(Card("blue13")), {"type": "back", "horse": "blue13"}),
    (Take("own"), {"type": "hand", "take": "own"}),
    (Take("spare"), {"type": "hand", "take": "spare"}),
    (Auction(True), {"type": "auction", "open": True}),
    (Auction(False), {"type": "auction", "open": False}),
    (Bid(7), {"type": "bid", "points": 7}),
    (Bid(None), {"type": "bid", "points": None}),
    (Lead(Card("red3")), {"type": "lead", "card": "red3"}),
    (Follow(Card("red4")), {"type": "follow", "card": "red4"}),
    (Missed(), {"type": "missed"}),
    (Time(), {"type": "time"}),
]


@pytest.mark.parametrize(("action", "plain"), FORMS)
def test_actions_have_a_json_form_that_reads_back(action, plain, newmarket):
    assert list(newmarket.dump_action(action).items()) == list(plain.items())
    assert newmarket.read_action(plain) == action


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "[]",
        "",
        '{"type":"back"}',
        '{"horse":"blue13"}',
        '{"type":"back","horse":13}',
        '{"type":"hand","take":"both"}',
        '{"type":"auction","open":1}',
        '{"type":"auction","open":"true"}',
        '{"type":"bid"}',
        '{"type":"bid","points":7.0}',
        '{"type":"bid","points":true}',
        '{"type":"bid","points":"7"}',
        '{"type":"lead","card":null}',
        '{"type":"follow"}',
        '{"type":"follow","card":4}',
        '{"type":"follow","card":null}',
        '{"type":"missed","card":"red4"}',
        '{"type":"time","minutes":1}',
        '{"type":"dance"}',
    ],
)
def test_anything_else_is_unreadable(text, newmarket):
    with pytest.raises(Unreadable, match="action"):
        newmarket.read_action(text)


@pytest.mark.parametrize(
    "options",
    [
        {"deals": 0},
        {"deals": 31},
        {"deals": "8"},
        {"minutes": 0},
        {"minutes": 601},
        {"calling": "loud"},
        {"window": 2},
        {"window": 121},
        {"rounds": 1},
    ],
)
def test_options_outside_their_limits_are_unreadable(options, newmarket):
    with pytest.raises(Unreadable, match="options"):
        newmarket.options(options)


def test_a_table_plays_eight_deals_without_a_clock_and_without_calling_unless_it_chooses_so(newmarket):
    assert newmarket.options({}).model_dump() == {
        "deals": 8,
        "minutes": None,
        "calling": "auto",
        "window": 10,
    }


@pytest.mark.parametrize("seats", [0, 2, 9])
def test_a_table_has_three_to_eight_seats(seats, newmarket, chance):
    with pytest.raises(ValueError, match="3 to 8 seats"):
        newmarket.new(newmarket.options({}), seats, chance)


@pytest.mark.parametrize("text", ["{}", "[]", "null", '{"playing":[]}', '{"playing":[],"over":[]}', "x"])
def test_states_and_views_that_are_none_are_unreadable(text, newmarket):
    with pytest.raises(Unreadable, match="state"):
        newmarket.read_state(text)
    with pytest.raises(Unreadable, match="view"):
        newmarket.read_view(text)
