"""How a bankroll came to be what it is, worked out backwards from what it is now and what the wallet moved.

A table counts once, by all it brought, when it last moved coins; one that is still played has brought nothing yet. What
the house lent or got back changes no bankroll.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from bot.bank.ledger import Reason

CURVED = 1000
"""So many of the newest movements a curve tells."""

POINTS = 120
"""So many points it has at most, beside its highest and its lowest."""

_LENT = {Reason.LOAN, Reason.REPAYMENT}
_OF_TABLES = {Reason.BUY_IN, Reason.PAY_OUT, Reason.DEBT, Reason.GIVE_BACK}


class Move(NamedTuple):
    """A movement of somebody's wallet."""

    movement: int
    """Its number: later ones have higher ones."""
    at: int
    """Milliseconds since 1970 UTC."""
    change: int
    """Coins; below zero what left the wallet."""
    reason: str
    table: str | None


class Point(NamedTuple):
    """What somebody's bankroll was from a moment on."""

    at: int
    worth: int


def curve(moves: Iterable[Move], playing: Collection[str], worth: int) -> list[Point]:
    """Return the points from the oldest on; the last is `worth`. Empty where fewer than two are known.

    `playing` are the tables whose buy-ins still lie there.
    """
    changes = _changes(moves, playing)
    points, held = list[Point](), worth
    for at, change in reversed(changes):
        points.append(Point(at, held))
        held -= change
    return thinned(points[::-1]) if len(points) > 1 else []


def _changes(moves: Iterable[Move], playing: Collection[str]) -> list[tuple[int, int]]:
    """Return by how much the bankroll changed, and when, in that order."""
    alone = list[tuple[int, int, int]]()
    tables = defaultdict[str, list[Move]](list)
    for move in moves:
        if move.reason in _LENT:
            continue
        if move.table is not None and move.reason in _OF_TABLES:
            tables[move.table].append(move)
        else:
            alone.append((move.movement, move.at, move.change))
    for table, those in tables.items():
        if table not in playing:
            last = max(those)
            alone.append((last.movement, last.at, sum(move.change for move in those)))
    return [(at, change) for _, at, change in sorted(alone)]


def thinned(points: Sequence[Point], most: int = POINTS) -> list[Point]:
    """Return at most so many points, evenly from among them, with the ends, the highest and the lowest."""
    if len(points) <= most:
        return list(points)
    last = len(points) - 1
    kept = {round(number * last / (most - 1)) for number in range(most)}
    for best in (max, min):
        kept.add(best(range(len(points)), key=lambda at: points[at].worth))
    return [points[at] for at in sorted(kept)]
