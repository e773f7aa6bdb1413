"""Where a race is run in a channel itself, what is posted says whose table it is, as far as there is room for that."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.messages.layout import MOST_TEXT, MessageLayout
from bot.messages.layouts.result_layout import cancelled_layout, final_layout, result_layout
from bot.ui.screens.public_posts import _naming
from tests.games.race_days import race_day

LINE = "-# Jockey · table ABCDEFGH2346"


def test_the_line_stands_below_and_stays_once_the_controls_go() -> None:
    snapshot = race_day(3, 1)[1].snapshot
    named = _naming(snapshot, MessageLayout("A board", lasting="They are off!"))
    assert (named.text, named.lasting) == (f"A board\n{LINE}", f"They are off!\n{LINE}")
    assert _naming(snapshot, named) == named


def test_a_message_that_is_full_goes_without_it() -> None:
    snapshot = race_day(3, 1)[1].snapshot
    for room in (0, len(LINE)):
        full = MessageLayout("x" * (MOST_TEXT - room))
        assert _naming(snapshot, full) == full
    named = _naming(snapshot, MessageLayout("x" * (MOST_TEXT - len(LINE) - 1)))
    assert named.text.endswith(LINE)
    assert len(named.text) == MOST_TEXT


@pytest.mark.parametrize("stretch", [1, 400], ids=["after a move", "after all of it"])
def test_results_say_whose_table_it_is_however_much_they_tell(stretch: int) -> None:
    day = race_day(6, 1)
    rows = tuple(row for moment in day for row in moment.rows)
    last = day[-1].snapshot
    at = replace(last, table=replace(last.table, thread_id=last.table.channel_id))
    before = None if stretch > len(day) else day[-1 - stretch].snapshot.standing
    for layout in (
        result_layout(at, None, before, rows[before.length if before else 0 :]),
        final_layout(at, (), rows, before),
        cancelled_layout(at, rows, (), before),
        cancelled_layout(at),
    ):
        assert LINE in layout.text.splitlines()
        assert len(layout.text) <= MOST_TEXT
    assert LINE not in final_layout(last, (), rows, before).text
