"""The form cards as a track: a lane a colour, a space a number, from 1 to 13; what is played stands out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from PIL import Image, ImageDraw

from engines.newmarket.actions import Card
from engines.newmarket.view import Shown, View
from render.newmarket.alt import sequence
from render.newmarket.captions import Captions
from render.newmarket.faces import STABLE, form, worn
from render.parts.canvas import Surface
from render.parts.kept import shared
from render.parts.lettering import headline, write
from render.parts.palette import CREAM, FADED, FOREST, GOLD, HEDGE, SHADE, TURF_LINE, Colour, readable_on
from render.parts.shapes import FINE, layer, put, put_centred
from render.parts.silks import token

LENGTH = 13
"""How many numbers each colour has."""


@dataclass(frozen=True, slots=True)
class Track:
    """The geometry of the form cards, in pixels."""

    left: float
    top: float
    label: int
    """The width of the names of the colours."""
    width: int
    height: int
    """The size of a space, the gap beside it included."""
    apart: int
    """The gap between the two pairs of colours."""

    def at(self, colour: int, number: int) -> tuple[int, int]:
        """Return the left upper corner of a card's space; colours count from 0, numbers from 1."""
        x = self.left + self.label + (number - 1) * self.width
        return round(x), round(self.top + colour * self.height + (colour // 2) * self.apart)

    @property
    def bottom(self) -> float:
        """Where the lowest lane ends, for four colours."""
        return self.top + 4 * self.height + self.apart


def with_cards(
    image: Surface,
    track: Track,
    view: View,
    plays: Sequence[Shown],
    captions: Captions,
    wanted: Card | None = None,
) -> None:
    """Draw every card's space, that of each card played and of the one that is called for over it."""
    names = tuple(captions.colour(colour) for colour in view.colours)
    put(image, _empty(track, tuple(view.colours), names, tuple(view.racehorses)), 0, 0)
    running = {play.card for play in sequence(plays)}
    for play in plays:
        silk = worn(play.card, view.colours)
        look = _Look(SHADE, FADED, None, silk.colour)
        if play.card in running:
            edge = GOLD if play is plays[-1] else CREAM
            look = _Look(silk.colour, readable_on(silk.colour), edge, None)
        _with_space(image, track, view, play.card, look)
    if wanted:
        _with_space(image, track, view, wanted, _Look(FOREST, GOLD, GOLD, None))


class _Look(NamedTuple):
    fill: Colour
    ink: Colour
    edge: Colour | None
    bar: Colour | None
    """Below the number."""


def _with_space(image: Surface, track: Track, view: View, card: Card, look: _Look) -> None:
    colour, value = form(card)
    space = _space(track.width - 4, track.height - 6, str(value), look)
    put(image, space, *track.at(view.colours.index(colour), value))


@shared
def _space(width: int, height: int, text: str, look: _Look) -> Image.Image:
    fill, ink, edge, bar = look

    def paint(draw: ImageDraw.ImageDraw) -> None:
        box = (0, 0, width * FINE - 1, height * FINE - 1)
        thick = round(height * 0.09 * FINE) if edge == GOLD else 3 * FINE
        draw.rounded_rectangle(box, height * 0.18 * FINE, fill=fill, outline=edge, width=thick if edge else 0)
        if bar:
            lower = (width * 0.14 * FINE, height * 0.8 * FINE, width * 0.86 * FINE, height * 0.92 * FINE)
            draw.rounded_rectangle(lower, height * 0.06 * FINE, fill=bar)

    image = layer(width, height, paint)
    y = height * (0.44 if bar else 0.5)
    headline(image, width / 2, y, text, round(height * 0.56), fill=ink, align="m", width=width - 8)
    return image


@shared
def _empty(
    track: Track, colours: tuple[str, ...], names: tuple[str, ...], racehorses: tuple[Card, ...]
) -> Image.Image:
    """Return the lanes before the first card is played, drawn at their place; racehorses are framed."""
    size = round(track.left + track.label + LENGTH * track.width), round(track.bottom)
    image = Image.new("RGBA", size, (*FOREST, 0))
    for row, (colour, name) in enumerate(zip(colours, names, strict=True)):
        _, y = track.at(row, 1)
        middle = y + track.height / 2 - 3
        badge = token(STABLE.silk(colour, colours)._replace(number=" "), round(track.height * 0.72))
        put_centred(image, badge, track.left + badge.width / 2, middle)
        start, room = track.left + badge.width + 8, track.label - badge.width - 16
        write(image, start, middle, name, round(track.height * 0.48), fill=CREAM, width=room)
        for value in range(1, LENGTH + 1):
            edge = CREAM if f"{colour}{value}" in racehorses else None
            space = _space(track.width - 4, track.height - 6, str(value), _Look(HEDGE, TURF_LINE, edge, None))
            put(image, space, *track.at(row, value))
    return image
