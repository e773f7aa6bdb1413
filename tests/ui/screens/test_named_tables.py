"""Where a race is run in a channel itself, what is posted says whose table it is, as far as there is room for that."""

from __future__ import annotations

from bot.messages.layout import MOST_TEXT, MessageLayout
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
