"""A game of Sulkydrom, told."""

from __future__ import annotations

from bot.cli.story import story_of, told
from engines import catalog
from engines.agents import agent, play_out
from engines.core import Header, Row
from engines.sulkydrom import events
from engines.sulkydrom.course import Place


def test_everything_in_a_game_of_sulkydrom_has_a_sentence():
    game = catalog.game("sulkydrom")
    header = Header.of(game, game.options({"goal": "minor"}), 5, bytes(32))
    rows, _ = play_out(game, header, [agent("random", "sulkydrom")] * 5)
    seen = set()
    for row in rows:
        text = told(row, story_of("sulkydrom"))
        assert "lane {" not in text
        assert not [line for line in text.splitlines() if ": seat" in line]
        seen |= {event["type"] for event in row.events} | {(row.action or {}).get("type")}
    assert {"owners", "surplus", "stacked", "joker", "galopp", "tempo", "points", "drive"} <= seen


def test_the_words_are_those_a_player_would_say():
    drive = {"type": "drive", "path": ["F", "F", "R", "F", "F"]}
    moved = events.moved("D", Place(4, 0), Place(5, 5))
    tempo = events.tempo(1, "horse", "h03", {"D": 6, "A": 3}, ["A", "D"])
    rows = [Row(8, [tempo], 1, {"type": "tempo", "deck": "horse"}), Row(9, [moved], 2, drive)]

    lines = [line.strip() for row in rows for line in told(row, story_of("sulkydrom")).splitlines()]

    assert lines == [
        "8  seat 1 turns the horse card h03: A 3, D 6",
        "9  seat 2 drives forward 2, outside, forward 2",
        "D goes from lane 4 space 0 to lane 5 space 5",
    ]
