"""Where a horse may go: a cut of the track, the ends lettered as they are listed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial

from PIL import Image, ImageDraw

from engines.turfe.actions import Horse, Spot
from engines.turfe.view import View
from render.kit.straight import Straight
from render.parts.canvas import Canvas
from render.parts.lettering import headline, write
from render.parts.palette import CREAM, FOREST, GOLD, INK, WHITE
from render.parts.shapes import FINE, layer, put_centred, ring
from render.parts.silks import token
from render.picture import Picture, png
from render.turfe import alt
from render.turfe.captions import MARKS, Captions
from render.turfe.track import PALETTE, Field, middle, point_of, silks, track_for, with_field, with_trail

_WIDTH, _TOP = 1200, 126
_WHOLE = 1800, 726
"""The size of the picture of the whole track, of which a cut is shown."""


def choice(view: View, horse: Horse, ends: Sequence[Spot], captions: Captions) -> Picture:
    """Draw where a horse may go with a card: its ends, lettered as `Plays` lists them, a crossing of the line once."""
    name, told = f"turfe-choice-{horse}", alt.choice(view, horse, ends, captions)
    return png(partial(_drawn, view, horse, ends, captions), name, told, PALETTE)


def _drawn(view: View, horse: Horse, ends: Sequence[Spot], captions: Captions) -> Canvas:
    track = track_for(view, _WHOLE, _TOP)
    image = track.laid(captions.start, captions.finish, PALETTE)
    field = Field(view.horses, view.places, view.home)
    start = field.place(horse)
    for end in ends:
        with_trail(image, track, view.horses, horse, field.way(horse, start, end, view.length))
    with_field(image, track, field, horse)
    put_centred(image, _ring(track.token + 18), *point_of(track, field, horse))
    for mark, end in zip(MARKS, ends, strict=False):
        put_centred(image, _mark(mark, track.token + 6), *middle(track, end))
    cut = Canvas.over(_cut(image.image(), track, (start, *ends)))
    _head(cut, view, horse, captions)
    return cut


def _cut(image: Image.Image, track: Straight, places: Sequence[Spot]) -> Image.Image:
    """Return the part of the track around some places, with the numbers of the lanes on the left."""
    middles = [middle(track, place)[0] for place in places]
    lanes = round(track.left)
    room = _WIDTH - lanes
    left = round(min(max((min(middles) + max(middles) - room) / 2, lanes), image.width - room))
    cut = Image.new("RGB", (_WIDTH, image.height), FOREST)
    cut.paste(image.crop((left, 0, left + room, image.height)), (lanes, 0))
    cut.paste(image.crop((0, 0, lanes, image.height)), (0, 0))
    return cut


def _head(image: Canvas, view: View, horse: Horse, captions: Captions) -> None:
    put_centred(image, token(silks(view.horses)[horse], 60), 58, 42)
    took = headline(image, 102, 42, captions.horse(horse), 44, fill=CREAM, width=400)
    write(image, 102 + took + 26, 42, captions.choose, 44, fill=CREAM, width=round(1040 - took))


@cache
def _mark(text: str, diameter: int) -> Image.Image:
    """Return the sign of an end: its letter on gold, large enough for a telephone."""

    def paint(draw: ImageDraw.ImageDraw) -> None:
        size = diameter * FINE
        for inset, fill in ((0, INK), (0.03, WHITE), (0.09, INK), (0.12, GOLD)):
            ring(draw, size, size * inset, fill=fill)

    image = layer(diameter, diameter, paint)
    middle, height = diameter / 2, round(diameter * 0.62)
    headline(image, middle, middle, text, height, align="m", width=diameter)
    return image


@cache
def _ring(diameter: int) -> Image.Image:
    """Return the ring around the horse that is to move."""

    def paint(draw: ImageDraw.ImageDraw) -> None:
        size = diameter * FINE
        ring(draw, size, outline=WHITE, width=round(size * 0.06))

    return layer(diameter, diameter, paint)
