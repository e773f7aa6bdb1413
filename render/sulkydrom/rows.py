"""Where everything is on the course of a board: every horse in a row of its own as far as it would hide another.

A lane is as high as the rows of those in it; lanes in which nobody is share a narrow band.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple

from engines.core import Seat
from engines.sulkydrom.course import Spot
from engines.sulkydrom.state import Moved
from engines.sulkydrom.view import Phase, View
from render.parts.lettering import Face, fitted
from render.parts.plates import PENNANT, Tip, pennant_size, plate_width
from render.sulkydrom.track import EDGE, FINISH, HEIGHT, STRIP, WIDTH, Track, track_of

WIDE = 1.85
"""How many times as wide as its row is high a horse with its sulky is."""
SIZES = (74, 68, 62, 56, 50, 46, 42, 38, 34, 30, 26)
"""The heights of rows in pixels: the first in which all find room."""
LABEL = 30
"""The height of the number on a trail."""

_TALL = HEIGHT - 2 * EDGE
_BAND = 32
"""How high the band of lanes in which nobody is, is at least."""
_APART = 10
"""Pixels between two horses in a row, trails and plates included."""
_INSIDE = 14
"""Pixels that a trail is longer than the number on it, at least."""
_SHORT = 8
"""Pixels that a trail is long at least."""
_BESIDE = 6
"""Pixels between a horse and the plate before it, and between what else is beside each other."""


class Trail(NamedTuple):
    """Where a horse has passed of late."""

    left: float
    right: float
    label: str
    """How far it went."""
    is_old: bool
    changed: int
    """By how many lanes it changed: below 0 towards the inside."""

    @property
    def has_room(self) -> bool:
        """Whether the number fits on it; else it stands behind it."""
        return self.right - self.left >= label_width(self.label) + _INSIDE

    @property
    def begin(self) -> float:
        """Where it begins, its number included."""
        return self.left if self.has_room else self.left - label_width(self.label) - _BESIDE


class Run(NamedTuple):
    """A horse on the course with all that belongs to it, from left to right in pixels."""

    seat: Seat
    lane: int
    nose: float | None
    """None: it is home, and only its trail is seen."""
    trail: Trail | None
    plate: str
    """The number of its space; empty where there is none."""
    pennant: tuple[Tip, float] | None
    """Of the leader: on which side the tip of its pennant is, and where."""
    left: float
    right: float


class Band(NamedTuple):
    """One lane, or several in which nobody is."""

    first: int
    last: int
    top: int
    height: int


class Rows(NamedTuple):
    """The course of a board: how high rows are, the bands of its lanes from above, and the middle of every row."""

    size: int
    bands: Sequence[Band]
    runs: Sequence[tuple[Run, float]]
    """Every horse with the middle of its row, from the upper edge of the course."""


def label_width(label: str) -> float:
    """Return how wide the number of a trail is."""
    return fitted(label, Face.POSTER, LABEL).width


def width_at(size: int) -> int:
    """Return how wide a horse with its sulky is in rows so high."""
    return round(size * WIDE)


def pennant_lettering(size: int) -> int:
    """Return the height of what is written on the pennant of the leader, in rows so high."""
    return min(PENNANT, size - 4)


def rows_of(view: View, leader: Seat | None, leads: str) -> Rows:
    """Return the course of a view, in the highest rows that find room; `leads` is what the leader's pennant says."""
    for size in SIZES:
        runs = [_run(view, seat, size, leads if seat == leader else "") for seat in _seen(view)]
        lanes = [(lane, _packed(list(each))) for lane, each in groupby(runs, key=lambda run: run.lane)]
        groups = list(_groups(view, [lane for lane, _ in lanes]))
        empty = len(groups) - len(lanes)
        if sum(len(rows) for _, rows in lanes) * size + empty * _BAND <= _TALL:
            break
    return _stacked(size, dict(lanes), groups)


def _seen(view: View) -> list[Seat]:
    """Return whose horses are on the course or have just left it, by lanes, in each the foremost first."""
    seats = [seat for seat in range(view.seats) if _spot(view, seat)]
    return sorted(seats, key=partial(_order, view))


def _order(view: View, seat: Seat) -> tuple[int, int]:
    spot = _spot(view, seat) or Spot(0, 0)
    return spot.lane, -spot.space


def _spot(view: View, seat: Seat) -> Spot | None:
    """Return where a horse is, or of one at home where it got there if it did so of late."""
    moved = _moved(view, seat)
    return view.places[seat] or (moved.end if moved else None)


