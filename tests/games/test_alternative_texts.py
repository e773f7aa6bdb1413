"""What a picture shows is told in plain words: nothing that is read aloud as a symbol, and no markup."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.messages.layout import MessageLayout
from bot.texts.markup import plain
from engines import catalog
from render import Picture
from render.picture import Listing
from tests.games.race_days import Moment, race_day, seatings

NAMES = ("Ana", "Ben", "Cleo")

SYMBOLS = re.compile("[\u2190-\u21ff\u2300-\u2bff\ufe0f\u20e3\U0001f000-\U0001faff·|*_`#~<>]")
"""Emoji, arrows, dots between the parts of a line, and markup."""


def drawings(moment: Moment) -> Iterator[Picture]:
    """Draw all that a moment shows, to everyone and to each seat."""
    shown = moment.snapshot
    view, screens, words = shown.standing.view(None), shown.screens, shown.words
    who = NAMES.__getitem__
    yield screens.board(view, NAMES, words)
    if screens.settled(view):
        yield screens.race_result(view, NAMES, who, words)[1]
    if shown.standing.match.outcome:
        yield from screens.final_result(view, NAMES, who, words)[1]
    for seating in seatings(moment):
        yield from screens.desk(replace(seating, names=NAMES), words).drawings


@pytest.mark.parametrize("game", catalog.all_keys())
def test_every_picture_is_told_in_plain_words(game: str) -> None:
    moments = race_day(3, 3, game=game)
    told = {drawing.alt for moment in moments for drawing in drawings(moment)}
    views = [moment.snapshot.standing.view(None) for moment in moments]
    last = moments[-1].snapshot
    told.add(last.screens.replay(views, NAMES, last.words).alt)

    assert [alt for alt in told if SYMBOLS.search(alt) or not alt.endswith(".")] == []


@pytest.mark.parametrize("game", catalog.all_keys())
def test_a_board_in_words_has_a_line_a_horse_and_discord_makes_no_list_of_them(game: str) -> None:
    for moment in race_day(3, 3, game=game):
        at = moment.snapshot
        view = at.standing.view(None)
        layout = MessageLayout("Race 1", (at.screens.board(view, NAMES, at.words),))
        lines = layout.in_words().text.splitlines()
        assert not [line for line in lines if re.match(r"(> )?\s*(\d+[.)]|[-+*])\s", line)]
        board = at.screens.board(view, NAMES, at.words)
        (horses,) = [each for each in board.alt.sentences if isinstance(each, Listing)]
        assert {f"> {plain(line)}" for line in horses.lines} <= {*lines}
        assert len(horses.lines) >= (1 if game == "jumpyjack" else 3), (
            "who is on the podium is told in a sentence"
        )
        assert not [line for line in horses.lines if ";" in line or " and " in line], "horses share no line"


@pytest.mark.parametrize("line", ["1. Ana", "- Ana", "+ Ana", "12) Ana", "1. G Green Spirit at home."])
def test_a_line_of_plain_text_is_no_item_of_a_list(line: str) -> None:
    assert not re.match(r"\s*(\d+[.)]|[-+*])\s", plain(line))
    assert plain(line).replace("\\", "") == line
