"""The horses on a course seen from the rails: behind each the trails of its moves, before it the space it is on."""

from __future__ import annotations

from collections.abc import Sequence

from render.captions import Captions
from render.kit.panorama import Panorama
from render.kit.runners import Runner
from render.parts.canvas import Canvas
from render.parts.plates import number_plate, pennant, pennant_width, trail
from render.parts.shapes import put, put_centred, rosette
from render.parts.sprites import GALLOP, Pose, sprite, width_beside


def with_field(image: Canvas, course: Panorama, runners: Sequence[Runner], captions: Captions) -> None:
    """Draw the horses, by lane, over all their trails, and name the one in front."""
    for lane, runner in enumerate(runners):
        _trails(image, course, lane, runner)
    for lane, runner in enumerate(runners):
        _horse(image, course, lane, runner)
    if (leader := leading(runners)) is not None:
        _named(image, course, leader, runners[leader], captions)


def _horse(image: Canvas, course: Panorama, lane: int, runner: Runner) -> None:
    foot, nose, space = course.foot(lane), course.x(runner.space), int(runner.space)
    pose = GALLOP[(space + lane) % len(GALLOP)] if space else Pose.STANDING
    horse = sprite(pose, runner.silk, width_beside(pose, Pose.GATHERED, course.horse))
    put(image, horse.image, nose - horse.nose, foot - horse.y)
    if runner.rank:
        side = round(course.lane * 0.68)
        x, y = nose - course.horse - side * 0.6, foot - course.lane * 0.64
        put_centred(image, rosette(runner.rank, side), x, y)
    elif space:
        size = min(38, round(course.lane * 0.85))
        number_plate(image, nose + 6, foot - course.lane * 0.3, str(space), size=size)


def leading(runners: Sequence[Runner]) -> int | None:
    """Return the lane of the one horse in front; None at the start, among equals, and once one is home."""
    spaces = [runner.space for runner in runners]
    foremost = max(spaces, default=0)
    if not foremost or spaces.count(foremost) != 1 or any(runner.rank for runner in runners):
        return None
    return spaces.index(foremost)


def _named(image: Canvas, course: Panorama, lane: int, runner: Runner, captions: Captions) -> None:
    """Hang the pennant of the leader behind its head, or before it where there is no room behind."""
    text, nose = captions.leads.format(name=runner.name), course.x(runner.space)
    size = min(34, round(course.lane * 0.8))
    y, wide = course.foot(lane) - course.lane * 0.72, pennant_width(text, size)
    if (left := nose - course.horse * 0.86 - wide) >= 8:
        pennant(image, left, y, text, size=size)
    else:
        pennant(image, nose + 74, y, text, size=size, faces_right=False)


def _trails(image: Canvas, course: Panorama, lane: int, runner: Runner) -> None:
    """Draw where the tail of a horse has passed: so the whole way is seen behind it."""
    foot, behind = course.foot(lane) - 12, course.horse - 12
    height = min(24, round(course.lane * 0.4))
    moves = [(start, end, True) for start, end in runner.legs]
    if runner.start is not None:
        moves.append((runner.start, int(runner.space), False))
    for start, end, is_old in moves:
        left, right = sorted((course.x(start) - behind, course.x(end) - behind))
        label = f"+{end - start}" if end > start else f"−{start - end}"
        trail(image, runner.silk, left, right, foot, label, height=height, is_old=is_old)
