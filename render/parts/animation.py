"""An animated picture: frames of which only what changed is stored.

The form is GIF, the one that every Discord client plays by itself inside a message.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from PIL import GifImagePlugin, Image, ImageChops

from render.parts.palette import fixed_palette
from render.picture import Drawn, LongPicture, Parts, Picture

Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels, the last two not included."""

_LEAVE_IN_PLACE = 1


def around(*boxes: Box) -> Box:
    """Return the smallest box that holds all the given ones."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def eased(frames: int) -> Iterator[float]:
    """Yield for each frame of a move which share of it is done: slow, fast, slow; 1 in the last."""
    for frame in range(1, frames + 1):
        share = frame / frames
        yield share * share * (3 - 2 * share)


class Shot(NamedTuple):
    """A frame, and how long it stands."""

    image: Image.Image
    milliseconds: int
    changed: Box | None = None
    """The box in which it differs from the frame before, cut to the picture; None: found by looking."""


def gif(
    shots: Callable[[], Iterable[Shot]], name: str, alt: str, palette: Image.Image | None = None
) -> Picture:
    """Return an animation, yet to be drawn, as a GIF that begins again; `name` is ASCII, without extension."""
    return LongPicture(f"{name}.gif", alt, partial(_encoded, shots, palette))


def _encoded(shots: Callable[[], Iterable[Shot]], palette: Image.Image | None) -> Parts:
    """Draw frame after frame."""
    parts: list[bytes] = []
    before: Image.Image | None = None
    for frame, milliseconds, changed in shots():
        box = changed or (before and ImageChops.difference(before, frame).getbbox()) or (0, 0, 1, 1)
        if before is None:
            box = (0, 0, *frame.size)
        left, top = max(box[0], 0), max(box[1], 0)
        patch = frame.crop((left, top, min(box[2], frame.width), min(box[3], frame.height)))
        indexed = patch.quantize(palette=palette or fixed_palette(), dither=Image.Dither.NONE)
        if before is None:
            parts += GifImagePlugin.getheader(indexed, info={"loop": 0})[0]
        parts += GifImagePlugin.getdata(indexed, (left, top), duration=milliseconds, disposal=_LEAVE_IN_PLACE)
        before = frame
        yield
    assert before is not None
    return Drawn(b"".join([*parts, b";"]), *before.size)
