"""Passages of a race as they are told, and what is said of them where there is no room for their sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from bot.games.kit.passages import Facts, Passage, in_lines


class ToldPassage(NamedTuple):
    """Rows that are told together, in sentences."""

    sentences: Sequence[str]
    moves: int
    """How many decisions they hold that somebody took."""
    gains: Mapping[str, int]
    """How far each horse came, by its name; below zero it went back."""
    is_kept: bool
    """Whether they are told where there is hardly any room: a horse came home."""


class LeftOut(NamedTuple):
    """What a message leaves out for want of room."""

    moves: int
    gains: Mapping[str, int]
    """How far each horse came, by its name, the one that came furthest first; who is where it was is not named."""


def lines_of(passages: Iterable[ToldPassage]) -> list[str]:
    """Return what is told, a line an item."""
    return in_lines(chain.from_iterable(each.sentences for each in passages))


def summed_up(passages: Sequence[ToldPassage]) -> LeftOut:
    """Add up what is left out; where nobody decided anything each sentence counts."""
    gained = Counter[str]()
    for each in passages:
        gained.update(each.gains)
    moves = sum(each.moves for each in passages) or len(lines_of(passages))
    return LeftOut(moves, {name: gain for name, gain in gained.most_common() if gain})


def gains_of(passage: Passage[Any]) -> Mapping[str, int]:
    """Return how far horses came by `moved` events that name squares, or a space of a lane; else nothing."""
    gained = Counter[str]()
    for moved in passage.of("moved"):
        gained[_named(passage, moved)] += _square(moved["to"]) - _square(moved["from"])
    return gained


def _square(place: Any) -> int:
    return int(place["space"] if isinstance(place, Mapping) else place)


def _named(passage: Passage[Any], moved: Facts) -> str:
    horse = str(moved["horse"])
    return str(passage.words.signed(horse)) if passage.words else horse.capitalize()
