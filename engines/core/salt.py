"""The salt: what people add to the luck of a table, a string each, in the header of a race log.

A string is the id that Discord gave a press, as a decimal number; or such an id, a space, and the words that were
added with it. An id is a snowflake: the moment in which Discord received the press is in it.
Source: Discord's documentation, "Snowflakes".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import pairwise
from typing import NamedTuple

EPOCH = 1_420_070_400_000
"""The first moment of 2015, from which snowflakes count: milliseconds since 1970 UTC."""

DIGITS = 16
"""Of the SHA-256 of a salt, so many hex digits are its digest."""

_FORM = re.compile(r"(0|[1-9][0-9]{0,19})(?: (\S.*))?")


class Pressed(NamedTuple):
    """A press that went into the luck, with the words it added, on one line, if it added any."""

    press: int
    words: str = ""

    def __str__(self) -> str:
        return f"{self.press} {self.words}" if self.words else str(self.press)

    @classmethod
    def read(cls, text: str) -> Pressed | None:
        """Read a string of a salt; None if it is none of ours."""
        match = _FORM.fullmatch(text)
        return cls(int(match[1]), match[2] or "") if match else None

    @property
    def at(self) -> int:
        """When Discord received it, in milliseconds since 1970 UTC."""
        return (self.press >> 22) + EPOCH


def digest(salt: Iterable[str]) -> str:
    """Name a salt in a few characters: the first of the SHA-256 of its strings joined by newlines, in hex."""
    return sha256("\n".join(salt).encode()).hexdigest()[:DIGITS]


def with_press(salt: Sequence[str], pressed: Pressed) -> tuple[str, ...]:
    """Add a press in its place: presses stand in the order of their moments, which nobody can choose."""
    return tuple(sorted([*salt, str(pressed)], key=_moment))


def newest(salt: Iterable[str]) -> int:
    """Return when the last press was made, in milliseconds since 1970 UTC."""
    return max(map(_moment, salt), default=EPOCH)


def disorder(salt: Sequence[str]) -> Iterator[str]:
    """Say where a salt is not in the order of its presses, or not a string a line: somebody may have chosen so."""
    for number, text in enumerate(salt, 1):
        if "\n" in text:
            yield f"string {number} of the salt is more than one line"
    for number, (before, after) in enumerate(pairwise(map(Pressed.read, salt)), 1):
        if before and after and after.at < before.at:
            early = before.at - after.at
            yield f"string {number + 1} of the salt was pressed {early} ms before string {number} above it"


def _moment(text: str) -> int:
    pressed = Pressed.read(text)
    return pressed.at if pressed else EPOCH
