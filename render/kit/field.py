"""The horses on a course seen from the rails: behind each the trails of its moves, before it the space it is on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from render.captions import Captions
from render.kit.panorama import Panorama
from render.kit.runners import Runner
from render.parts.canvas import Canvas
from render.parts.plates import PENNANT, Tip, length, number_plate, pennant, pennant_size, plate_width, trail
from render.parts.poster import WIDTH
from render.parts.shapes import put, put_centred, rosette
from render.parts.sprites import GALLOP, Pose, sprite, width_beside

_PLATE, _BESIDE = 0.3, 6
"""How far above the hooves the middle of the plate with the space is, as a share of the lane; how far from the nose."""
_HIGH = 74
"""From how many pixels on a lane has room for a pennant above the plate."""


def with_field(image: Canvas, course: Panorama, runners: Sequence[Runner], captions: Captions) -> None:
    """Draw the horses, by lane, over all their trails, and name the one in front."""
    leader = leading(runners)
    for lane, runner in enumerate(runners):
        _trails(image, course, lane, runner)
    for lane, runner in enumerate(runners):
        _horse(image, course, lane, runner)
    for lane, runner in enumerate(runners):  # over the jockeys of the lanes below
        _lengths(image, course, lane, runner)
        _plated(image, course, lane, runner)
    if leader is not None:
        text = captions.leads.format(name=runners[leader].name)
        tip, x, y, size = led(course, leader, runners[leader], text)
        pennant(image, x, y, text, size=size, tip=tip)


def _horse(image: Canvas, course: Panorama, lane: int, runner: Runner) -> None:
    foot, nose, space = course.foot(lane), course.x(runner.space), int(runner.space)
    pose = GALLOP[(space + lane) % len(GALLOP)] if space else Pose.STANDING
    horse = sprite(pose, runner.silk, width_beside(pose, Pose.GATHERED, course.horse))
    put(image, horse.image, nose - horse.nose, foot - horse.y)
    if runner.rank:
        side = round(course.lane * 0.58)
        x, y = nose - course.horse - side * 0.6, foot - course.lane * 0.72
        put_centred(image, rosette(runner.rank, side), x, y)


def _plated(image: Canvas, course: Panorama, lane: int, runner: Runner) -> None:
    """Put the plate with its space before a horse that is on its way."""
    foot, nose, space = course.foot(lane), course.x(runner.space), int(runner.space)
    if space and not runner.rank:
        number_plate(image, nose + _BESIDE, foot - course.lane * _PLATE, str(space), size=_plate(course))


def leading(runners: Sequence[Runner]) -> int | None:
    """Return the lane of the one horse in front; None at the start, among equals, and once one is home."""
    spaces = [runner.space for runner in runners]
    foremost = max(spaces, default=0)
    if not foremost or spaces.count(foremost) != 1 or any(runner.rank for runner in runners):
        return None
    return spaces.index(foremost)


class Led(NamedTuple):
    """The pennant of the leader: on which side its tip is, and where; the height of its lettering."""

    tip: Tip
    x: float
    y: float
    size: int


def _plate(course: Panorama) -> int:
    return min(38, round(course.lane * 0.85))


def led(course: Panorama, lane: int, runner: Runner, text: str) -> Led:
    """Return where the leader's pennant hangs: before the horse, where nobody is, its tip at it or at its plate.

    In a high lane that is above the plate. Close to the line the pennant is behind the horse: in a high lane above
    its trails, in a low one behind them.
    """
    nose, foot = course.x(runner.space), course.foot(lane)
    is_high, size = course.lane >= _HIGH, min(PENNANT, round(course.lane * 0.8))
    plate = 0 if is_high else plate_width(str(int(runner.space)), _plate(course)) + 2
    y = foot - course.lane * (0.72 if is_high else _PLATE)
    if nose + _BESIDE + plate + pennant_size(text, size)[0] <= WIDTH - 4:
        return Led(Tip.LEFT, nose + _BESIDE + plate, y, size)
    tail = nose - course.horse * (0.86 if is_high else 1)
    behind = [tail] if is_high else [tail, *(left for left, *_ in _bands(course, runner))]
    return Led(Tip.RIGHT, min(behind) - 4, y, size)


def _trails(image: Canvas, course: Panorama, lane: int, runner: Runner) -> None:
    """Draw where the tail of a horse has passed: so the whole way is seen behind it."""
    y, height = _trailed(course, lane)
    for left, right, _, is_old in _bands(course, runner):
        trail(image, runner.silk, left, right, y, height=height, is_old=is_old)


def _lengths(image: Canvas, course: Panorama, lane: int, runner: Runner) -> None:
    """Write on its trails how far a horse went."""
    y, height = _trailed(course, lane)
    for left, right, text, is_old in _bands(course, runner):
        length(image, runner.silk, left, right, y, text, height=height, is_old=is_old)


def _trailed(course: Panorama, lane: int) -> tuple[float, int]:
    """Return where the middle of the trails in a lane is, and how high they are."""
    return course.foot(lane) - course.lane * 0.29, min(24, round(course.lane * 0.4))


def _bands(course: Panorama, runner: Runner) -> Iterator[tuple[float, float, str, bool]]:
    """Yield from where to where each trail of a horse is, how far it went, and whether it is an old one."""
    behind = course.horse - 12
    moves = [(start, end, True) for start, end in runner.legs]
    if runner.start is not None:
        moves.append((runner.start, int(runner.space), False))
    for start, end, is_old in moves:
        left, right = sorted((course.x(start) - behind, course.x(end) - behind))
        yield left, right, f"+{end - start}" if end > start else f"−{start - end}", is_old
