"""Games of Sulkydrom played at random, for pictures to draw."""

from __future__ import annotations

from typing import Any

from engines.sulkydrom.actions import Letter
from engines.sulkydrom.game import Sulkydrom
from engines.sulkydrom.view import View
from render.sulkydrom.track import Track, track_of
from tests.render.seen import views

GAME = Sulkydrom(Sulkydrom.with_edition().edition)
FACES = GAME.setup.faces
COURSE = GAME.setup.course
LETTERS: tuple[Letter, ...] = ("A", "B", "C", "D", "E", "F", "G", "H")


def seen(seats: int = 4, seat: int | None = None, **options: Any) -> tuple[View, ...]:
    return views("sulkydrom", seats, 0, seat, **options)


def standing(seats: int = 8) -> Track:
    return track_of(seen(seats)[0])
