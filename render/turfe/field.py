"""The horses on the straight: each with its nose at its space, over those in front of it; their prints; who leads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from PIL import Image, ImageDraw

from engines.turfe.actions import Horse, Spot
from engines.turfe.state import LastPlay
from engines.turfe.view import View
from render.parts.canvas import Canvas, Surface
from render.parts.palette import INK, Colour
from render.parts.plates import number_plate, pennant, pennant_box, pennant_size
from render.parts.shapes import FINE, Point, layer, put, put_centred, rosette
from render.parts.silks import Silk
from render.parts.sprites import GALLOP, Pose, sprite, width_beside
from render.turfe.captions import Captions
from render.turfe.horses import Field, silks
from render.turfe.track import Track

_JAMMED, _SHARED = 0.14, 0.5
"""How far up and down of their lane's middle horses are that follow each other closely, and how far apart those are
that share a start or a home: shares of the lane."""
_LAG = 14
"""How many pixels behind each other those are."""
_LEFT = 56
"""Where the strip with the names of the lanes is passed, in pixels."""


Box = tuple[float, float, float, float]
"""A left, a top, a right and a bottom in pixels."""


def track_of(view: View) -> Track:
    """Return the straight of a board."""
    return Track(len(view.horses), view.length)


def nose_of(track: Track, field: Field, horse: Horse) -> Point:
    """Return where the nose of a horse is, and below it its hooves; no horse hides the number of another."""
    place = field.place(horse)
    x, y = track.hooves(place)
    lane = track.lane(place.lane - 0.5)
    beside = [other for other in field.horses if field.place(other) == place]
    if len(beside) > 1:
        number = beside.index(horse)
        lag = _LAG * track.zoom * (len(beside) - 1 - number)
        return x - lag, y + (number - (len(beside) - 1) / 2) * lane * _SHARED
    return x, y + lane * _JAMMED * _jam(track, field, place)


def _jam(track: Track, field: Field, place: Spot) -> int:
    """Return on which side of its lane's middle a horse is: below, above, or 0, where none is close to it."""
    if not 0 < place.space <= track.spaces:
        return 0

    def taken(space: int) -> bool:
        return 0 < space <= track.spaces and Spot(place.lane, space) in field.places

    if not (taken(place.space - 1) or taken(place.space + 1)):
        return 0
    ahead = 0
    while taken(place.space + ahead + 1):
        ahead += 1
    return 1 if ahead % 2 else -1


def with_horses(image: Surface, track: Track, field: Field, *, without: Horse | None = None) -> None:
    """Draw every horse, those of the further lanes and those in front first; one may be left out."""
    drawn = [horse for horse in field.horses if horse != without]

    def depth(horse: Horse) -> tuple[int, int, float]:
        place = field.place(horse)
        return place.lane, -place.space, nose_of(track, field, horse)[1]

    for horse in sorted(drawn, key=depth):
        place, rank = field.place(horse), field.home.index(horse) + 1 if horse in field.home else None
        with_horse(image, track, silks(field.horses)[horse], place, nose_of(track, field, horse), rank)


def with_horse(image: Surface, track: Track, worn: Silk, place: Spot, nose: Point, rank: int | None) -> None:
    """Draw a horse with its nose, and below it its hooves, at a point; one that is home with its rosette."""
    width = track.horse(place.lane)
    pose = GALLOP[(place.space + int(worn.number)) % len(GALLOP)] if place.space else Pose.STANDING
    horse = sprite(pose, worn, width_beside(pose, Pose.GATHERED, width))
    put(image, horse.image, nose[0] - horse.nose, nose[1] - horse.y)
    if rank:
        put_centred(image, rosette(rank, round(width * 0.42)), nose[0] - width * 0.98, nose[1] - width * 0.36)


# ------------------------------------------------------------------------------------------------- where they ran


def with_prints(image: Surface, track: Track, field: Field, recent: Sequence[LastPlay]) -> None:
    """Draw the hoofprints of some moves, the oldest first: those of the last one large and outlined."""
    for number, play in enumerate(recent, 1):
        if play.horse is None or play.start is None or play.end is None:
            continue
        way = field.way(play.horse, play.start, play.end, track.spaces)
        prints(image, track, silks(field.horses)[play.horse], way, is_old=number < len(recent))


