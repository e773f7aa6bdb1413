"""What was drawn last of parts of pictures is kept for the next ones: within one bound, whichever game it is."""

from __future__ import annotations

import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import Generic, NamedTuple, ParamSpec, TypeVar

from PIL import Image

from render.parts.numbers import number_of_image, with_number

MOST = 10 * 2**20
"""Bytes of all images that are kept: the grounds of boards, the cards of hands, and words."""

MOST_PACKED = 4 * 2**20
"""Bytes of those that had to make room, compressed: a card takes ten times as long to draw as to unpack."""

A_PIXEL = {"L": 1, "P": 1}
"""Bytes that Pillow takes for a pixel; in modes that are not named it takes four."""

WORTH_PACKING = 4096
"""Pixels from which on an image is packed: what is smaller is soon drawn."""

_BESIDE = 400
"""Bytes that keeping something takes beside its own."""

Arguments = ParamSpec("Arguments")
Draw = Callable[Arguments, Image.Image]
Value = TypeVar("Value")


class _Packed(NamedTuple):
    """An image of which nobody has asked for some time."""

    mode: str
    size: tuple[int, int]
    colours: list[int] | None
    number: int
    data: bytes

    @classmethod
    def of(cls, image: Image.Image) -> _Packed:
        colours = image.getpalette() if image.mode == "P" else None
        return cls(image.mode, image.size, colours, number_of_image(image), zlib.compress(image.tobytes(), 1))

    def image(self) -> Image.Image:
        image = Image.frombytes(self.mode, self.size, zlib.decompress(self.data))
        if self.colours:
            image.putpalette(self.colours)
        return with_number(image, self.number)


class Shelf(Generic[Value]):
    """Values that were asked for last, within a bound; safe to use from several threads."""

    def __init__(self, most: int, weight: Callable[[Value], int]) -> None:
        self._most = most
        self._weight = weight
        self._values: OrderedDict[Hashable, Value] = OrderedDict()
        self._taken = 0
        self._lock = Lock()

    def get(self, key: Hashable) -> Value | None:
        """Return what is kept under a key."""
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def keep(self, key: Hashable, value: Value) -> list[tuple[Hashable, Value]]:
        """Keep a value, and return those that make room for it: nobody has asked for them for longest."""
        with self._lock:
            before = self._values.pop(key, None)
            self._taken += self._weight(value) - (0 if before is None else self._weight(before))
            self._values[key] = value
            gone = []
            while self._taken > self._most and len(self._values) > 1:
                gone.append(self._values.popitem(last=False))
                self._taken -= self._weight(gone[-1][1])
            return gone

    def clear(self) -> None:
        """Let go of everything."""
        with self._lock:
            self._values.clear()
            self._taken = 0


def _size(image: Image.Image) -> int:
    return image.width * image.height * A_PIXEL.get(image.mode, 4) + _BESIDE


def _packed_size(packed: _Packed) -> int:
    return len(packed.data) + _BESIDE


_images = Shelf(MOST, _size)
_packed = Shelf(MOST_PACKED, _packed_size)


def shared(draw: Draw[Arguments]) -> Draw[Arguments]:
    """Keep what a function has drawn last; what it returns is shared: copy it before drawing on it."""

    @wraps(draw)
    def looked_up(*args: Arguments.args, **facts: Arguments.kwargs) -> Image.Image:
        key = draw, args, *facts.items()
        image = _images.get(key)
        if image is None:
            packed = _packed.get(key)
            image = packed.image() if packed else draw(*args, **facts)
            _keep(key, image)
        return image

    return looked_up


def kept(draw: Draw[Arguments]) -> Draw[Arguments]:
    """Do the same, and hand out fresh copies, which may be drawn on."""
    stored = shared(draw)

    @wraps(draw)
    def fresh(*args: Arguments.args, **facts: Arguments.kwargs) -> Image.Image:
        return stored(*args, **facts).copy()

    return fresh


def _keep(key: Hashable, image: Image.Image) -> None:
    for old, other in _images.keep(key, image):
        if other.width * other.height >= WORTH_PACKING and _packed.get(old) is None:
            _packed.keep(old, _Packed.of(other))
