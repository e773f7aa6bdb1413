"""What `paddock replay` tells of a game of Newmarket."""

from __future__ import annotations

from hashlib import sha256

import pytest

from bot.cli.story import plainly, story_of, told
from engines import catalog
from engines.agents import agent, play_out
from engines.core import Header, Row
from engines.newmarket import events


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    game = catalog.game("newmarket")
    options = game.options({"calling": "manual", "deals": 4})
    played: list[Row] = []
    for number in range(3):
        header = Header.of(game, options, 4, sha256(b"story %d" % number).digest())
        played += play_out(game, header, [agent("random", "newmarket")] * 4)[0]
    return played


def test_every_action_and_event_has_a_sentence_of_its_own(rows):
    story = story_of("newmarket")
    kinds = {event["type"] for row in rows for event in row.events}
    actions = {row.action["type"] for row in rows if row.action}

    assert {"swapped", "sold", "taken", "claimed", "lead_passed", "out", "paid", "game_over"} <= kinds
    assert kinds <= set(story.events)
    assert actions <= set(story.actions)
    for row in rows:
        assert not any(plainly(event) in told(row, story).splitlines() for event in row.events)


@pytest.mark.parametrize(
    ("action", "event", "line"),
    [
        ({"type": "follow", "card": None}, None, "seat 2 misses the call"),
        (
            {"type": "lead", "card": "red3"},
            events.played(2, "red3"),
            "seat 2 plays red3",
        ),
        ({"type": "bid", "points": None}, events.bid(2, None), "seat 2 passes"),
        ({"type": "auction", "open": False}, None, "seat 2 lets the spare hand lie"),
    ],
)
def test_a_row_is_told_in_a_sentence(action, event, line):
    row = Row(5, [event] if event else [], 2, action)

    assert told(row, story_of("newmarket")) == f"   5  {line}"


def test_time_is_called_by_the_table():
    row = Row(9, [], None, {"type": "time"})

    assert told(row, story_of("newmarket")) == "   9  the table says that time is up: this deal is the last"
