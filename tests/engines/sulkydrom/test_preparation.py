"""Owners and start lanes, the tempo cards dealt, and the stacks laid in secret."""

from __future__ import annotations

import pytest

from engines.core import IllegalAction
from engines.sulkydrom.actions import STAY
from engines.sulkydrom.course import Spot
from engines.sulkydrom.state import Driving, Turning
from tests.engines.sulkydrom.notation import parsed
from tests.engines.sulkydrom.preparing import stacked, started


def test_owners_come_first_then_the_race_the_lanes_the_cards_and_what_is_left_over(sulkydrom):
    _, match, (row,) = started(sulkydrom, 3, horses=["C", None, "A"])

    assert [event["type"] for event in row.events] == [
        "owners", "race_started", "lanes", "dealt", "dealt", "dealt", "surplus",
    ]  # fmt: skip
    owners, race, lanes, *hands, surplus = row.events
    assert owners["horses"][0] == "C"
    assert owners["horses"][2] == "A"
    assert owners["horses"][1] not in "AC"
    assert race["first"] == owners["horses"].index(lanes["order"][-1])
    assert [(len(hand["horse"]), len(hand["position"])) for hand in hands] == [(10, 5)] * 3
    assert (len(surplus["horse"]), len(surplus["position"])) == (2, 1)
    assert match.to_act() == (0, 1, 2)


def test_where_the_cards_come_out_even_there_is_no_surplus(sulkydrom):
    _, _, (row,) = started(sulkydrom, 4)

    assert "surplus" not in {event["type"] for event in row.events}


def test_the_seat_in_the_highest_lane_begins_and_the_next_seat_number_follows(sulkydrom):
    _, match, rows = started(sulkydrom, 5, number=1)
    first = rows[0].events[1]["first"]
    match = stacked(match)

    assert isinstance(match.state, Turning)
    assert match.to_act() == (first,)
    match, _ = match.act(first, parsed("tempo horse"))
    while isinstance(match.state, Driving):
        match, _ = match.act(match.to_act()[0], STAY)
    assert match.to_act() == ((first + 1) % 5,)


def test_the_last_of_a_race_starts_the_next_one_in_lane_1(sulkydrom, driving, chance):
    state = driving({"B": (1, 48), "C": (2, 4)}, {"B": 1}, home=("A",), goal="minor")

    following, events = sulkydrom.apply(state, 1, parsed("drive F"), chance)

    assert [event["type"] for event in events][:8] == [
        "moved", "finished", "points", "finished", "points", "race_over", "race_started", "lanes",
    ]  # fmt: skip
    assert events[5]["order"] == ["A", "B", "C"]
    assert events[6]["first"] == 0
    assert events[7] == {"type": "lanes", "order": ["C", "B", "A"]}
    assert [sulkydrom.setup.course.spots[cell] for cell in following.cells] == [
        Spot(3, 0),
        Spot(2, 0),
        Spot(1, 0),
    ]


@pytest.mark.parametrize(
    ("change", "facts"),
    [
        (lambda cards: cards[1:], lambda cards: {"missing": [cards[0]], "foreign": []}),
        (lambda cards: (*cards, "p99"), lambda _: {"missing": [], "foreign": ["p99"]}),
        (
            lambda cards: (cards[0], *cards[:-1]),
            lambda cards: {"missing": [cards[-1]], "foreign": [cards[0]]},
        ),
    ],
)
def test_a_stack_holds_exactly_the_cards_dealt(sulkydrom, change, facts, chance):
    _, match, _ = started(sulkydrom, 4)
    hand = match.state.stacks[0]
    stack = parsed(f"stack {' '.join(hand.horse)} / {' '.join(change(hand.position))}")

    assert stack not in sulkydrom.choices(match.state, 0)
    with pytest.raises(IllegalAction) as refused:
        sulkydrom.apply(match.state, 0, stack, chance)
    assert refused.value.reason == "wrong_cards"
    assert refused.value.facts == {"deck": "position", **facts(hand.position)}


def test_once_stacked_nobody_sees_the_cards_again_until_they_are_turned(sulkydrom):
    _, match, _ = started(sulkydrom, 2)
    hand = match.state.stacks[0]
    assert sulkydrom.view(match.state, 0).own.hand == hand
    assert sulkydrom.view(match.state, 1).own.hand != hand

    match, (row,) = match.act(0, parsed(f"stack {' '.join(hand.horse)} / {' '.join(hand.position)}"))

    assert row.events == [{"type": "stacked", "seat": 0}]
    for seat in (None, 0, 1):
        view = sulkydrom.dump_view(sulkydrom.view(match.state, seat))
        assert not [card for card in (*hand.horse, *hand.position) if f'"{card}"' in view]
