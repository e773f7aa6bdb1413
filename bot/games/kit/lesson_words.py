"""What a lesson says while it is played: a short paragraph where something is asked, or happens, for the first time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

MOST_WORDS = 45
"""Words of a paragraph: one idea, read before one decides."""


class LessonWords(NamedTuple):
    """The paragraphs of one game. A game that has none is explained by its hints."""

    aim: str = ""
    """What it is about, above the first thing that is asked."""
    asked: Mapping[str, Sequence[str]] = {}
    """By kind of decision what is said when it is asked for the first time, the second time and so on."""
    happened: Mapping[str, str] = {}
    """By kind of event what is said once it has happened for the first time."""
    closing: str = ""
    """What to remember, once it is over."""

    def on_asking(self, kind: str, times: int) -> str:
        """Return what is said of a kind of decision that was taken so many times before; empty where nothing is."""
        paragraphs = self.asked.get(kind, ())
        return paragraphs[times] if times < len(paragraphs) else ""
