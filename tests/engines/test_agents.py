from __future__ import annotations

from hashlib import sha256

import pytest

from engines import catalog
from engines.agents import agent, play_out
from engines.core import Header, Unreadable

WON = [
    ("jockey", 2, {}, 100, 1.2),
    ("jockey", 4, {}, 100, 1.2),
    ("jockey", 6, {}, 100, 1.2),
    ("turfe", 3, {}, 24, 2),
    ("turfe", 6, {}, 24, 2),
    ("jumpyjack", 2, {}, 12, 1.5),
    ("jumpyjack", 4, {"guessing": True}, 12, 1.5),
    ("jumpyjack", 6, {"double": "landing"}, 12, 1.5),
    ("sulkydrom", 2, {}, 12, 1.6),
    ("sulkydrom", 5, {}, 12, 4),
    ("newmarket", 4, {}, 60, 1.2),
    ("newmarket", 5, {"calling": "manual"}, 60, 1.2),
]
"""Of how many games one steady player among random ones wins how many times its share."""


@pytest.mark.parametrize(("key", "seats", "options", "games", "times"), WON)
def test_the_steady_player_wins_more_than_its_share_against_random_ones(key, seats, options, games, times):
    game = catalog.game(key)
    wins = 0.0
    for number in range(games):
        header = Header.of(game, game.options(options), seats, sha256(b"%d" % number).digest())
        steady = number % seats
        players = [agent("steady" if seat == steady else "random", key) for seat in range(seats)]
        _, outcome = play_out(game, header, players)
        wins += (steady in outcome.winners) / len(outcome.winners)

    assert wins / games > times / seats


@pytest.mark.parametrize("key", catalog.GAMES)
def test_every_player_plays_legally_to_the_end_and_always_the_same(key, log_of):
    for player in catalog.computers(key):
        _, rows = log_of(key, number=3, player=player)
        _, again = log_of(key, number=3, player=player)

        assert [row.line() for row in rows] == [row.line() for row in again]
        assert rows[-1].events[-1]["type"] == "game_over"


def test_every_game_has_players():
    assert all({"random", "steady"} <= set(catalog.computers(key)) for key in catalog.GAMES)


def test_unknown_players_and_games_are_told_with_those_there_are():
    with pytest.raises(Unreadable, match="random, steady"):
        agent("lucky", "jockey")
    with pytest.raises(Unreadable, match="jockey"):
        catalog.game("chess")
