"""An animated picture: frames of which only what changed is stored.

The form is GIF, the one that every Discord client plays by itself inside a message.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from PIL import GifImagePlugin, Image, ImageChops

from render.parts.palette import fixed_palette
from render.picture import Drawn, Picture

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


class Animation:
    """An animated picture in the house palette or one that is handed in."""

    def __init__(self, shots: Iterable[Shot], palette: Image.Image | None = None) -> None:
        """Take all frames, at least one."""
        frames = iter(shots)
        first = next(frames)
        self._size = first.image.size
        self._last = first.image
        self._palette = palette or fixed_palette()
        start = self._in_palette(first.image)
        header, _ = GifImagePlugin.getheader(start, info={"loop": 0})
        self._parts = [*header, *_frame(start, (0, 0), first.milliseconds)]
        for shot in frames:
            self._show(shot)

    def _show(self, shot: Shot) -> None:
        frame = shot.image
        changed = shot.changed or ImageChops.difference(self._last, frame).getbbox() or (0, 0, 1, 1)
        self._last = frame
        width, height = self._size
        left, top = max(changed[0], 0), max(changed[1], 0)
        patch = frame.crop((left, top, min(changed[2], width), min(changed[3], height)))
        self._parts += _frame(self._in_palette(patch), (left, top), shot.milliseconds)

    def encoded(self) -> Drawn:
        """Return the animation's bytes. It begins anew when it is over."""
        return Drawn(b"".join([*self._parts, b";"]), *self._size)

    def _in_palette(self, image: Image.Image) -> Image.Image:
        return image.quantize(palette=self._palette, dither=Image.Dither.NONE)


def gif(draw: Callable[[], Animation], name: str, alt: str) -> Picture:
    """Return an animation, yet to be drawn, as a GIF; `name` is ASCII, without extension."""
    return Picture(f"{name}.gif", alt, lambda: draw().encoded())


def _frame(image: Image.Image, at: tuple[int, int], milliseconds: int) -> list[bytes]:
    return GifImagePlugin.getdata(image, at, duration=milliseconds, disposal=_LEAVE_IN_PLACE)
