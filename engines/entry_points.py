"""Games that other distributions bring, by entry points of the group `paddock.games`.

The entry point's name is the game's key. What it names has `engine`, the class of the game, and `computers`, the
classes of its computer players by their names. Source: Python Packaging User Guide, "Entry points specification".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from inspect import isabstract
from typing import Final, Protocol

from engines.core import Agent, AnyGame, Game, Unreadable

GROUP: Final = "paddock.games"

KEY: Final = re.compile(r"[a-z][a-z0-9]{0,31}")
"""What a game may be called: its key stands in commands, custom ids and file names."""


class Brought(Protocol):
    """What an entry point names."""

    engine: type[AnyGame]
    computers: Mapping[str, type[Agent]]


@cache
def found() -> Mapping[str, tuple[EntryPoint, ...]]:
    """Return the entry points of installed distributions by the keys of their games, none of them loaded."""
    points: dict[str, tuple[EntryPoint, ...]] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        points[point.name] = (*points.get(point.name, ()), point)
    return points


@cache
def load(key: str) -> Brought:
    """Return what the entry point of this key names; raise Unreadable, in one line, unless it is a game."""
    with one_line(key):
        if not KEY.fullmatch(key):
            raise Unreadable("a key has at most 32 small letters and digits, a letter first")
        point, *others = found()[key]
        if others:
            raise Unreadable("more than one distribution brings a game of this key")
        brought: Brought = point.load()
        _check(key, brought)
        return brought


@contextmanager
def one_line(key: str) -> Iterator[None]:
    """Raise Unreadable, saying in one line what is wrong with a game, whatever its own program raises."""
    try:
        yield
    except (Exception, SystemExit) as error:  # noqa: BLE001 - it is somebody else's program, and may fail in any way
        why = str(error) if isinstance(error, Unreadable) else f"{type(error).__name__}: {error}"
        by = ", ".join(sorted(point.dist.name for point in found().get(key, ()) if point.dist))
        told = f"the game {key!r} of {by or 'this house'} cannot be loaded ({why})"
        raise Unreadable(" ".join(told.split())) from None


def _check(key: str, brought: Brought) -> None:
    engine: object = brought.engine
    if not (isinstance(engine, type) and issubclass(engine, Game)) or isabstract(engine):
        raise Unreadable(f"its engine is no whole class of a game, but {engine!r}")
    if engine.key != key:
        raise Unreadable(f"its engine calls itself {engine.key!r}")
    if not brought.computers:
        raise Unreadable("it has no computer player")
