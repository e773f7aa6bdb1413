"""The horses on the course, each with its sulky in its row, its trail behind it and its space before it."""

from __future__ import annotations

from functools import cache

from PIL import Image, ImageDraw

from engines.core import Seat
from engines.sulkydrom.course import Spot
from engines.sulkydrom.view import Phase, View
from render.parts.canvas import Canvas, Surface
from render.parts.lettering import poster
from render.parts.palette import CREAM, GOLD, INK, Colour, readable_on
from render.parts.plates import number_plate, pennant, plate_width
from render.parts.shapes import FINE, layer, put, put_centred, rosette, sheet
from render.parts.silks import Silk
from render.parts.sprites import TROT, Pose, sprite
from render.sulkydrom.captions import Captions
from render.sulkydrom.course import Window
from render.sulkydrom.rows import (
    LABEL,
    WIDE,
    Rows,
    Run,
    Trail,
    asked,
    pennant_lettering,
    plate_size,
    width_at,
)
from render.sulkydrom.sulky import letter, silk
from render.sulkydrom.track import FINISH, track_of

_SUNK = 0.16
"""How far below the middle of its row a trail is, as a share of that."""
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


def with_field(image: Canvas, view: View, rows: Rows, captions: Captions, top: int) -> None:
    """Draw every horse in its row over its trail, its letter on it, its space before it, and who leads.

    `top` is where the course begins on the board, in pixels.
    """
    for run, y in rows.runs:
        if run.seat == asked(view) and run.nose is not None:
            _on_gold(image, run, top + y, rows.size)
    for run, y in rows.runs:
        if run.trail:
            _trail(image, silk(view.horses[run.seat]), run.trail, top + y + rows.size * _SUNK, rows.size)
    for run, y in rows.runs:
        if run.nose is not None:
            put_horse(image, view, run.seat, run.nose, top + y, rows.size)
    for run, y in rows.runs:
        if run.trail:
            _measured(image, silk(view.horses[run.seat]), run.trail, top + y + rows.size * _SUNK)
        _marked(image, view, run, top + y, rows.size)
        if run.pennant:
            tip, x = run.pennant
            pennant(image, x, top + y, led(view, captions), size=pennant_lettering(rows.size), tip=tip)


def _marked(image: Canvas, view: View, run: Run, y: float, size: int) -> None:
    """Put the letter of a horse on it, and the number of its space before it."""
    if run.nose is None:
        return
    side, x = min(round(size * 0.56), 38), run.nose - width_at(size) * _PLATE
    put_centred(image, letter(silk(view.horses[run.seat]), side), x, y - size * 0.08)
    if run.plate:
        number_plate(image, run.nose + 6, y, run.plate, size=plate_size(size))


def led(view: View, captions: Captions) -> str:
    """Return what the pennant of the leader says; nothing where nobody leads."""
    leader = leading(view)
    return "" if leader is None else captions.leads.format(horse=view.names[leader])


def _on_gold(image: Canvas, run: Run, y: float, size: int) -> None:
    """Lay gold under the horse that drives now, and its plate."""
    nose = run.nose or 0
    left = nose - width_at(size) - 6
    right = nose + 12 + (plate_width(run.plate, plate_size(size)) if run.plate else 0)
    box = sheet(round(right - left), size - 2, round(size * 0.16), GOLD, edge=INK, thick=2.5)
    put(image, box, left, y - box.height / 2)


def put_horse(image: Surface, view: View, seat: Seat, x: float, y: float, lane: float) -> None:
    """Put a horse where its nose is to be, `y` in the middle of a lane so many pixels high."""
    space = spot_of(view, seat).space
    pose = TROT[(space + seat) % len(TROT)] if space else Pose.TROT_STANCE
    if seat == view.stopped:
        pose = Pose.BREAKING
    horse = sprite(pose, silk(view.horses[seat]), round(lane * WIDE))
    put(image, horse.image, x - horse.image.width, y + lane * 0.42 - horse.y)


def _trail(image: Canvas, worn: Silk, trail: Trail, y: float, size: int) -> None:
    """Draw a trail, the last move full and those before it hollow."""
    height, width = min(round(size * 0.56), 32), round(trail.right - trail.left)
    bend = round(size * 0.3) * (trail.changed < 0) - round(size * 0.3) * (trail.changed > 0)
    points = [(0, bend), (round(min(width * 0.3, 40)), 0), (width, 0)] if bend else [(0, 0), (width, 0)]
    top = min(down for _, down in points)
    band = _band(tuple((x, down - top) for x, down in points), height, worn.colour, is_old=trail.is_old)
    put(image, band, round(trail.left) - 2, round(y + top - height / 2) - 2)


def _measured(image: Canvas, worn: Silk, trail: Trail, y: float) -> None:
    """Write how far a horse went on its trail, or behind it where that is short."""
    if trail.has_room:
        fill = INK if trail.is_old else readable_on(worn.colour)
        poster(image, (trail.left + trail.right) / 2, y, trail.label, LABEL, fill=fill, align="m")
    else:
        poster(image, trail.left - 4, y, trail.label, LABEL, align="r")


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
    """Put those over the line behind it, one below the other, each behind its rosette."""
    way = track_of(view)
    side = round(min(42.0, way.lane * window.down * 0.86))
    over = [horse for horse in view.home if view.places[view.horses.index(horse)] is None]
    for rank, horse in enumerate(over, 1):
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
