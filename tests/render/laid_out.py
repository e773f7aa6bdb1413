"""What lies where in a picture: every text and every horse's token, whoever draws it, and what covers what.

Texts are known by what lets their ink through, tokens by what they say they show (`image.info["shows"]`), both by being
put on a canvas; so a new drawing is looked at like all others.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import NamedTuple
from unittest.mock import patch

from PIL import Image, ImageChops

from render import Picture
from render import picture as pictures
from render.parts import canvas as canvases
from render.parts import lettering
from render.parts.canvas import Canvas, Spot, Stroke, Surface
from render.parts.inks import Inks
from render.parts.palette import Colour

INKED = 128
"""From this part of 255 on a pixel counts as ink, or as covered."""

OVERLAP = 0.2
"""Which part of a token another may cover: of several in a row the numbers are all seen."""

FRAMES = 24
"""How many frames of a replay are looked at, from its beginning on."""

Box = tuple[int, int, int, int]


class Laid(NamedTuple):
    """A text or a token, and where it lies."""

    what: str
    order: int
    mask: Image.Image
    box: Box


def faults(picture: Picture) -> list[str]:
    """Say of a picture, which is not encoded, what leaves its box or is covered; nothing where all is well."""
    told: list[str] = []
    with _recorded(told) as drawn:
        if picture.is_long:
            shots = picture.drawing.args[0]  # type: ignore[attr-defined]
            assert list(islice(shots(), FRAMES))
        else:
            picture.drawing()
    for canvas in drawn:
        told += _covered_texts(canvas)
        told += _crowded_tokens(canvas)
    return told


@contextmanager
def _recorded(told: list[str]) -> Iterator[list[Canvas]]:
    """Note texts that leave their paper, keep every stroke of a paper that hangs over, and what would be encoded."""
    drawn: list[Canvas] = []
    put_down, take_over = lettering._put_down, Canvas._take_over

    def noted(image: Surface, line: lettering.Line, left: float, baseline: float, fill: Colour) -> None:
        put_down(image, line, left, baseline, fill)
        if isinstance(image, Canvas):
            image.strokes[-1].paint.args[0].info["shows"] = line.text  # type: ignore[attr-defined]
            box = _ink(image.strokes[-1])
        else:
            box = _moved(lettering._box(line), round(left), round(baseline))
        if box[0] < 0 or box[1] < 0 or box[2] > image.width or box[3] > image.height:
            told.append(f"{line.text!r} leaves its paper of {image.size}: {box}")

    def taken_over(self: Canvas, other: Canvas, x: int, y: int) -> None:
        cut = Canvas(*other.size, other.colour)
        cut.strokes = [each if cut._holds(each) else _within(each, other.size) for each in other.strokes]
        take_over(self, cut, x, y)

    def encoded(canvas: Canvas, *_: object) -> bytes:
        drawn.append(canvas)
        return b""

    with (
        patch.object(lettering, "_put_down", noted),
        patch.object(Canvas, "_take_over", taken_over),
        patch.object(pictures, "_as_png", encoded),
    ):
        yield drawn


def _within(stroke: Stroke, size: tuple[int, int]) -> Stroke:
    """Return a stroke of which nothing hangs over a paper of a size."""
    left, top = max(stroke.x, 0), max(stroke.y, 0)
    right, bottom = min(stroke.x + stroke.width, size[0]), min(stroke.y + stroke.height, size[1])
    aside = partial(_cut, stroke, left, top, max(right - left, 0), max(bottom - top, 0))
    width, height = max(right - left, 0), max(bottom - top, 0)
    return stroke._replace(x=left, y=top, width=width, height=height, paint=aside)


def _cut(
    stroke: Stroke,
    left: int,
    top: int,
    width: int,
    height: int,
    image: Image.Image,
    spot: Spot,
    inks: Inks | None,
) -> None:
    below = image.crop((spot.x, spot.y, spot.x + width, spot.y + height))
    stroke.paint(below, Spot(stroke.x - left, stroke.y - top, spot.on), inks)
    image.paste(below, (spot.x, spot.y))


# ----------------------------------------------------------------------------------------------- texts


def texts(canvas: Canvas) -> Iterator[Laid]:
    """Yield every text on a canvas."""
    for order, stroke in enumerate(canvas.strokes):
        paint = stroke.paint
        if isinstance(paint, partial) and paint.func is canvases._stamp and "shows" in paint.args[0].info:
            yield Laid(paint.args[0].info["shows"], order, paint.args[0], _ink(stroke))


def _ink(stroke: Stroke) -> Box:
    mask = stroke.paint.args[0]  # type: ignore[attr-defined]
    left, top, right, bottom = mask.point(_IS_INKED).getbbox() or (0, 0, 0, 0)
    return stroke.x + left, stroke.y + top, stroke.x + right, stroke.y + bottom


_IS_INKED = [255 * (level >= INKED) for level in range(256)]
"""For each level of a mask whether ink is there, as Pillow takes it: a function it would ask for all of them anew."""

_IS_HIDDEN = [255 * (level < 255 - INKED) for level in range(256)]
"""For each difference between black and white ground whether something covers it."""


def _covered_texts(canvas: Canvas) -> Iterator[str]:
    for text in texts(canvas):
        ink = text.mask.point(_IS_INKED)
        ink = ink.crop(ink.getbbox())
        for stroke in canvas.strokes[text.order + 1 :]:
            if _meet(text.box, (stroke.x, stroke.y, stroke.x + stroke.width, stroke.y + stroke.height)):
                lost = _area(ImageChops.multiply(ink, _covered(stroke, text.box)))
                if lost:
                    yield f"{text.what!r} at {text.box}: {lost} pixels of its ink are covered by {_named(stroke)}"


def _covered(stroke: Stroke, box: Box) -> Image.Image:
    """Return which pixels of a box a stroke hides: it leaves black and white ground equal there."""
    size = box[2] - box[0], box[3] - box[1]
    grounds = [Image.new("RGB", size, colour) for colour in ((0, 0, 0), (255, 255, 255))]
    for ground in grounds:
        stroke.paint(ground, Spot(stroke.x - box[0], stroke.y - box[1], stroke.on), None)
    differ = ImageChops.difference(*grounds).convert("L")
    return differ.point(_IS_HIDDEN)


def _named(stroke: Stroke) -> str:
    args = getattr(stroke.paint, "args", ())
    shows = [each.info["shows"] for each in args if isinstance(each, Image.Image) and "shows" in each.info]
    return (
        repr(shows[0]) if shows else f"{args[:1]} at {stroke.x, stroke.y}, {stroke.width} × {stroke.height}"
    )


def _moved(box: Box, x: int, y: int) -> Box:
    return box[0] + x, box[1] + y, box[2] + x, box[3] + y


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _area(mask: Image.Image) -> int:
    return mask.histogram()[255]


# ---------------------------------------------------------------------------------------------- tokens


def tokens(canvas: Canvas) -> Iterator[Laid]:
    """Yield every horse's token on a canvas."""
    for order, stroke in enumerate(canvas.strokes):
        paint = stroke.paint
        if isinstance(paint, partial) and paint.func is canvases._paste and "shows" in paint.args[0].info:
            sprite = paint.args[0]
            box = stroke.x, stroke.y, stroke.x + sprite.width, stroke.y + sprite.height
            yield Laid(sprite.info["shows"], order, sprite.getchannel("A").point(_IS_INKED), box)


def _crowded_tokens(canvas: Canvas) -> Iterator[str]:
    laid = list(tokens(canvas))
    for at, token in enumerate(laid):
        left, top, right, bottom = token.box
        if left < 0 or top < 0 or right > canvas.width or bottom > canvas.height:
            yield f"{token.what} leaves the picture: {token.box}"
        for above in laid[at + 1 :]:
            if _meet(token.box, above.box):
                x, y = above.box[0] - left, above.box[1] - top
                hidden = Image.new("L", token.mask.size, 0)
                hidden.paste(above.mask, (x, y))
                lost = _area(ImageChops.multiply(token.mask, hidden)) / max(_area(token.mask), 1)
                if lost > OVERLAP:
                    yield f"{token.what} at {token.box}: {lost:.0%} of it is covered by {above.what}"
