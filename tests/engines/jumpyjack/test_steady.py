"""The steady player against random ones."""

from __future__ import annotations

from hashlib import sha256

import pytest

from engines import catalog
from engines.agents import agent, play_out
from engines.core import Header

GAMES = 12


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (4, {"guessing": True}), (6, {"double": "landing"})])
def test_the_steady_player_wins_far_more_than_its_share(seats, options):
    game = catalog.game("jumpyjack")
    wins = 0.0
    for number in range(GAMES):
        header = Header.of(game, game.options(options), seats, sha256(b"%d" % number).digest())
        steady = number % seats
        players = [agent("steady" if seat == steady else "random", "jumpyjack") for seat in range(seats)]
        _, outcome = play_out(game, header, players)
        wins += (steady in outcome.winners) / len(outcome.winners)

    assert wins / GAMES > 1.5 / seats


def test_a_team_of_steady_players_beats_a_team_of_random_ones():
    game = catalog.game("jumpyjack")
    wins = 0
    for number in range(GAMES):
        header = Header.of(game, game.options({"teams": 2}), 6, sha256(b"%d" % number).digest())
        players = [agent(name, "jumpyjack") for name in ("steady", "random") * 3]
        _, outcome = play_out(game, header, players)
        wins += 0 in outcome.winners

    assert wins / GAMES > 0.75
