"""The options that a soak plays with."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from benches.soak.short_games import short_options
from engines import catalog

GAMES = catalog.games()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@pytest.mark.parametrize("which", [min, max])
def test_every_game_is_played_with_options_that_fit_its_table(
    game: catalog.AnyGame, which: Callable[[range], int]
) -> None:
    luck, seats = Random(1), which(game.seats)
    for _ in range(20):
        game.check_table(game.options(short_options(game, seats, luck)), seats)


def drawn(name: str, seats: int) -> list[dict[str, object]]:
    luck = Random(1)
    return [short_options(catalog.game(name), seats, luck) for _ in range(50)]


def test_numbers_are_drawn_from_the_low_end_and_switches_both_ways() -> None:
    assert {options["races"] for options in drawn("turfe", 6)} == {1, 2, 3}
    assert {options["guessing"] for options in drawn("jumpyjack", 8)} == {False, True}


def test_teams_are_only_played_where_they_are_of_equal_size() -> None:
    assert {options["teams"] for options in drawn("jumpyjack", 6)} == {0, 2, 3}


def test_there_is_the_usual_time_to_call() -> None:
    assert {options["window"] for options in drawn("newmarket", 8)} == {10}
