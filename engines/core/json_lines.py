"""JSON text that a person wrote: in which line everything stands, so that what is wrong can be pointed at."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from engines.core.errors import Unreadable

Path: TypeAlias = tuple[str | int, ...]
"""The way to a value: keys of objects, indices of arrays."""

DECODER: Final = json.JSONDecoder()

BLANK: Final = re.compile(r"[ \t\n\r]*")


def lines_of(text: str) -> dict[Path, int]:
    """Return the line, from 1, of every value by its path; raise Unreadable with the line if it is not JSON.

    A key that stands twice in an object is refused: of its two values JSON would silently take the second.
    """
    try:
        DECODER.decode(text)
        return {path: _line(text, start) for path, start in _walk(text, (), _skip(text, 0))}
    except json.JSONDecodeError as error:
        raise Unreadable(f"line {error.lineno}: not JSON ({error.msg})") from None
    except Unreadable:
        raise
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"line 1: not JSON ({error})") from None


def line_of(lines: Mapping[Path, int], path: Path) -> int:
    """Return the line of a value; of what is missing, that of the innermost value it should be in."""
    return next(lines[path[:depth]] for depth in range(len(path), -1, -1) if path[:depth] in lines)


def _walk(text: str, path: Path, at: int) -> Iterator[tuple[Path, int]]:
    if not path:
        yield path, at
    if text[at] not in "{[":
        return
    known = set()
    for name, start, value in _members(text, at):
        if name in known:
            raise Unreadable(f"line {_line(text, start)}: {name} stands here a second time")
        known.add(name)
        yield (*path, name), start
        yield from _walk(text, (*path, name), value)


def _members(text: str, at: int) -> Iterator[tuple[str | int, int, int]]:
    """Yield each key or index in an object or array, where that stands in the text, and where its value does."""
    is_object, index = text[at] == "{", 0
    at = _skip(text, at + 1)
    while text[at] not in "]}":
        start, name = at, index
        if is_object:
            name, at = DECODER.raw_decode(text, at)
            at = _skip(text, _skip(text, at) + 1)  # over the colon
        yield name, start, at
        _, at = DECODER.raw_decode(text, at)
        at = _skip(text, at)
        if text[at] == ",":
            at = _skip(text, at + 1)
        index += 1


def _skip(text: str, at: int) -> int:
    blank = BLANK.match(text, at)
    assert blank is not None
    return blank.end()


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
