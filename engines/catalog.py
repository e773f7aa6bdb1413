"""The only list of the games."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any, TypeAlias

from engines.core import Game, Unreadable

AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]

GAMES: dict[str, str] = {
    "jockey": "Jockey",
    "turfe": "Turfe",
    "jumpyjack": "JumpyJack",
    "sulkydrom": "Sulkydrom",
    "newmarket": "Newmarket",
}
"""Every game by its key, with the class in `engines.<key>` that knows its rules."""

EARLIER: dict[tuple[str, int], str] = {}
"""Rules of before a correction, by game and version: `module:Class`. What was begun by them is finished by them."""

_adopted: dict[str, AnyGame] = {}


def game(key: str, edition: Mapping[str, Any] | str | None = None, rules: int | None = None) -> AnyGame:
    """Return a game with the edition given, as plain data or as text, or else with the usual one; raise Unreadable.

    `rules` is the version of its rules, None for today's.
    """
    wanted = rules_of(key, rules)
    if edition is None and wanted is _rules(key):
        return _adopted.get(key) or _packaged(key)
    return wanted.with_edition(edition)


def rules_of(key: str, version: int | None = None) -> type[AnyGame]:
    """Return the rules of a game, those of today or of an earlier version; raise Unreadable where there are none."""
    today = _rules(key)
    if version in {None, today.rules}:
        return today
    known = sorted({today.rules, *(each for name, each in EARLIER if name == key)})
    if version not in known:
        told = ", ".join(map(str, known))
        raise Unreadable(f"{key} by its rules of version {version}; this program has version {told}")
    module, _, name = EARLIER[key, version].partition(":")
    rules: type[AnyGame] = getattr(import_module(module), name)
    return rules


def games() -> list[AnyGame]:
    """Return every game, with its usual edition."""
    return [game(key) for key in GAMES]


def adopt(own: Mapping[str, AnyGame]) -> None:
    """Make the editions of these games the usual ones of this process, those of the others the packaged ones.

    For the start of a process: a game that is under way has its edition with it and never asks for the usual one.
    """
    _adopted.clear()
    _adopted.update(own)


@cache
def _packaged(key: str) -> AnyGame:
    return _rules(key).with_edition()


def _rules(key: str) -> type[AnyGame]:
    if key not in GAMES:
        raise Unreadable(f"no game is called {key!r}; there are: {', '.join(GAMES)}")
    rules: type[AnyGame] = getattr(import_module(f"engines.{key}"), GAMES[key])
    return rules
