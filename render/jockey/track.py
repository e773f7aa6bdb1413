"""Jockey's course and its horses: where they run, where they came from, who is home."""

from __future__ import annotations

from engines.jockey.view import View
from render.jockey.horses import silks
from render.jockey.words import Words
from render.kit.round import FULL, Round
from render.kit.runners import Runner
from render.parts.oval import Scale


def course_of(view: View, scale: Scale = FULL) -> Round:
    """Return the course of an edition of so many squares and horses."""
    return Round(view.squares, len(view.horses), scale)


def runners_of(view: View, words: Words) -> list[Runner]:
    """Return the horses, lane by lane, with the move of the last card."""
    worn, last = silks(view.horses), view.last
    return [
        Runner(
            words.horse(horse),
            worn[horse],
            place,
            last.start if last and last.horse == horse and last.end is not None else None,
            view.home.index(horse) + 1 if horse in view.home else None,
        )
        for horse, place in zip(view.horses, view.places, strict=True)
    ]
