"""What is told in public of rows of a log: under a board and above the result of a race that they ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from bot.games.kit.told import ToldPassage, lines_of, summed_up
from bot.messages.layout import MessageLayout, below
from bot.messages.snapshot import Snapshot
from bot.tables import Standing
from bot.tables.table import Taken
from bot.texts import Texts
from engines.core import Row

NOBODY: Mapping[int, Taken] = MappingProxyType({})

Stretch = Sequence[tuple[Row, Any, bool]]
"""Rows of the log, each with everyone's view after it, and whether it was decided in the open."""


def stretch_of(snapshot: Snapshot, before: Standing | None, rows: Sequence[Row]) -> Stretch:
    """Follow `rows` from `before` on, and note what everyone saw after each."""
    told = []
    standing = before or _first(snapshot, rows)
    for row in rows:
        is_open = standing is not None and not snapshot.screens.is_secret(standing.view(None))
        if standing is not None:
            standing = standing.after_row(row)
        seen = standing or snapshot.standing or before
        assert seen is not None
        told.append((row, seen.view(None), is_open))
    return told


def _first(snapshot: Snapshot, rows: Sequence[Row]) -> Standing | None:
    """Return the moment at which a race day began, if `rows` go on from there: nothing was told before it."""
    goes_on = bool(rows) and rows[0].n == 0 and any(row.action for row in rows)
    return Standing.begin(snapshot.table)[0] if goes_on else None


def told_passages(snapshot: Snapshot, stretch: Stretch, before: Standing | None) -> list[ToldPassage]:
    """Tell a stretch in the words of the game."""
    rows = [(row, seen) for row, seen, _ in stretch]
    seen = before.view(None) if before else None
    return snapshot.title.story.told(rows, snapshot.who, snapshot.t, seen, snapshot.table.table_id)


def by_race(stretch: Stretch) -> Sequence[Stretch]:
    """Divide a stretch where races end: their results tell what led there, the next board only what came after."""
    parts: list[list[tuple[Row, Any, bool]]] = [[]]
    for row, seen, is_open in stretch:
        end = next((at for at, event in enumerate(row.events) if event["type"] == "race_over"), None)
        if end is not None:
            parts[-1].append((replace(row, events=row.events[: end + 1]), seen, is_open))
            parts.append([])
            rest = replace(row, seat=None, action=_RACE_OVER, events=row.events[end + 1 :])
            parts[-1].append((rest, seen, is_open))
        else:
            parts[-1].append((row, seen, is_open))
    return parts


_RACE_OVER: Mapping[str, Any] = MappingProxyType({"type": "race_over"})
"""Stands for the action of a row of which only what comes after a race is told: nobody did that."""


def until_the_end(stretch: Stretch, race: int | None) -> Stretch:
    """Return what led to the end of a race, from the end of the one before; of the last one if it is not named."""
    ended = by_race(stretch)[:-1]
    named = [part for part in ended if race in {None, part[-1][0].events[-1]["race"]}]
    return named[-1] if named else ()


def with_told_above(
    layout: MessageLayout,
    snapshot: Snapshot,
    stretch: Stretch,
    before: Standing | None,
    takers: Mapping[int, Taken],
) -> MessageLayout:
    """Tell a stretch above what a message says, but for what that says itself.

    What there is no room for, the oldest first, is summed up; that a horse came home is told all the same.
    """
    layout, told = untold_above(layout, snapshot, stretch, before, takers)
    return layout._replace(text=below(*fitting(told, layout.room, snapshot.t), layout.text))


def untold_above(
    layout: MessageLayout,
    snapshot: Snapshot,
    stretch: Stretch,
    before: Standing | None,
    takers: Mapping[int, Taken],
) -> tuple[MessageLayout, list[ToldPassage]]:
    """Say above a message for whom something was decided; return it with what of the stretch it does not tell."""
    layout = layout._replace(text=below(*decided_by_others(snapshot, stretch, takers), layout.text))
    return layout, _without(told_passages(snapshot, stretch, before), layout.text.splitlines())


def _without(passages: Sequence[ToldPassage], said: Sequence[str]) -> list[ToldPassage]:
    """Leave out sentences that are said already."""
    untold = [
        each._replace(sentences=[line for line in each.sentences if line not in said]) for each in passages
    ]
    return [each for each in untold if each.sentences]


def fitting(passages: Sequence[ToldPassage], room: int, t: Texts) -> Sequence[str]:
    """Return what is told of passages in so many characters, and of those for which they do not suffice in sum."""
    shown, left = list(passages), list[ToldPassage]()
    lines = lines_of(shown)
    while shown and len(below(*lines)) > room:
        passing = next((number for number, each in enumerate(shown) if not each.is_kept), 0)
        left.append(shown.pop(passing))
        lines = [t.table.left_out(*summed_up(left)), *lines_of(shown)]
    if left and not shown:
        return [t.table.left_out(summed_up(left).moves, {})]
    return lines


def decided_by_others(snapshot: Snapshot, stretch: Stretch, takers: Mapping[int, Taken]) -> list[str]:
    """Say for whom something was decided; a standing order or an only move tells nothing of a secret decision."""
    whose: dict[Taken, set[int]] = {}
    for row, _, is_open in stretch:
        taken = takers.get(row.n)
        if taken is None or row.seat is None or not (is_open or taken in {Taken.CLOCK, Taken.AWAY}):
            continue
        whose.setdefault(taken, set()).add(row.seat)
    people = {taken: [snapshot.who(seat) for seat in sorted(seats)] for taken, seats in whose.items()}
    return [snapshot.t.table.taken(taken, named) for taken, named in people.items()]
