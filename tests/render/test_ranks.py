"""Ranks read as ranks, where horses have numbers as well, and scores say what they are counted in."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import pytest

from benches.shown_pictures import FINAL, RESULT, of_a_game
from engines import catalog
from render import Picture
from tests.render.laid_out import _recorded, texts

PEOPLE = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Fritz", "Gina", "Hiro")


@cache
def said(key: str, kind: str, seats: int) -> list[str]:
    """Return what is written on the last picture of a kind in a random game."""
    shown = [each.picture for each in of_a_game(key, PEOPLE[:seats], Random(4)) if each.kind == kind]
    return written(shown[-1])


def written(picture: Picture) -> list[str]:
    """Return every text on a picture."""
    with _recorded([]) as drawn:
        picture.drawing()
    return [text.what for canvas in drawn for text in texts(canvas)]


@pytest.mark.parametrize("key", ["jockey", "turfe", "jumpyjack", "sulkydrom"])
def test_below_a_photo_finish_horses_have_ranks_that_are_no_numbers(key: str) -> None:
    told = said(key, RESULT, 4)
    assert {"1st", "2nd"} <= set(told)
    assert any(re.match(r"(3rd|4th|5th)\b", text) for text in told)
    assert not [text for text in told if re.match(r"\d+ [A-Z]", text)]


@pytest.mark.parametrize("key", catalog.GAMES)
def test_a_final_standing_says_what_is_counted(key: str) -> None:
    told = said(key, FINAL, catalog.game(key).seats[0])
    in_points = key in {"jumpyjack", "sulkydrom", "newmarket"}
    scores = [text for text in told if re.search(r"\d", text)]
    assert any(re.search(r" points?$", text) for text in scores) is in_points


def test_from_the_fourth_on_a_place_in_the_end_is_written_as_one() -> None:
    told = said("jumpyjack", FINAL, 8)
    assert [text for text in told if re.fullmatch(r"\d+(th|rd|nd|st)", text)]
