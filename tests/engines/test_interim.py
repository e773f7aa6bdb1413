"""A game that ends early: what its finished races have settled, and which games are about a single race."""

from __future__ import annotations

from typing import Any

import pytest

from engines import catalog
from engines.core import Outcome
from engines.jockey.state import Keeping, RaceDay, Result


def after(race: int, capitals: tuple[int, ...], scores: tuple[int, ...], rounds: int) -> Keeping:
    """A game of Jockey after one of its races, whose cards are still to be kept."""
    result = Result(race, (), (), (), (), capitals, None)
    return Keeping(RaceDay(rounds, race, 0, capitals, scores, result), (), (), (), (), ())


@pytest.mark.parametrize(
    ("race", "capitals", "scores", "rounds", "so_far"),
    [
        (1, (1300, -200), (0, 0), 1, (1300, -200)),
        (3, (1300, -200), (1300, -200), 1, (1300, -200)),
        (3, (1300, -200), (1300, -200), 3, (3300, 1800)),
        (4, (900, 1100), (1300, -200), 3, (3200, 1900)),
        (9, (900, 1100), (2000, 1000), 3, (2000, 1000)),
    ],
    ids=["in a round", "after the only round", "after a round", "in the second", "after the last"],
)
def test_a_round_under_way_counts_as_it_stands_and_one_that_never_began_as_it_would_have_begun(
    race, capitals, scores, rounds, so_far
) -> None:
    interim = catalog.game("jockey").interim(after(race, capitals, scores, rounds))
    assert interim is not None
    assert (interim.races, interim.outcome) == (race, Outcome(so_far, (0,)))


@pytest.mark.parametrize(
    ("game", "options", "is_one"),
    [
        ("jockey", {"rounds": 1}, False),
        ("turfe", {"races": 1}, True),
        ("turfe", {"races": 2}, False),
        ("newmarket", {"deals": 1}, True),
        ("newmarket", {"deals": 8}, False),
        ("newmarket", {"deals": 8, "minutes": 1}, True),
        ("sulkydrom", {"goal": "first"}, True),
        ("sulkydrom", {"goal": "minor"}, False),
        ("sulkydrom", {"goal": "victories"}, False),
        ("jumpyjack", {"target": 16}, False),
        ("jumpyjack", {"target": 10}, True),
        ("jumpyjack", {"target": 11}, False),
        ("jumpyjack", {"target": 13, "guessing": True}, True),
        ("jumpyjack", {"target": 14, "guessing": True}, False),
        ("jumpyjack", {"target": 13, "guessing": True, "teams": 8}, True),
        ("jumpyjack", {"target": 14, "guessing": True, "teams": 8}, False),
    ],
)
def test_some_games_may_be_over_with_their_first_race(game: str, options: dict[str, Any], is_one) -> None:
    rules = catalog.game(game)
    assert rules.is_one_race(rules.options(options)) is is_one
