"""A game of Turfe, told."""

from __future__ import annotations

from bot.cli.story import story_of, told
from engines import catalog
from engines.agents import agent, play_out
from engines.core import Header, Row
from engines.turfe import events
from engines.turfe.actions import Bet, Place


def test_everything_in_a_game_of_turfe_has_a_sentence():
    game = catalog.game("turfe")
    seen = set()
    for number in range(12):
        header = Header.of(game, game.options({"races": 16}), 5, number.to_bytes(32, "big"))
        rows, _ = play_out(game, header, [agent("random", "turfe")] * 5)
        for row in rows:
            assert "type" not in told(row, story_of("turfe"))
            assert not [line for line in told(row, story_of("turfe")).splitlines() if ": seat" in line]
            seen |= {event["type"] for event in row.events}
    assert {"bet_placed", "bet_shown", "flipped", "jackpot_paid", "pot"} <= seen


def test_the_words_are_those_a_player_would_say():
    bet = {"type": "bet", "kind": "jackpot", "horse": "red", "stake": 50, "card": "red+3"}
    happened = [
        events.bet_placed(1, Bet("place", "red", 20)),
        events.played(1, "red+3", aside=True),
        events.moved("red", Place(1, 0), Place(2, 3)),
        events.flipped(2, "any-2"),
    ]

    lines = [line.strip() for line in told(Row(7, happened, 1, bet), story_of("turfe")).splitlines()]

    assert lines == [
        "7  seat 1 bets 50 on red for the jackpot, laying red+3 aside",
        "seat 1 has bet 20 to place",
        "seat 1 plays the card laid aside, red+3",
        "red goes from lane 1 space 0 to lane 2 space 3",
        "seat 2 is to play any-2, flipped from the pile",
    ]
