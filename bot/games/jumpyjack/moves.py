"""The moves of Jumpy Jack as buttons: where each horse would go by the throw, and which hedges would act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.games.jumpyjack.english import JumpyJackTexts
from bot.games.kit.panels import BLUE, Button, Panel
from bot.games.screens import Act, Controls, Misread, Press
from engines.jumpyjack.actions import Horse
from engines.jumpyjack.course import OUT, START, Course
from engines.jumpyjack.podium import Podium, is_complete, with_home, with_out
from engines.jumpyjack.view import View


class Way(NamedTuple):
    """A move as it is told: the squares it leads over, None for home, and the hedges that act on it in turn."""

    squares: tuple[int | None, ...]
    hedges: tuple[str, ...]

    @classmethod
    def of(cls, course: Course, places: tuple[int, ...]) -> Way:
        """Tell a way of the rules; where a hedge puts a horse then, goes without saying."""
        led = places[:1] + tuple(square for square in places[1:] if square not in (OUT, START))
        return cls(
            tuple(None if square > course.squares else square for square in led), hedges(course, places)
        )


def hedges(course: Course, way: tuple[int, ...]) -> tuple[str, ...]:
    """Name the hedges that matter on a way, in turn."""
    doubled = "double" if course.double in (way[1:2] if course.landing else way[:1]) else ""
    match way[-1]:
        case course.stop:
            last = "stop"
        case course.double:
            last = "stand"
        case square if square == OUT:
            last = "out"
        case square if square == START:
            last = "restart"
        case _:
            last = ""
    return tuple(hedge for hedge in (doubled, last) if hedge)


def thrown(course: Course, start: int, end: int) -> int:
    """Return the number that took a horse from `start` to `end`, its first stretch."""
    return (end - start) // 2 if start == course.double else end - start


class Moves(Panel[JumpyJackTexts]):
    """Every running horse while a throw is to be moved; the same buttons on a desk as under the board."""

    def controls(self) -> Sequence[Controls]:
        """Say of every running horse where it would go; last, of those that are blocked, by what."""
        view: View = self.view
        if view.value is None:
            return ()
        running = [(number, horse) for number, horse in enumerate(view.horses) if horse not in view.podium]
        moves = [self._move(number, horse, view.value) for number, horse in running]
        return ([*(move for move in moves if not move.disabled), *(move for move in moves if move.disabled)],)

    def _move(self, number: int, horse: Horse, value: int) -> Button:
        view: View = self.view
        way = view.course.route(view.places, number, value)
        what, sign = f"move.{horse}", self.words.sign(horse)
        if not way:
            barrier = view.course.first_barrier(view.places, number)
            label = self.words.blocked(horse, view.places[number], barrier)
            return self.button(what, label, emoji=sign, disabled=True)
        podium, rank = ranked(view, horse, way[-1])
        squares, acting = Way.of(view.course, way)
        beside, is_last = _beside(view, way[-1]), is_complete(podium)
        label = self.words.would_move(horse, squares, acting, beside, rank, is_last=is_last)
        return self.button(what, label, BLUE, emoji=sign)

    def pressed(self, press: Press) -> Act:
        """Say which horse is to move; whether it can, the rules say."""
        match press.parts:
            case ("move", horse):
                return Act({"type": "move", "horse": horse})
        raise Misread


def ranked(view: View, horse: Horse, end: int) -> tuple[Podium, int | None]:
    """Foresee the podium after a move that ends at `end`, and the rank the horse would get, if any."""
    if START <= end <= view.course.squares:
        return view.podium, None
    podium, rank = (with_out if end == OUT else with_home)(view.podium, horse)
    left = [other for other in view.horses if other not in podium]
    if len(left) == 1:
        podium, _ = with_home(podium, left[0])
    return podium, rank


def _beside(view: View, end: int) -> Horse | None:
    """Name the horse with which a move makes a barrier; there is none at the start, at home or out."""
    if not START < end <= view.course.squares:
        return None
    at = zip(view.horses, view.places, strict=True)
    return next((other for other, square in at if square == end), None)
