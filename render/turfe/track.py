"""The track with its horses: where they run, which way the last one came, who is home."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from PIL import Image

from engines.turfe.actions import Horse, Place
from engines.turfe.view import View
from render.kit.straight import Straight, straight
from render.parts.shapes import Point, put_centred
from render.parts.silks import ribbon, token, trail
from render.turfe.horses import SAND, SAND_DARK, silks

_NOWHERE = Place(0, 0)


@dataclass(frozen=True, slots=True)
class Field:
    """All horses of a race at one moment."""

    horses: tuple[Horse, ...]
    places: tuple[Place, ...]
    """By horse."""
    home: tuple[Horse, ...]
    """In the order of finish."""

    def place(self, horse: Horse) -> Place:
        """Return where a horse stands."""
        return self.places[self.horses.index(horse)]

    def with_place(self, horse: Horse, place: Place) -> Field:
        """Return the horses with one of them on another place."""
        return replace(
            self,
            places=tuple(
                place if other == horse else own for other, own in zip(self.horses, self.places, strict=True)
            ),
        )

    def others(self, horse: Horse) -> list[Place]:
        """Return where all horses but one stand."""
        return [place for other, place in zip(self.horses, self.places, strict=True) if other != horse]

    def way(self, horse: Horse, start: Place, end: Place, length: int) -> list[Place]:
        """Return the places a horse passed, the last one included."""
        return path(start, end, self.others(horse), length)


def track_for(view: View, size: tuple[int, int], top: float) -> Straight:
    """Return a track that fills the width of a picture, below `top`."""
    return straight(len(view.horses), view.length, size, top, (SAND, SAND_DARK))


def middle(track: Straight, place: Place) -> Point:
    """Return the middle of a place."""
    return track.spot(place.space, place.lane - 1)


def spot(track: Straight, field: Field, horse: Horse) -> Point:
    """Return where the middle of a horse's token is; horses that share a start or a home stand apart."""
    place = field.place(horse)
    beside = [other for other in field.horses if field.place(other) == place]
    x, y = middle(track, place)
    if len(beside) == 1:
        return x, y
    return x, y + (beside.index(horse) - (len(beside) - 1) / 2) * track.token * 0.72


def with_field(
    image: Image.Image,
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
        at = spot(track, field, horse)
        put_centred(image, token(silks(field.horses)[horse], track.token), *at)
        if horse in field.home:
            ribbon(image, at, field.home.index(horse) + 1, track.token, 0.78, 0.84)


def with_trail(
    image: Image.Image, track: Straight, horses: Sequence[Horse], horse: Horse, passed: Sequence[Place]
) -> None:
    """Draw where a horse came from, the first of `passed`, and a hoofprint on each place but the last."""
    points = [middle(track, place) for place in passed]
    trail(image, silks(horses)[horse], points[: max(1, len(points) - 1)], track.token, track.dot)


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
