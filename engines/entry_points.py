"""Games that other distributions bring, by entry points of the group `paddock.games`.

The entry point's name is the game's key. What it names has `engine`, the class of the game, and `computers`, the
classes of its computer players by their names. Source: Python Packaging User Guide, "Entry points specification".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.metadata import Distribution, EntryPoint, EntryPoints, distributions
from inspect import isabstract
from typing import Final, NamedTuple, Protocol

from engines.core import Agent, AnyGame, Game, Unreadable

GROUP: Final = "paddock.games"

KEY: Final = re.compile(r"[a-z][a-z0-9]{0,31}")
"""What a game may be called: its key stands in commands, custom ids and file names."""


class Brought(Protocol):
    """What an entry point names."""

    engine: type[AnyGame]
    computers: Mapping[str, type[Agent]]


class Found(NamedTuple):
    """What installed distributions say they bring."""

    points: Mapping[str, tuple[EntryPoint, ...]]
    """Entry points by the keys of their games, none of them loaded."""
    unread: Mapping[str, str]
    """Of distributions whose entry points cannot be read one line why, by name."""


@cache
def found() -> Found:
    """Look through the installed distributions; of two of one name the first counts, as in an import."""
    brought: dict[str, EntryPoints] = {}
    unread: dict[str, str] = {}
    for distribution in distributions():
        try:
            if points := distribution.entry_points.select(group=GROUP):
                brought.setdefault(re.sub(r"[-_.]+", "-", distribution.name).lower(), points)
        except Exception as error:  # noqa: BLE001 - somebody else's files, which may be wrong in any way
            name = _name_of(distribution)
            unread[name] = _told(f"the entry points of {name} cannot be read", error)
    by_key: dict[str, tuple[EntryPoint, ...]] = {}
    for point in sorted((each for points in brought.values() for each in points), key=lambda each: each.name):
        by_key[point.name] = (*by_key.get(point.name, ()), point)
    return Found(by_key, unread)


def _name_of(distribution: Distribution) -> str:
    try:
        return distribution.name or "?"
    except Exception:  # noqa: BLE001 - it may have no name either
        return "?"


@cache
def load(key: str) -> Brought:
    """Return what the entry point of this key names; raise Unreadable, in one line, unless it is a game."""
    with one_line(key):
        if not KEY.fullmatch(key):
            raise Unreadable("a key has at most 32 small letters and digits, a letter first")
        point, *others = found().points[key]
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
        raise Unreadable(refusal(key, error)) from None


def refusal(key: str, error: BaseException) -> str:
    """Say in one line who brings a game, and why it cannot be loaded."""
    by = ", ".join(sorted(point.dist.name for point in found().points.get(key, ()) if point.dist))
    return _told(f"the game {key!r} of {by or 'Paddock'} cannot be loaded", error)


def _told(what: str, error: BaseException) -> str:
    why = str(error) if isinstance(error, Unreadable) else f"{type(error).__name__}: {error}"
    return " ".join(f"{what} ({why})".split())


def _check(key: str, brought: Brought) -> None:
    engine: object = brought.engine
    if not (isinstance(engine, type) and issubclass(engine, Game)) or isabstract(engine):
        raise Unreadable(f"its engine is no whole class of a game, but {engine!r}")
    if engine.key != key:
        raise Unreadable(f"its engine calls itself {engine.key!r}")
    for told in ("public", "private"):
        if not isinstance(getattr(engine, told, None), Collection):
            raise Unreadable(f"its engine has no list of its {told} events")
    if not brought.computers:
        raise Unreadable("it has no computer player")
