"""A page of a leaderboard as a picture: drawn and told by the same values."""

from __future__ import annotations

import pickle

import pytest

from render.standings import GAP, ROW, Line, Page, _drawn, standings
from tests.render.seen import require_apart

TOLD = "{place}. {name}: {value}."
LINES = tuple(Line(1 + n, f"P{n}", f"+{n}", "", is_own=n == 3) for n in range(10))


def test_a_picture_is_told_line_by_line_with_the_readers_own_place_last() -> None:
    own = Line(42, "Ana\nB", "−7", "1 win in 9 games", is_own=True, is_loss=True)
    shown = standings(Page("Profit", (*LINES[:2], Line(3, "\u200b", "0", "")), own, "Somebody", TOLD))
    assert shown.alt == "Profit. 1. P0: +0. 2. P1: +1. 3. Somebody: 0. 42. Ana B: −7."


@pytest.mark.drawn
def test_it_is_as_high_as_it_has_lines() -> None:
    page = Page("Profit", LINES, None, "Somebody", TOLD)
    assert (standings(page).width, standings(page).height) == (1200, 120 + 10 * ROW)
    own = Line(12_345, "Ana", "−1,000,000,000", "1 win in 9 games", is_own=True)
    assert standings(page._replace(own=own)).height == 120 + 11 * ROW + GAP
    few = Page("Profit", LINES[:1], None, "Somebody", TOLD)
    assert standings(few).height == 120 + ROW


@pytest.mark.drawn
def test_another_process_can_draw_it_and_equal_pages_give_equal_bytes() -> None:
    page = Page("Profit", LINES[:2], LINES[9], "Somebody", TOLD)
    recipe = standings(page).recipe
    assert recipe is not None
    assert pickle.loads(recipe)() == standings(pickle.loads(pickle.dumps(page))).draw()


def test_however_long_names_and_values_are_no_text_covers_another() -> None:
    said = "1,234 wins in 12,345 games"
    names = ("Bartholomäus von Hohenlohe 12345", "Ana", "W" * 32)
    values = ("+123,456,789 coins", "−7", "1,512 ?")
    lines = tuple(
        Line(1 + n, name, value, said) for n, (name, value) in enumerate(zip(names, values, strict=True))
    )
    image = _drawn(
        Page("Profit in every game, this season", lines, lines[0]._replace(place=123_456), "?", TOLD)
    )
    require_apart(image)
