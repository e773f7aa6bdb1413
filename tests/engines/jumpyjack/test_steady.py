"""The steady player against random ones."""

from __future__ import annotations

from hashlib import sha256

import pytest

from engines import catalog
from engines.agents import agent, play_out
from engines.core import Chance, Header
from tests.engines.jumpyjack.notation import parsed

GAMES = 12


def test_a_team_of_steady_players_beats_a_team_of_random_ones():
    game = catalog.game("jumpyjack")
    wins = 0
    for number in range(GAMES):
        header = Header.of(game, game.options({"teams": 2}), 6, sha256(b"%d" % number).digest())
        players = [agent(name, "jumpyjack") for name in ("steady", "random") * 3]
        _, outcome = play_out(game, header, players)
        wins += 0 in outcome.winners

    assert wins / GAMES > 0.75


@pytest.mark.parametrize(
    ("squares", "podium", "thrown", "moved"),
    [
        # yellow goes home to its place, though it leads the others by less then
        ({"yellow": 24, "black": 17, "red": 9, "green": 1, "white": 0}, (None,) * 5, 4, "yellow"),
        # green is put out, though it is far behind anyway
        ({"yellow": 23, "black": 20, "red": 9, "green": 13, "white": 1}, (None,) * 5, 3, "green"),
        # with white first, yellow has missed its place, and black must come home before it
        (
            {"yellow": 19, "black": 18, "red": 5, "green": 1, "white": 25},
            ("white", None, None, None, None),
            6,
            "black",
        ),
        # whoever is put out of the last two leaves the other the place left over: red comes in third
        (
            {"yellow": 25, "black": 26, "red": 2, "green": 14, "white": -1},
            ("yellow", "black", None, None, "white"),
            2,
            "green",
        ),
    ],
)
def test_it_does_what_anybody_would_do(squares, podium, thrown, moved, jumpyjack, race, chance):
    state = race(squares, thrown, podium)

    decided = agent("steady", "jumpyjack").decide(
        jumpyjack.view(state, 0), jumpyjack.choices(state, 0), chance
    )

    assert decided == parsed(f"move {moved}")


def test_of_moves_that_are_equally_good_it_makes_any(jumpyjack, race):
    squares = {"yellow": 25, "black": 26, "red": 2, "green": 1, "white": 1}
    state = race(squares, 1, ("yellow", "black", None, None, None))
    state = state._replace(predictions=(("red", "yellow", "black"), state.predictions[1]))
    view, choices, steady = (
        jumpyjack.view(state, 0),
        jumpyjack.choices(state, 0),
        agent("steady", "jumpyjack"),
    )

    decided = {steady.decide(view, choices, Chance(bytes([number]) * 32)).horse for number in range(40)}

    assert decided == {"red", "green", "white"}
