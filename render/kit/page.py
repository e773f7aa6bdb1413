"""What any picture of the kit is made of: its width, what its seats are called, the view it shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engines.core import Seat
from render.captions import Captions
from render.parts.canvas import Surface
from render.parts.lettering import Face, fitted, plain, write
from render.parts.letters import isolated

WIDTH, EDGE = 1200, 28
"""The width of a picture and its edge, in pixels."""

View = TypeVar("View")
C = TypeVar("C", bound=Captions)


@dataclass(frozen=True, slots=True)
class Seats(Generic[C]):
    """What the seats are called in a picture in the drawing: their names by seat, and the captions it carries."""

    names: Sequence[str]
    captions: C

    def name(
        self, image: Surface, seat: Seat, x: float, y: float, size: int, width: int, **how: Any
    ) -> float:
        """Write the name of a seat, or what stands in for it; `how` is as for `write`. Return the width it took."""
        spare = self.captions.stand_in(seat)
        return write(image, x, y, self.names[seat], size, width=width, spare=spare, **how)

    def called(self, seat: Seat, size: int, width: int) -> str:
        """Return what can be drawn of a seat's name in so many pixels, for a sentence around it."""
        line = fitted(self.names[seat], Face.TEXT, size, width, self.captions.stand_in(seat))
        return isolated(plain(line.text))


@dataclass(frozen=True, slots=True)
class Scene(Seats[C], Generic[View, C]):
    """A picture in the drawing, and the view it shows."""

    view: View
