"""The way a horse took: space by space from where it stood to where it came, past the others."""

from __future__ import annotations

from collections.abc import Collection

from engines.turfe.actions import Place


def path(start: Place, end: Place, others: Collection[Place], length: int) -> list[Place]:
    """Return the places of a move after `start`, one a step, the last of them `end`.

    One step may lead into a lane beside. Of several free ways the one that changes its lane first is taken;
    `others` are the places of the other horses. A crossing of the line is told by its lane before the move,
    so it may have led through a lane beside.
    """
    taken = {place for place in others if 1 <= place.space <= length}
    count = abs(end.space - start.space)
    lanes = (end.lane, start.lane - 1, start.lane + 1) if end.space > length else (end.lane,)
    ways = [_way(start, end, lane, change) for lane in lanes for change in range(1, count + 1)]
    return next((way for way in ways if taken.isdisjoint(way[:-1])), ways[0])


def _way(start: Place, end: Place, lane: int, change: int) -> list[Place]:
    """Return the way that enters `lane` with its step number `change`."""
    count = abs(end.space - start.space)
    on = 1 if end.space > start.space else -1
    steps = [
        Place(lane if step >= change else start.lane, start.space + on * step) for step in range(1, count)
    ]
    return [*steps, end]
