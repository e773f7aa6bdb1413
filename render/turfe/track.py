"""The track with its horses in their silks: where they run, which way the last one came, who is home."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from engines.parts.tuples import replaced
from engines.turfe.actions import Horse, Spot
from engines.turfe.view import View
from render.kit.straight import Straight, straight
from render.parts.canvas import Surface
from render.parts.palette import BLUE, RED, YELLOW, Colour, palette_with
from render.parts.shapes import Point, put_centred
from render.parts.silks import Stable, ribbon, token, trail

SAND: Colour = (221, 197, 150)
"""A raked space of the track."""
SAND_DARK: Colour = (210, 184, 135)
"""Its neighbour."""

_GREEN: Colour = (16, 134, 74)
PEARL: Colour = (246, 246, 244)
_COAL: Colour = (52, 48, 50)

STABLE = Stable({"red": RED, "blue": BLUE, "yellow": YELLOW, "green": _GREEN, "white": PEARL, "black": _COAL})
silks = STABLE.silks

PALETTE = palette_with(SAND_DARK, *STABLE.colours.values(), ground=SAND)
"""The palette that its pictures are encoded with."""

_NOWHERE = Spot(0, 0)


@dataclass(frozen=True, slots=True)
class Field:
    """All horses of a race at one moment."""

    horses: tuple[Horse, ...]
    places: tuple[Spot, ...]
    """By horse."""
    home: tuple[Horse, ...]
    """In the order of finish."""

    def place(self, horse: Horse) -> Spot:
        """Return where a horse stands."""
        return self.places[self.horses.index(horse)]

    def with_place(self, horse: Horse, place: Spot) -> Field:
        """Return the horses with one of them on another place."""
        return replace(self, places=replaced(self.places, self.horses.index(horse), place))

    def way(self, horse: Horse, start: Spot, end: Spot, length: int) -> list[Spot]:
        """Return the places a horse passed, the first and the last one included."""
        others = [place for other, place in zip(self.horses, self.places, strict=True) if other != horse]
        return [start, *path(start, end, others, length)]


def track_for(view: View, size: tuple[int, int], top: float) -> Straight:
    """Return a track that fills the width of a picture, below `top`."""
    return straight(len(view.horses), view.length, size, top, (SAND, SAND_DARK))


def middle(track: Straight, place: Spot) -> Point:
    """Return the middle of a place."""
    return track.point(place.space, place.lane - 1)


def point_of(track: Straight, field: Field, horse: Horse) -> Point:
    """Return where the middle of a horse's token is; horses that share a start or a home stand apart."""
    place = field.place(horse)
    beside = [other for other in field.horses if field.place(other) == place]
    x, y = middle(track, place)
    if len(beside) == 1:
        return x, y
    return x, y + (beside.index(horse) - (len(beside) - 1) / 2) * track.token * 0.72


def with_field(
    image: Surface,
    track: Straight,
    field: Field,
    top: Horse | None = None,
    *,
    without: Horse | None = None,
) -> None:
    """Draw every horse on its place, `top` over all others; one may be left out."""
    field = field if without is None else field.with_place(without, _NOWHERE)
    for horse in sorted(field.horses, key=lambda horse: horse == top):
        if horse == without:
            continue
        at = point_of(track, field, horse)
        put_centred(image, token(silks(field.horses)[horse], track.token), *at)
        if horse in field.home:
            ribbon(image, at, field.home.index(horse) + 1, track.token, 0.78, 0.84)


def with_trail(
    image: Surface, track: Straight, horses: Sequence[Horse], horse: Horse, passed: Sequence[Spot]
) -> None:
    """Draw where a horse came from, the first of `passed`, and a hoofprint on each place but the last."""
    points = [middle(track, place) for place in passed]
    trail(image, silks(horses)[horse], points[: max(1, len(points) - 1)], track.token, track.dot)


def path(start: Spot, end: Spot, others: Collection[Spot], length: int) -> list[Spot]:
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


def _way(start: Spot, end: Spot, lane: int, change: int) -> list[Spot]:
    """Return the way that enters `lane` with its step number `change`."""
    count = abs(end.space - start.space)
    on = 1 if end.space > start.space else -1
    steps = [
        Spot(lane if step >= change else start.lane, start.space + on * step) for step in range(1, count)
    ]
    return [*steps, end]
