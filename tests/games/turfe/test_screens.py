"""Turfe at the table: whole games by presses alone, honest labels, and no screen that knows too much."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings

from bot.messages.layouts.board_layout import board_layout
from bot.texts import DEFAULT
from engines.core import Public, Row
from engines.turfe.view import Phase
from tests.games.turfe.playing import (
    SCREENS,
    SEATS,
    SEEDS,
    T,
    public_view,
    whole_day,
)


@settings(max_examples=4, deadline=None)
@given(SEATS, SEEDS)
def test_no_board_names_the_horse_of_a_bet_before_its_card_is_shown(seats: int, seed: int) -> None:
    for moment in whole_day(seats, seed):
        if public_view(moment).phase is Phase.RACING:
            assert " on Red to" not in board_layout(*moment).text
            assert not re.search(r"\d on (Red|Blue|Yellow|Green|White|Black) ", board_layout(*moment).text)


@pytest.mark.parametrize("race", [3, 8])
def test_where_everybody_is_broke_nobody_wins_and_it_is_said_what_happened(race: int) -> None:
    snapshot = whole_day(6, 1)[-1].snapshot
    view = replace(snapshot.standing.view(None), money=(0,) * 6, pot=800, race=race, races=8)
    text, drawings = SCREENS.final_result(view, snapshot.table.names, snapshot.who, SCREENS.spoken(DEFAULT))
    _, said = text.split(T.final_title)

    assert "**Everybody is broke: nobody wins.**" in said
    assert ("this race was the last" in said) == (race < 8)
    assert "Nobody gets what is left in the jackpot: 800 dollars." in said
    assert "share the win" not in said
    assert "1. " not in said
    assert [drawing.alt for drawing in drawings if "with 0" in drawing.alt] == []


def test_a_log_says_so_too() -> None:
    snapshot = whole_day(3, 1)[-1].snapshot
    over = Public({"type": "game_over", "scores": [0, 0, 0], "winners": [0, 1, 2]})
    view = replace(snapshot.standing.view(None), race=3, races=8)
    ((_, told),) = snapshot.title.story.in_full([(Row(9, [over], 0, {"type": "play"}), view)], str, DEFAULT)

    assert told == [T.final_title, T.all_broke(is_early=True)]


def test_one_board_waits_for_all_bets_and_every_card_has_its_own() -> None:
    for moment in whole_day(3, 2):
        view = public_view(moment)
        assert SCREENS.is_secret(view) is (view.phase is Phase.BETTING)
        assert SCREENS.scene(view) == f"{view.race}:{view.phase}"
