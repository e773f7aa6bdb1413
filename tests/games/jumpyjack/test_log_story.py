"""A game of Jumpy Jack, told."""

from __future__ import annotations

from bot.cli.story import story_of, told
from engines import catalog
from engines.agents import agent, play_out
from engines.core import Header, Row
from engines.jumpyjack import events


def test_everything_in_a_game_of_jumpy_jack_has_a_sentence():
    game, seen = catalog.game("jumpyjack"), set()
    options = game.options({"teams": 2, "guessing": True})
    for number in range(3):
        header = Header.of(game, options, 4, number.to_bytes(32, "big"))
        rows, _ = play_out(game, header, [agent("random", "jumpyjack")] * 4)
        for row in rows:
            text = told(row, story_of("jumpyjack"))
            assert "type" not in text
            assert not [line for line in text.splitlines() if ": seat" in line]
            seen |= {event["type"] for event in row.events}
    assert {"rolled", "predicted", "out", "restarted", "guessed", "scored", "prediction_shown"} <= seen


def test_the_words_are_those_a_player_would_say():
    order = ("red", "black", "white")
    happened = [
        events.moved("red", 18, 21),
        events.restarted("red"),
        events.prediction_whispered(0, order, to=[0, 2]),
        events.prediction_shown(0, order),
        events.guessed(1, of=0, right=0, points=-1),
    ]
    rows = [
        Row(7, happened, 1, {"type": "move", "horse": "red"}),
        Row(8, [], 2, {"type": "guess", "seat": None}),
        Row(9, [], 3, {"type": "guess", "seat": 0, "order": [*order]}),
    ]

    lines = [line.strip() for row in rows for line in told(row, story_of("jumpyjack")).splitlines()]

    assert lines == [
        "7  red goes from 18 to 21",
        "red has to start again",
        "seat 0 shows its team: red, black, white",
        "seat 0 had predicted red, black, white",
        "seat 1 guessed 0 of seat 0's places: -1",
        "8  seat 2 guesses nobody's prediction",
        "9  seat 3 guesses that seat 0 predicted red, black, white",
    ]
