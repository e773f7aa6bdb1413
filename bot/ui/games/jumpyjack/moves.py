"""The moves of Jumpy Jack as buttons: where each horse would go by the throw, and which hedges would act."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import discord

from bot.texts import Texts
from bot.ui.games.base import Controls
from bot.ui.ids import CustomId
from bot.ui.sheets import button
from engines.jumpyjack import OUT, START, Course, Horse, View
from engines.jumpyjack.podium import Podium, is_complete, with_home, with_out


class Passage(NamedTuple):
    """A move as it is told: the squares it leads over, None for home, and the hedges that act on it in turn."""

    squares: tuple[int | None, ...]
    hedges: tuple[str, ...]

    @classmethod
    def of(cls, course: Course, way: tuple[int, ...]) -> Passage:
        """Tell a way of the rules; where a hedge puts a horse then, goes without saying."""
        led = way[:1] + tuple(square for square in way[1:] if square not in (OUT, START))
        return cls(tuple(None if square > course.squares else square for square in led), hedges(course, way))


def hedges(course: Course, way: tuple[int, ...]) -> tuple[str, ...]:
    """Name the hedges that matter on a way, in turn."""
    doubled = "double" if course.double in (way[1:2] if course.landing else way[:1]) else ""
    match way[-1]:
        case course.stop:
            last = "stop"
        case course.double:
            last = "stand"
        case place if place == OUT:
            last = "out"
        case place if place == START:
            last = "restart"
        case _:
            last = ""
    return tuple(hedge for hedge in (doubled, last) if hedge)


def thrown(course: Course, start: int, end: int) -> int:
    """Return the number that took a horse from `start` to `end`, its first stretch."""
    return (end - start) // 2 if start == course.double else end - start


def move_rows(view: View, control: Callable[[str], CustomId], t: Texts) -> Sequence[Controls]:
    """Offer every running horse while a throw is to be moved: where it would go, or what it is blocked by."""
    if view.value is None:
        return ()
    running = [(number, horse) for number, horse in enumerate(view.horses) if horse not in view.podium]
    return ([_move(view, number, horse, control(f"move.{horse}"), t) for number, horse in running],)


def _move(
    view: View, number: int, horse: Horse, address: CustomId, t: Texts
) -> discord.ui.Button[discord.ui.LayoutView]:
    assert view.value is not None
    way = view.course.route(view.places, number, view.value)
    sign = t.jumpyjack.sign(horse)
    if not way:
        barrier = view.course.first_barrier(view.places, number)
        label = t.jumpyjack.blocked(horse, view.places[number], barrier)
        return button(address, label, emoji=sign, disabled=True)
    podium, place = placed(view, horse, way[-1])
    squares, acting = Passage.of(view.course, way)
    label = t.jumpyjack.would_move(
        horse, squares, acting, _beside(view, way[-1]), place, is_last=is_complete(podium)
    )
    return button(address, label, discord.ButtonStyle.primary, emoji=sign)


def placed(view: View, horse: Horse, end: int) -> tuple[Podium, int | None]:
    """Foresee the podium after a move that ends at `end`, and the place the horse would take, if any."""
    if START <= end <= view.course.squares:
        return view.podium, None
    podium, place = (with_out if end == OUT else with_home)(view.podium, horse)
    left = [other for other in view.horses if other not in podium]
    if len(left) == 1:
        podium, _ = with_home(podium, left[0])
    return podium, place


def _beside(view: View, end: int) -> Horse | None:
    """Name the horse with which a move makes a barrier; there is none at the start, at home or out."""
    if not START < end <= view.course.squares:
        return None
    at = zip(view.horses, view.places, strict=True)
    return next((other for other, place in at if place == end), None)
