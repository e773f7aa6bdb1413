from __future__ import annotations

from bot.ui.message_layout import MOST_TEXT, MessageLayout
from bot.ui.screens.board_sentences import stretch_of, with_told_above
from tests.games.race_days import race_day


def test_above_a_message_that_is_full_nothing_is_told_but_how_much_is_left_out() -> None:
    snapshot, before, rows = race_day(2, 1)[-1]
    full = MessageLayout("x" * (MOST_TEXT + 1))
    told = with_told_above(full, snapshot, stretch_of(snapshot, before, rows), before, {})
    left_out, said = told.text.splitlines()
    assert "more before this" in left_out
    assert said == full.text
