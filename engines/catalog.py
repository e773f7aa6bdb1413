"""The only list of the games: those built in, then those that other distributions bring."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib import import_module
from typing import Any, Final, TypeAlias

from engines import core, entry_points
from engines.core import Agent, Event, Unknown, Unreadable

AnyGame: TypeAlias = core.AnyGame

GAMES: Final = ("jockey", "turfe", "jumpyjack", "sulkydrom", "newmarket")
"""The keys of the games built in: `engines.<key>` has the `GAME`, and its `COMPUTERS` by name."""

EARLIER: dict[tuple[str, int], str] = {("newmarket", 1): "engines.newmarket.game:NewmarketOfVersion1"}
"""Rules of before a correction, by game and version: `module:Class`. What was begun by them is finished by them."""

STEADY: Final = "steady"
"""The computer player that every game has, which decides where nobody else does: legal, and never foolish."""

_adopted: dict[str, AnyGame] = {}


def all_keys() -> tuple[str, ...]:
    """Return the key of every game, of a broken one as well: nothing is loaded."""
    return (*GAMES, *(key for key in entry_points.found().points if key not in GAMES))


def game(key: str, edition: Mapping[str, Any] | str | None = None, rules: int | None = None) -> AnyGame:
    """Return a game with the edition given, as plain data or as text, or else with the usual one; raise Unreadable.

    `rules` is the version of its rules, None for today's.
    """
    wanted = rules_of(key, rules)
    if edition is None and wanted is _rules(key):
        return _adopted.get(key) or _packaged(key)
    if isinstance(edition, Mapping):
        return _of_edition(wanted, json.dumps(edition))
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


def tempers(key: str) -> Sequence[str]:
    """Name the computer players of a game that sit down at a table: the steady one where none has a temper of its own.

    Raises Unreadable.
    """
    source = import_module(f"engines.{key}") if key in GAMES else brought(key)
    named: Sequence[str] = getattr(source, "TEMPERS" if key in GAMES else "tempers", ())
    return [name for name in named if name in computers(key)] or [STEADY]


def brought(key: str) -> entry_points.Brought:
    """Return what another distribution brings as the game of this key; raise Unreadable."""
    if key not in all_keys():
        raise Unreadable(f"no game is called {key!r}; there are: {', '.join(all_keys())}")
    return entry_points.load(key)


def event_reader(key: str, version: int | None = None) -> Callable[[Mapping[str, Any]], Event]:
    """Return what reads events of a game back; nobody is told one that no rules here know, or that they break over."""
    try:
        known = rules_of(key, version).read_event
    except Unreadable:
        return Unknown

    def read(plain: Mapping[str, Any]) -> Event:
        try:
            return known(plain)
        except Exception:  # noqa: BLE001 - rules of somebody else may fail in any way
            return Unknown(plain)

    return read


def games() -> list[AnyGame]:
    """Return every game that is not broken, with its usual edition."""
    left_out = dict(broken(game))
    return [game(key) for key in all_keys() if key not in left_out]


def broken(load: Callable[[str], object]) -> Iterator[tuple[str, str]]:
    """Say of which games `load` raises Unreadable: the key of each, and one line on what is wrong."""
    for key in all_keys():
        try:
            load(key)
        except Unreadable as error:
            yield key, str(error)


def ignored() -> Iterator[tuple[str, str]]:
    """Say what other distributions bring in vain, in one line each: by its key, or by the distribution's name."""
    points, unread = entry_points.found()
    yield from unread.items()
    for key in points.keys() & GAMES:
        yield key, entry_points.refusal(key, Unreadable("a game built in has that key"))


def adopt(own: Mapping[str, AnyGame]) -> None:
    """Make the editions of these games the usual ones of this process, those of the others the packaged ones.

    For the start of a process: a game that is under way has its edition with it and never asks for the usual one.
    """
    _adopted.clear()
    _adopted.update(own)


@cache
def packaged_edition(key: str) -> Mapping[str, Any]:
    """Return the edition that is packaged with a game, as plain data, whatever was adopted; raise Unreadable."""
    edition: Mapping[str, Any] = _packaged(key).edition.model_dump(mode="json")
    return edition


@cache
def _packaged(key: str) -> AnyGame:
    rules = _rules(key)
    with entry_points.one_line(key):
        return rules.with_edition()


@lru_cache(maxsize=64)
def _of_edition(rules: type[AnyGame], edition: str) -> AnyGame:
    """Make a game once for all tables with the same edition: to unpack one takes as long as many moves."""
    return rules.with_edition(json.loads(edition))


def _rules(key: str) -> type[AnyGame]:
    if key not in GAMES:
        return brought(key).engine
    rules: type[AnyGame] = import_module(f"engines.{key}").GAME
    return rules
