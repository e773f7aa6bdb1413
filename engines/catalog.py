"""The only list of the games: those of this house, then those that other distributions bring."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any, Final, TypeAlias

from engines import core, entry_points
from engines.core import Agent, Event, Unknown, Unreadable

AnyGame: TypeAlias = core.AnyGame

GAMES: Final = ("jockey", "turfe", "jumpyjack", "sulkydrom", "newmarket")
"""The keys of the games of this house: `engines.<key>` has the `GAME`, and its `COMPUTERS` by name."""

EARLIER: dict[tuple[str, int], str] = {}
"""Rules of before a correction, by game and version: `module:Class`. What was begun by them is finished by them."""

_adopted: dict[str, AnyGame] = {}


def all_keys() -> tuple[str, ...]:
    """Return the key of every game, of a broken one as well: nothing is loaded."""
    return (*GAMES, *(key for key in entry_points.found() if key not in GAMES))


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


def computers(key: str) -> Mapping[str, type[Agent]]:
    """Return the computer players of a game by their names; raise Unreadable."""
    if key not in GAMES:
        return brought(key).computers
    players: Mapping[str, type[Agent]] = import_module(f"engines.{key}").COMPUTERS
    return players


def brought(key: str) -> entry_points.Brought:
    """Return what another distribution brings as the game of this key; raise Unreadable."""
    if key not in all_keys():
        raise Unreadable(f"no game is called {key!r}; there are: {', '.join(all_keys())}")
    return entry_points.load(key)


def event_reader(key: str, version: int | None = None) -> Callable[[Mapping[str, Any]], Event]:
    """Return what reads events of a game back; without the game, or these rules of it, nobody is told any of them."""
    try:
        return rules_of(key, version).read_event
    except Unreadable:
        return Unknown


def games() -> list[AnyGame]:
    """Return every game that is not broken, with its usual edition."""
    broken = dict(problems())
    return [game(key) for key in all_keys() if key not in broken]


def problems() -> Iterator[tuple[str, str]]:
    """Say which games are broken: the key of each, and one line on what is wrong."""
    for key in all_keys():
        try:
            game(key)
        except Unreadable as error:
            yield key, str(error)


def adopt(own: Mapping[str, AnyGame]) -> None:
    """Make the editions of these games the usual ones of this process, those of the others the packaged ones.

    For the start of a process: a game that is under way has its edition with it and never asks for the usual one.
    """
    _adopted.clear()
    _adopted.update(own)


@cache
def _packaged(key: str) -> AnyGame:
    rules = _rules(key)
    with entry_points.one_line(key):
        return rules.with_edition()


def _rules(key: str) -> type[AnyGame]:
    if key not in GAMES:
        return brought(key).engine
    rules: type[AnyGame] = import_module(f"engines.{key}").GAME
    return rules
