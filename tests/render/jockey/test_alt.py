"""What Jockey's pictures tell who does not see them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.jockey.actions import Double, Single
from engines.jockey.view import View
from render.jockey import board, final, hand, replay, result
from tests.render.jockey.played import CAPTIONS, NAMES, views

BEGUN, LAST = views(2, seat=0)[0], views(3)[-1]


def holding(*cards: str) -> View:
    assert BEGUN.own is not None
    return replace(BEGUN, own=replace(BEGUN.own, hand=cards))


def test_a_board_tells_where_the_horses_are_the_foremost_first() -> None:
    view = replace(BEGUN, places=(0, 12, 81, 7))
    told = "Blue home, Yellow on square 12, Red on square 7, Brown at the start"
    assert board(view, NAMES, CAPTIONS).alt == f"Race 1 of 3 on a track of 80 squares: {told}."


def test_horses_of_another_edition_are_told_by_their_own_names() -> None:
    view = replace(BEGUN, horses=("green", "red"), places=(3, 2), squares=40)
    told = board(view, NAMES, CAPTIONS).alt
    assert told == "Race 1 of 3 on a track of 40 squares: Green on square 3, Red on square 2."
    assert hand(replace(holding("green+10"), horses=("green", "red")), CAPTIONS).alt == "Your hand: green+10."


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        (("red+10", "redx3", "no2+13"), "Your hand: Red +10, Red ×3 (triples a lead), No. 2 +13."),
        ((), "Your hand is empty."),
    ],
)
def test_a_hand_tells_its_cards(cards: tuple[str, ...], told: str) -> None:
    assert hand(holding(*cards), CAPTIONS).alt == told


def test_a_hand_tells_the_bet_or_that_it_is_only_suggested() -> None:
    view, bet = holding("red+10"), Single("place", "red", 500)
    assert view.own is not None
    double = Double("red", "blue", 1000, 200)
    suggested = hand(view, CAPTIONS, bet).alt
    placed = replace(view, own=replace(view.own, bet=double))

    assert suggested == "Your hand: Red +10. No bet yet; suggested: 500 bills on Red, to place."
    assert (
        hand(placed, CAPTIONS, bet).alt
        == "Your hand: Red +10. Your bet: 1,000 bills on Red, 200 bills on Blue, double."
    )


def test_a_result_tells_who_came_home_in_which_order() -> None:
    assert LAST.result is not None
    first, second = (CAPTIONS.horses[horse] for horse in LAST.result.order[:2])
    assert result(LAST, NAMES, CAPTIONS).alt == f"Order of finish: {first} first, {second} second."


def test_the_final_ranking_tells_everybodys_score_the_best_first() -> None:
    view = replace(LAST, scores=(900, 1200, -300))
    assert (
        final(view, NAMES, CAPTIONS).alt
        == "Final standing: Bartholomäus 1,200 bills, Anna 900 bills, Chiara ✨ −300 bills."
    )


def test_a_replay_tells_what_it_is() -> None:
    told = replay(views(3), NAMES, CAPTIONS).alt
    over = views(3)[-1].result
    assert over
    winner = CAPTIONS.horse(over.order[0])
    assert told.startswith(
        f"Race 3, card by card, animated. {winner} wins. In the order of finish: 1. {winner}, "
    )
