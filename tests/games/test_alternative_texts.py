"""What a picture shows is told in plain words: nothing that is read aloud as a symbol, and no markup."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engines import catalog
from render import Picture
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
