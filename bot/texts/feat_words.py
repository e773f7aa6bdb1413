"""What is said of an achievement."""

from __future__ import annotations

from typing import NamedTuple


class FeatWords(NamedTuple):
    """Its name, and in a sentence without a stop what somebody has done."""

    name: str
    sentence: str