def _moved(view: View, seat: Seat) -> Moved | None:
    """Return the move of late that brought a horse where it is."""
    place, way = view.places[seat], track_of(view)
    for moved in reversed(view.recent):
        if moved.seat == seat and (place == moved.end or (place is None and way.is_home(moved.end))):
            return moved
    return None


# ------------------------------------------------------------------------------------------------- one horse


def _run(view: View, seat: Seat, size: int, leads: str) -> Run:
    way, place, moved = track_of(view), view.places[seat], _moved(view, seat)
    nose = way.nose(place)[0] if place else None
    trail = _trail(view, way, moved, size) if moved else None
    tail = nose - width_at(size) if nose is not None else FINISH
    left, right = min(tail, trail.begin if trail else tail), nose if nose is not None else FINISH
    plate = str(place.space) if place and place.space else ""
    beside = right + _BESIDE + plate_width(plate, plate_size(size)) if plate else right
    if view.home and beside > FINISH:
        plate, beside = "", right  # there is where those at home stand
    if not leads:
        return Run(seat, _spot_lane(view, seat), nose, trail, plate, None, left, beside)
    wide, _ = pennant_size(leads, pennant_lettering(size))
    if beside + 2 + wide <= WIDTH - 4:
        return Run(
            seat, _spot_lane(view, seat), nose, trail, plate, (Tip.LEFT, beside + 2), left, beside + 2 + wide
        )
    return Run(
        seat, _spot_lane(view, seat), nose, trail, plate, (Tip.RIGHT, left - 2), left - 2 - wide, beside
    )


def _spot_lane(view: View, seat: Seat) -> int:
    spot = _spot(view, seat)
    return spot.lane if spot else 1


def plate_size(size: int) -> int:
    """Return the height of the number on the plate before a horse, in rows so high."""
    return min(36, size - 2)


def _trail(view: View, way: Track, moved: Moved, size: int) -> Trail | None:
    """Return the trail of a move, which ends where the tail is, or at the line."""
    behind, is_home = width_at(size) * 0.96, way.is_home(moved.end)
    start, end = way.nose(moved.start)[0], FINISH if is_home else way.nose(moved.end)[0]
    left, right = max(start - behind, STRIP + 6), end - (6 if is_home else behind)
    changed = moved.end.lane - moved.start.lane
    lane, last = moved.end
    passed = moved.start.space
    if changed:  # how far it got forward is counted in the lane in which it is
        passed = bisect_right(range(1, last), start + 1, key=lambda space: way.nose(Spot(lane, space))[0])
    trail = Trail(left, right, f"+{last - passed}", moved != view.recent[-1], changed)
    if trail.begin < STRIP + 6:  # close to the start the number takes the place of some of it
        trail = trail._replace(left=left + STRIP + 6 - trail.begin)
    return trail if trail.right - trail.left >= _SHORT else None


# --------------------------------------------------------------------------------------------- lanes and rows


def _packed(runs: Sequence[Run]) -> list[list[Run]]:
    """Return the rows of a lane: each horse in the first in which it hides nobody, those in front first."""
    rows: list[list[Run]] = []
    for run in runs:
        row = next((row for row in rows if all(_is_apart(run, other) for other in row)), None)
        if row is None:
            rows.append([run])
        else:
            row.append(run)
    return rows


def _is_apart(one: Run, other: Run) -> bool:
    return one.right + _APART <= other.left or other.right + _APART <= one.left


def _groups(view: View, taken: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the lanes, from the first to the last of each band."""
    for is_taken, lanes in groupby(range(1, len(view.lengths) + 1), key=lambda lane: lane in taken):
        found = list(lanes)
        if is_taken:
            yield from ((lane, lane) for lane in found)
        else:
            yield found[0], found[-1]


def _stacked(size: int, lanes: dict[int, list[list[Run]]], groups: Sequence[tuple[int, int]]) -> Rows:
    """Put the bands one below the other: what is left of the height goes to lanes in which nobody is, or to all."""
    empty = sum(last - first + 1 for first, last in groups if first not in lanes)
    rest = _TALL - sum(len(rows) for rows in lanes.values()) * size
    spare = 0.0 if empty else rest / max(len(lanes), 1)
    bands, runs, top = [], [], EDGE
    for first, last in groups:
        rows = lanes.get(first, [])
        high = len(rows) * size + spare if rows else rest * (last - first + 1) / empty
        bands.append(Band(first, last, round(top), round(top + high) - round(top)))
        above = top + spare / 2
        for number, row in enumerate(rows):
            runs += [(run, above + size * (number + 0.5)) for run in row]
        top += high
    return Rows(size, bands, runs)


def asked(view: View) -> Seat | None:
    """Return whose horse drives now."""
    return view.to_act[0] if view.phase is Phase.DRIVING and view.places[view.to_act[0]] else None
