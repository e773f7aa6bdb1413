"""How much there is to read above the picture: counted over every desk and board of whole random games."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import median
from typing import NamedTuple

import pytest

from benches.whole_games import words_in
from bot.messages.layouts.board_layout import board_layout
from engines import catalog
from tests.games.race_days import race_day
from tests.ui.screens.asked_desks import asked_desks

SEEDS = (0, 1)


class Bound(NamedTuple):
    """Words and numbers, at the median and at most."""

    median: float
    most: int


DESKS: Mapping[tuple[str, int], Bound] = {
    ("jockey", 3): Bound(38, 50),
    ("jockey", 6): Bound(36, 50),
    ("turfe", 3): Bound(39, 80),
    ("turfe", 6): Bound(41, 83),
    ("jumpyjack", 3): Bound(38, 57),
    ("jumpyjack", 16): Bound(42, 57),
    ("sulkydrom", 3): Bound(36, 47),
    ("sulkydrom", 8): Bound(36, 56),
    ("newmarket", 3): Bound(37, 90),
    ("newmarket", 8): Bound(55, 108),
}
"""By the game and how many sit at the table."""

BOARDS = Bound(19, 65)


@pytest.mark.parametrize(("game", "seats"), DESKS)
def test_a_desk_and_a_board_are_read_at_a_glance(game: str, seats: int) -> None:
    days = [race_day(seats, seed, game=game) for seed in SEEDS]
    desks = [words_in(each.layout.text) for day in days for each in asked_desks(day)]
    boards = [words_in(board_layout(*moment).text) for day in days for moment in day[1:]]
    for counted, bound in ((desks, DESKS[game, seats]), (boards, BOARDS)):
        assert median(counted) <= bound.median
        assert max(counted) <= bound.most


def test_every_game_is_counted_with_three_and_with_the_most_seats() -> None:
    assert set(DESKS) == {
        (game, seats) for game in catalog.GAMES for seats in (3, max(catalog.game(game).seats))
    }
