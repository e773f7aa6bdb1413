from __future__ import annotations

from engines.core import seen_by

EVENTS = [
    {"type": "dealt", "seat": 0, "cards": ["red+7"], "to": [0]},
    {"type": "moved", "horse": "red", "from": 0, "to": 7},
    {"type": "moved", "horse": "red", "from": {"lane": 1, "space": 2}, "to": {"lane": 1, "space": 3}},
    {"type": "shown", "to": [0, 2]},
    {"type": "buried", "to": []},
]


def test_an_event_is_private_exactly_if_it_is_to_a_list_of_seats():
    assert seen_by(EVENTS, None) == EVENTS[1:3]
    assert seen_by(EVENTS, 0) == EVENTS[:4]
    assert seen_by(EVENTS, 1) == EVENTS[1:3]
    assert seen_by(EVENTS, 2) == EVENTS[1:4]
