"""A page of panels side by side below a head, and what any picture is drawn from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from PIL import Image

from engines.core import Seat
from render.parts.lettering import drawn, headline, write
from render.parts.mount import shadow
from render.parts.palette import CREAM, FOREST, HEDGE
from render.parts.shapes import put_centred, sheet
from render.words import Captions

WIDTH, EDGE, HEAD = 1200, 28, 92
"""The width of a page, its edge, and the height of its head, in pixels."""

View = TypeVar("View")
Words = TypeVar("Words", bound=Captions)


@dataclass(frozen=True, slots=True)
class Seats(Generic[Words]):
    """What the seats are called in a picture in the drawing: their names by seat, and the words it carries."""

    names: Sequence[str]
    words: Words

    def name(
        self, image: Image.Image, seat: Seat, x: float, y: float, size: int, width: int, **how: Any
    ) -> float:
        """Write the name of a seat, or what stands in for it; `how` is as for `write`. Return the width it took."""
        spare = self.words.stand_in(seat)
        return write(image, x, y, self.names[seat], size, width=width, spare=spare, **how)

    def called(self, seat: Seat, size: int, width: int) -> str:
        """Return what can be drawn of a seat's name in so many pixels, for a sentence around it."""
        return drawn(self.names[seat], size, width, self.words.stand_in(seat))


@dataclass(frozen=True, slots=True)
class Scene(Seats[Words], Generic[View, Words]):
    """A picture in the drawing, and the view it shows."""

    view: View


def page(
    title: str,
    *panels: Image.Image,
    edge: int = EDGE,
    head: int = HEAD,
    gap: int = 20,
    room: int = 860,
    is_adorned: bool = False,
) -> Image.Image:
    """Return a page of panels that are equally high; `room` is how wide the title may be.

    In the head of an adorned one stands a racing horse.
    """
    image = Image.new("RGB", (WIDTH, head + panels[0].height + edge), FOREST)
    headline(image, edge + 4, head / 2, title, 46, fill=CREAM, width=room)
    if is_adorned:
        put_centred(image, shadow(HEDGE, 128), WIDTH - 110, head / 2)
    left = edge
    for panel in panels:
        image.paste(panel, (left, head), sheet(*panel.size, 24, CREAM))
        left += panel.width + gap
    return image
