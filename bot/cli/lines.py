"""Lines for a terminal: what comes out of a file may be longer than anybody reads, or mean something to a terminal."""

from __future__ import annotations

LONGEST = 1000
"""Letters of a line that says what is wrong."""


def printable(text: str) -> str:
    """Return text that cannot play tricks on a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def clear(text: str) -> str:
    """Return text as one line that can be read: its white space as blanks, and of a long one the beginning."""
    line = printable(" ".join(text.split()))
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"
