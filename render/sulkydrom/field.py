"""The horses on the course, each with its sulky in its lane and its letter above all others, the trails behind them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby, pairwise
from typing import NamedTuple

from PIL import Image, ImageDraw

from engines.core import Seat
from engines.sulkydrom.course import Spot
from engines.sulkydrom.state import Moved
from engines.sulkydrom.view import Phase, View
from render.parts.canvas import Canvas, Surface
from render.parts.lettering import poster
from render.parts.palette import CREAM, GOLD, INK, Colour, readable_on
from render.parts.plates import pennant, pennant_width
from render.parts.shapes import FINE, Point, layer, put, put_centred, rosette, sheet
from render.parts.silks import Silk
from render.parts.sprites import TROT, Pose, sprite
from render.sulkydrom.captions import Captions
from render.sulkydrom.course import Window
from render.sulkydrom.sulky import letter, silk
from render.sulkydrom.track import FINISH, Track, track_of

_WIDE = 1.85
"""How many times as wide as its lane is high a horse with its sulky is."""
_LEAST, _MOST = 208, 1050
"""Between which pixels the pennant of the leader is: beside it are the names of the two lines."""
_LONG = 48
"""From how many pixels on a trail has room for a number."""
_PLATE = 0.46
"""How far behind the nose the plate with the letter is, as a share of the width of a horse."""


def spot_of(view: View, seat: Seat) -> Spot:
    """Return where a running horse is; ValueError for one at home."""
    place = view.places[seat]
    if place is None:
        raise ValueError(f"horse {view.horses[seat]} does not run any more")
    return place


def running(view: View) -> list[Seat]:
    """Return whose horses run, by lanes, in each the foremost first."""
    seats = [seat for seat in range(view.seats) if view.places[seat] is not None]
    return sorted(seats, key=lambda seat: (spot_of(view, seat).lane, -spot_of(view, seat).space))


def with_horses(image: Surface, view: View, window: Window, without: Seat | None = None) -> None:
    """Draw every running horse, those of the outer lanes and those behind last, and over all of them their letters."""
    way, seats = track_of(view), [seat for seat in running(view) if seat != without]
    lane = way.lane * window.down
    if view.phase is Phase.DRIVING and view.to_act[0] in seats:
        x, y = window.on(way.nose(spot_of(view, view.to_act[0])))
        box = sheet(
            round(lane * (_WIDE + 0.3)), round(lane) + 2, round(lane * 0.16), GOLD, edge=INK, thick=2.5
        )
        put(image, box, x - lane * (_WIDE + 0.15), y - box.height / 2)
    for seat in seats:
        x, y = window.on(way.nose(spot_of(view, seat)))
        put_horse(image, view, seat, x, y, lane)
    for seat, x, y in lettered(view, window, seats):
        put_centred(image, letter(silk(view.horses[seat]), round(lane * 0.56)), x, y)


def put_horse(image: Surface, view: View, seat: Seat, x: float, y: float, lane: float) -> None:
    """Put a horse where its nose is to be, `y` in the middle of a lane so many pixels high."""
    space = spot_of(view, seat).space
    pose = TROT[(space + seat) % len(TROT)] if space else Pose.TROT_STANCE
    if seat == view.stopped:
        pose = Pose.BREAKING
    horse = sprite(pose, silk(view.horses[seat]), round(lane * _WIDE))
    put(image, horse.image, x - horse.image.width, y + lane * 0.42 - horse.y)


def lettered(view: View, window: Window, seats: Sequence[Seat]) -> Iterator[tuple[Seat, float, float]]:
    """Yield where the letters of horses are: of those close behind each other in a lane every other one hangs lower."""
    way = track_of(view)
    lane = way.lane * window.down
    for _, in_lane in groupby(seats, key=lambda seat: spot_of(view, seat).lane):
        noses = [(seat, *window.on(way.nose(spot_of(view, seat)))) for seat in in_lane]
        close = [abs(ahead[1] - behind[1]) < lane * 0.6 for ahead, behind in pairwise(noses)]
        is_low = False
        for (seat, x, y), ahead, behind in zip(noses, [False, *close], [*close, False], strict=True):
            is_low = ahead and not is_low
            lower = 0.28 if is_low else -0.28 if ahead or behind else -0.08
            yield seat, x - lane * _WIDE * _PLATE, y + lane * lower


class Trail(NamedTuple):
    """Where a horse has passed of late: the points of its trail, left to right."""

    moved: Moved
    points: Sequence[Point]
    is_old: bool


def trails(view: View, window: Window) -> Iterator[Trail]:
    """Yield the trails of those that have moved of late, but for who has moved on since, the last move last."""
    way, recent = track_of(view), view.recent
    lane = way.lane * window.down
    for number, moved in enumerate(recent, 1):
        place = view.places[moved.seat]
        if place != moved.end and not (place is None and way.is_home(moved.end)):
            continue
        start, end = (window.on(point) for point in _passed(way, moved.start, moved.end))
        behind, sunk = lane * _WIDE * 0.97, lane * 0.2
        left, right = max(start[0] - behind, 56.0), end[0] - (behind if place else 6)
        points = [(left, start[1] + sunk), (right, end[1] + sunk)]
        if start[1] != end[1]:
            points.insert(1, (left + (right - left) * 0.3, start[1] + sunk))
        yield Trail(moved, points, number != len(recent))


def with_trails(image: Canvas, view: View, window: Window) -> None:
    """Draw behind every horse that moved of late where it passed, the last move full, those before it hollow."""
    height = round(track_of(view).lane * window.down * 0.4)
    for moved, points, is_old in trails(view, window):
        _trail(image, silk(view.horses[moved.seat]), points, height, is_old=is_old)


def with_lengths(image: Canvas, view: View, window: Window) -> None:
    """Write on straight trails how far they went, over the horses beside them, but where a letter is."""
    letters = list(lettered(view, window, running(view)))
    for moved, points, is_old in trails(view, window):
        (left, y), (right, foot) = points[0], points[-1]
        x, gone = (left + right) / 2 - 5, moved.end.space - moved.start.space
        if view.places[moved.seat] is None or y != foot or right - left < _LONG:
            continue
        if all(abs(across - x) > 28 or abs(down - y) > 24 for _, across, down in letters):
            fill = INK if is_old else readable_on(silk(view.horses[moved.seat]).colour)
            poster(image, x, y, f"+{gone}", 28, fill=fill, align="m")


def _passed(way: Track, start: Spot, end: Spot) -> tuple[Point, Point]:
    """Return where the nose was and where it is; one at home has passed the line."""
    return way.nose(start), (FINISH, way.y(end.lane)) if way.is_home(end) else way.nose(end)


def _trail(image: Canvas, worn: Silk, points: Sequence[Point], height: int, *, is_old: bool) -> None:
    left, top = min(x for x, _ in points), min(y for _, y in points)
    if points[-1][0] - points[0][0] < height * 0.5:
        return
    placed = tuple((round(x - left), round(y - top)) for x, y in points)
    put(
        image, _band(placed, height, worn.colour, is_old=is_old), round(left) - 2, round(top) - height / 2 - 2
    )


@cache
def _band(points: tuple[tuple[int, int], ...], height: int, colour: Colour, *, is_old: bool) -> Image.Image:
    """Return a band along points: full, or hollow for an old move."""
    wide, high = max(x for x, _ in points) + 4, max(y for _, y in points) + height + 4

    def paint(draw: ImageDraw.ImageDraw) -> None:
        middle = [((x + 2) * FINE, (y + 2 + height / 2) * FINE) for x, y in points]
        draw.line(middle, colour if is_old else INK, height * FINE, joint="curve")
        (left, top), (right, bottom) = middle[0], middle[-1]
        inner = [(left + 3 * FINE, top), *middle[1:-1], (right - FINE, bottom)]
        draw.line(inner, CREAM if is_old else colour, (height - (8 if is_old else 4)) * FINE, joint="curve")

    return layer(wide, high, paint)


def with_home(image: Canvas, view: View, window: Window) -> None:
    """Put those who are home behind the line, one below the other, each behind its rosette."""
    way = track_of(view)
    side = round(min(42.0, way.lane * window.down * 0.86))
    for rank, horse in enumerate(view.home, 1):
        (x, y), room = window.on((FINISH, way.y(rank))), side * 1.02
        put_centred(image, rosette(rank, side), x + 23 + room / 2, y)
        put_centred(image, letter(silk(horse), side - 6), x + 23 + room * 1.5, y)


def leading(view: View) -> Seat | None:
    """Return whose horse leads; None at the start, and once one is home."""
    seats = running(view)
    if view.home or not seats or view.phase is Phase.OVER:
        return None
    leader = min(seats, key=lambda seat: view.positions[seat])
    return leader if spot_of(view, leader).space else None


def with_leader(image: Canvas, view: View, window: Window, y: float, captions: Captions) -> None:
    """Hang the pennant of the leader at a height at which nobody runs, its point below the leader's nose."""
    if (leader := leading(view)) is None:
        return
    (x, _), text = (
        window.on(track_of(view).nose(spot_of(view, leader))),
        captions.leads.format(horse=view.names[leader]),
    )
    width = pennant_width(text, 32)
    pennant(image, min(max(x - width, _LEAST), _MOST - width), y, text, size=32)
