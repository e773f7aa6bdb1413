"""The head of every board: a band of forest with its title, and on a golden ribbon whose turn it is."""

from __future__ import annotations

from functools import cache

from PIL import Image, ImageDraw

from render.parts.canvas import Canvas
from render.parts.lettering import Face, fitted, poster, write
from render.parts.letters import isolated
from render.parts.palette import CREAM, FOREST, GOLD, HEDGE, INK, Colour
from render.parts.shapes import FINE, layer, pointer, put, put_centred
from render.parts.sketch import Sketch

WIDTH = 1200
"""The width of a board in pixels."""
HEAD = 104
"""The height of the head in pixels, its golden rule included."""
EDGE = 32
"""The pixels that are left free on both sides of what is written."""

_RULE = 6
_RIBBON, _TOP = 80, 9
_TITLE, _UNDER, _TURN, _ROOM = 68, 32, 66, 680
_AROUND, _MARK = 96, 54
"""Pixels of a ribbon that are left free beside its text, and that the mark before it takes."""
_MIDDLE = (HEAD - _RULE) / 2


def head_ground(ground: Sketch) -> None:
    """Draw the empty head onto a ground."""
    ground.rectangle(0, 0, ground.width, HEAD - _RULE, FOREST)
    ground.rectangle(0, HEAD - _RULE, ground.width, HEAD, GOLD)


def with_title(image: Canvas, title: str, under: str = "", *, room: int = 480) -> None:
    """Write the title into the head, and a line below it, in at most `room` pixels."""
    if not under:
        poster(image, EDGE, _MIDDLE, title, _TITLE + 14, fill=CREAM, width=room)
        return
    poster(image, EDGE, _MIDDLE - 17, title, _TITLE - 12, fill=CREAM, width=room)
    write(image, EDGE, _MIDDLE + 29, under, _UNDER, fill=CREAM, width=room)


def with_turn(image: Canvas, phrase: str, name: str, spare: str) -> None:
    """Hang a golden ribbon into the head that says whose turn it is: a phrase with `{name}`, or a `spare` name."""
    took = _ribbon_with(image, named(phrase, name, spare), GOLD, INK, _MARK)
    put_centred(image, pointer(34, INK), image.width - 28 - took - 32, _MIDDLE)


def named(phrase: str, name: str, spare: str) -> str:
    """Return a phrase with `{name}` for a ribbon: the name is cut rather than the phrase."""
    shown = fitted(name.upper(), Face.POSTER, _TURN, spare=spare)
    whole = fitted(_isolated(phrase, shown.text), Face.POSTER, _TURN)
    room = _ROOM - _AROUND - _MARK
    if whole.width > room:  # a name in other letters may have the whole phrase set in another face
        rest = round(room - (whole.width - shown.width)) - 16
        shown = fitted(name.upper(), Face.POSTER, _TURN, max(rest, 200), spare)
    return _isolated(phrase, shown.text)


def _isolated(phrase: str, name: str) -> str:
    """Put a name into a phrase so that neither reorders the other."""
    return phrase.upper().replace("{NAME}", isolated(name))


def with_winner(image: Canvas, text: str) -> None:
    """Hang a golden ribbon into the head that says who has won."""
    _ribbon_with(image, text.upper(), GOLD, INK, 0)


def with_news(image: Canvas, text: str) -> None:
    """Hang a plain ribbon into the head that says what is going on, where nobody is asked alone."""
    _ribbon_with(image, text.upper(), HEDGE, CREAM, 0)


def _ribbon_with(image: Canvas, text: str, colour: Colour, fill: Colour, mark: int) -> float:
    """Hang a ribbon with a text and room for a mark before it; return the width of the text."""
    room = _ROOM - _AROUND - mark
    line = fitted(text, Face.POSTER, _TURN, room)
    width = max(300, round(line.width) + _AROUND + mark)
    put(image, ribbon(width, _RIBBON, colour), image.width - width, _TOP)
    return poster(image, image.width - 28, _MIDDLE, text, _TURN, fill=fill, align="r", width=room)


@cache
def ribbon(width: int, height: int, colour: Colour) -> Image.Image:
    """Return a ribbon with a notch in its left end."""

    def paint(draw: ImageDraw.ImageDraw) -> None:
        right, bottom, notch = width * FINE, height * FINE, height * FINE * 0.3
        draw.polygon([(0, 0), (right, 0), (right, bottom), (0, bottom), (notch, bottom / 2)], fill=colour)

    return layer(width, height, paint)