def prints(
    image: Surface,
    track: Track,
    worn: Silk,
    way: Sequence[Spot],
    *,
    is_old: bool = False,
    is_ahead: bool = False,
) -> None:
    """Draw hoofprints on a way, where its horse's tail has passed; of a way back, or one ahead, where its nose does.

    Of an old way there are half as many.
    """
    size = round((17 if is_old else 26) * track.zoom)
    goes_on = way[-1].space >= way[0].space
    shoe = _shoe(size, worn.colour, is_old=is_old, goes_on=goes_on)
    finish, _ = track.point(track.spaces, 0)
    for step, (x, y) in enumerate(_steps(track, way, is_ahead=is_ahead)):
        if is_old and step % 2:
            continue
        if _LEFT * track.zoom < x - size / 2 and x + size < finish:
            put_centred(image, shoe, x, y + (-6 if step % 2 else 3) * track.zoom)


@cache
def _shoe(size: int, colour: Colour, *, is_old: bool, goes_on: bool) -> Image.Image:
    """Return the print of a horseshoe, open at the back, outlined unless it is old."""

    def paint(draw: ImageDraw.ImageDraw) -> None:
        full, rim = size * FINE - 1, 0 if is_old else round(size * FINE * 0.1)
        opening = (225, 495) if goes_on else (45, 315)
        for inset, thick, fill in ((0, 0.36, INK), (rim, 0.16, colour)):
            if is_old and not inset and fill == INK:
                continue
            box = (inset, full * 0.1 + inset, full - inset, full * 0.9 - inset)
            draw.arc(box, *opening, fill=fill, width=round(size * FINE * thick))

    return layer(size, size, paint)


def _steps(track: Track, way: Sequence[Spot], *, is_ahead: bool = False) -> list[Point]:
    goes_on = way[-1].space >= way[0].space and not is_ahead
    points = []
    for one, other in pairwise(way):
        for share in (0.25, 0.75):
            lane = one.lane + (other.lane - one.lane) * share
            space = one.space + (other.space - one.space) * share
            x, y = track.point(space, lane - 0.2)
            points.append((x - track.horse(lane) if goes_on else x + 8 * track.zoom, y))
    return points


def with_length(image: Canvas, track: Track, field: Field, play: LastPlay, captions: Captions) -> None:
    """Put how far the last move went where it began, behind a pennant that hangs there, unless a horse is there."""
    if play.horse is None or play.start is None or play.end is None:
        return
    way = field.way(play.horse, play.start, play.end, track.spaces)
    (x, y), gone = _steps(track, way)[0], play.end.space - play.start.space
    size = round(32 * track.zoom)
    left = max(x - (26 if gone > 0 else -4) * track.zoom - size, _LEFT * track.zoom)
    hung = [box for *_, box in pennants(track, field, captions)]
    box = _plate(left, y, size)
    box = next((_plate(other[2] + 6, y, size) for other in hung if _meet(box, other)), box)
    taken = [*hung, *(_box(track, field, horse) for horse in field.horses)]
    if box[2] < track.width and not any(_meet(box, other) for other in taken):
        text = f"+{gone}" if gone > 0 else f"−{-gone}"
        number_plate(image, box[0], y, text, colour=silks(field.horses)[play.horse].colour, size=size)


def _plate(left: float, y: float, size: int) -> Box:
    """Return the box of the plate with the length of a move."""
    return left, y - size / 2, left + size * 1.6, y + size / 2


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _box(track: Track, field: Field, horse: Horse) -> Box:
    (x, y), width = nose_of(track, field, horse), track.horse(field.place(horse).lane)
    return x - width, y - width * 0.66, x, y


def with_leader(image: Canvas, track: Track, field: Field, captions: Captions) -> None:
    """Hang a pennant before the nose of whoever leads, its tip at it: nobody is further on in any lane."""
    for text, (x, y), room, _ in pennants(track, field, captions):
        pennant(image, x, y, text, room=room)


def pennants(track: Track, field: Field, captions: Captions) -> Iterator[tuple[str, Point, int, Box]]:
    """Yield of each pennant what is on it, where its tip is, the room for its text, and its box."""
    leading = field.leading()
    said = captions.lead_level if len(leading) > 1 else captions.leads
    for horse in leading:
        x, y = nose_of(track, field, horse)
        tip, text = (
            (x + 6, y - track.horse(field.place(horse).lane) * 0.36),
            said.format(name=captions.horse(horse)),
        )
        room = round(track.width - 8 - tip[0]) - pennant_size("")[0]
        left, top, wide, high = pennant_box(*tip, text, room=room)
        yield text, tip, room, (left, top, left + wide, top + high)
