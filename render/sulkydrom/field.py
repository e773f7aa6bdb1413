"""The horses on the course, each with its sulky in its lane, the trails of the last moves behind them, who leads."""

from __future__ import annotations

from engines.core import Seat
from engines.sulkydrom.view import Phase, View
from render.parts.canvas import Canvas, Surface
from render.parts.palette import GOLD, INK
from render.parts.plates import pennant, pennant_width, trail
from render.parts.shapes import put, sheet
from render.parts.sprites import TROT, Pose, sprite
from render.sulkydrom.captions import Captions
from render.sulkydrom.sulky import silk
from render.sulkydrom.track import Window, track_of

_WIDE = 2.05
"""How many times as wide as its lane is high a horse with its sulky is."""
_LEAST, _MOST = 208, 1050
"""Between which pixels the pennant of the leader is: beside it are the names of the two lines."""
_BEHIND = 0.98
"""The share of that which lies behind the nose where the trail of a move ends."""


def with_horses(image: Surface, view: View, window: Window, without: Seat | None = None) -> None:
    """Draw every running horse, those of the outer lanes and those behind last."""
    order = [seat for seat in range(view.seats) if view.places[seat] is not None and seat != without]
    for seat in sorted(order, key=lambda seat: (view.places[seat].lane, view.positions[seat])):  # type: ignore[union-attr]
        _horse(image, view, seat, window)


def _horse(image: Surface, view: View, seat: Seat, window: Window) -> None:
    place = view.places[seat]
    assert place is not None
    way = track_of(view)
    x, y = window.on(way.nose(place))
    lane = way.lane * window.zoom
    if view.phase is Phase.DRIVING and seat in view.to_act:
        mark = sheet(round(lane * _WIDE), 12, 6, GOLD, edge=INK)
        put(image, mark, x - mark.width, y + lane * 0.5 - 10)
    pose = (
        Pose.BREAKING
        if seat == view.stopped
        else TROT[(place.space + seat) % len(TROT)]
        if place.space
        else Pose.TROT_STANCE
    )
    horse = sprite(pose, silk(view.horses[seat]), round(lane * _WIDE))
    put(image, horse.image, x - horse.image.width, y + lane * 0.42 - horse.y)


def with_trails(image: Canvas, view: View, window: Window) -> None:
    """Draw behind every horse that moved of late how far it went, the last move full, those before it hollow."""
    way, recent = track_of(view), view.recent
    lane = way.lane * window.zoom
    behind = lane * _WIDE * _BEHIND
    for number, moved in enumerate(recent, 1):
        if view.places[moved.seat] != moved.end:
            continue
        (left, _), (right, y) = window.on(way.nose(moved.start)), window.on(way.nose(moved.end))
        gone = moved.end.space - moved.start.space if moved.start.lane == moved.end.lane else 0
        trail(
            image,
            silk(view.horses[moved.seat]),
            max(left - behind, 56),
            right - behind,
            y + lane * 0.2,
            f"+{gone}" if gone > 0 else "",
            height=round(lane * 0.42),
            is_old=number != len(recent),
        )


def with_leader(image: Canvas, view: View, window: Window, y: float, captions: Captions) -> None:
    """Hang the pennant of the leader at a height at which nobody runs, its point below the leader's nose."""
    running = [seat for seat in range(view.seats) if view.places[seat] is not None]
    if view.home or not running or view.phase is Phase.OVER:
        return
    leader = min(running, key=lambda seat: view.positions[seat])
    place = view.places[leader]
    assert place is not None
    if not place.space:
        return
    (x, _), text = window.on(track_of(view).nose(place)), captions.leads.format(horse=view.names[leader])
    width = pennant_width(text, 32)
    pennant(image, min(max(x - width, _LEAST), _MOST - width), y, text, size=32)
