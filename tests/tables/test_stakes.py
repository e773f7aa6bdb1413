"""What a seat pays in and gets out, game by game."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.titles import title
from bot.tables.stakes import buy_in, finals, money_of, purse
from engines import catalog
from engines.core import Outcome


def out(
    game: str, scores: tuple[int, ...], winners: tuple[int, ...], settled: int | None = None
) -> list[int]:
    return finals(money_of(catalog.game(game), {}), settled or title(game).buy_in, Outcome(scores, winners))


def test_every_game_has_its_usual_buy_in() -> None:
    assert {key: title(key).buy_in for key in catalog.GAMES} == {
        "jockey": 1000,
        "turfe": 1000,
        "jumpyjack": 100,
        "sulkydrom": 100,
        "newmarket": 1000,
    }


@pytest.mark.parametrize(
    ("game", "scores", "coins"),
    [
        ("jockey", (2500, -300), [2500, -300]),
        ("turfe", (140, 100, 60), [1400, 1000, 600]),
        ("newmarket", (55, 40, 25), [1375, 1000, 625]),
    ],
)
def test_at_the_usual_buy_in_a_bill_is_1_a_dollar_10_and_a_point_25_coins(game, scores, coins) -> None:
    assert out(game, scores, (0,)) == coins


def test_what_a_game_hands_out_is_worth_the_buy_in() -> None:
    for game, capital in {"jockey": 1000, "turfe": 100, "newmarket": 40}.items():
        assert out(game, (capital, capital, capital), (0, 1, 2), settled=340) == [340, 340, 340]


def test_another_buy_in_scales_and_nobody_gets_half_a_coin() -> None:
    assert out("jockey", (1505, -1505), (0,), settled=100) == [150, -150]


def test_jockey_is_paid_in_for_every_round_and_a_bill_is_worth_as_much() -> None:
    three = money_of(catalog.game("jockey"), {"rounds": 3})
    assert buy_in(three, 1000) == 3000
    assert finals(three, 3000, Outcome((1505, 0), (0,))) == [1505, 0]
    assert buy_in(money_of(catalog.game("turfe"), {"races": 3}), 1000) == 1000
    assert buy_in(money_of(catalog.game("sulkydrom"), {}), 100) == 100


@pytest.mark.parametrize(
    ("scores", "winners", "coins"),
    [
        ((9, 4), (0,), [200, 0]),
        ((4, 9), (1,), [0, 200]),
        ((7, 7), (0, 1), [100, 100]),
        ((9, 4, 2), (0,), [180, 90, 30]),
        ((9, 4, 4, 1), (0,), [240, 80, 80, 0]),
        ((9, 9, 9, 1), (0, 1, 2), [134, 133, 133, 0]),
        ((9, 3, 2, 1, 0), (0,), [300, 150, 50, 0, 0]),
        ((5, 12), (0,), [200, 0]),
    ],
    ids=[
        "two",
        "two, the other way",
        "two tie",
        "three",
        "second shared",
        "first shared",
        "five",
        "won by wins",
    ],
)
def test_a_purse_goes_60_30_10_to_the_first_three_and_all_to_the_first_of_two(scores, winners, coins) -> None:
    assert out("sulkydrom", scores, winners) == coins


@given(
    st.integers(0, 10_000),
    st.lists(st.tuples(st.booleans(), st.integers(-5, 20)), min_size=1, max_size=16),
)
def test_a_purse_is_paid_out_to_the_last_coin_and_the_better_gets_no_less(coins, merits) -> None:
    paid = purse(coins, merits)
    assert sum(paid) == coins
    assert all(share >= 0 for share in paid)
    ranked = sorted(range(len(merits)), key=lambda seat: merits[seat], reverse=True)
    for better, worse in itertools.pairwise(ranked):
        assert paid[better] >= paid[worse] - (merits[better] == merits[worse])
