"""What was drawn last of parts of pictures is kept for the next ones: within one bound, whichever game it is."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import ParamSpec

from PIL import Image

MOST = 20 * 2**20
"""Bytes of all images that are kept: the grounds of some boards, and the cards of some hands."""

A_PIXEL = 4
"""Bytes that Pillow takes for a pixel in colours."""

Arguments = ParamSpec("Arguments")
Draw = Callable[Arguments, Image.Image]

_images: OrderedDict[Hashable, Image.Image] = OrderedDict()
_lock = Lock()


def shared(draw: Draw[Arguments]) -> Draw[Arguments]:
    """Keep what a function has drawn last; what it returns is shared: copy it before drawing on it."""

    @wraps(draw)
    def looked_up(*args: Arguments.args, **facts: Arguments.kwargs) -> Image.Image:
        key = draw, args, *facts.items()
        with _lock:
            image = _images.get(key)
            if image is not None:
                _images.move_to_end(key)
        return _keep(key, draw(*args, **facts)) if image is None else image

    return looked_up


def kept(draw: Draw[Arguments]) -> Draw[Arguments]:
    """Do the same, and hand out fresh copies, which may be drawn on."""
    stored = shared(draw)

    @wraps(draw)
    def fresh(*args: Arguments.args, **facts: Arguments.kwargs) -> Image.Image:
        return stored(*args, **facts).copy()

    return fresh


def _keep(key: Hashable, image: Image.Image) -> Image.Image:
    """Keep an image, and let go of those for which nobody has asked for longest."""
    with _lock:
        _images[key] = image
        spare = sum(map(_size, _images.values())) - MOST
        while spare > 0 and len(_images) > 1:
            _, old = _images.popitem(last=False)
            spare -= _size(old)
    return image


def _size(image: Image.Image) -> int:
    return image.width * image.height * A_PIXEL
