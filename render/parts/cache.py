"""Parts of pictures that were drawn last are kept for the next ones, within bounds in bytes, for any thread."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from itertools import count
from threading import Lock
from typing import Any, Final, ParamSpec, TypeVar

from cachetools import LRUCache, cached
from cachetools.keys import hashkey
from PIL import Image

MOST = 12 * 2**20
"""Bytes of all images that are kept: the grounds of boards, the cards of hands, and words."""

_BESIDE = 400
"""Bytes that keeping an image takes beside its pixels."""

Arguments = ParamSpec("Arguments")
Value = TypeVar("Value")
Draw = Callable[Arguments, Image.Image]

_ids = count(1)
_ID: Final = "paddock_id"
"""The attribute that holds the id of an image; a copy, which may be drawn on, does not inherit it."""


def image_id(image: Image.Image) -> int:
    """Return a number of no other image; nobody draws on one that has been asked for it."""
    found: int | None = getattr(image, _ID, None)
    if found is None:
        found = next(_ids)
        setattr(image, _ID, found)
    return found


def image_size(image: Image.Image) -> int:
    """Return about how many bytes an image takes."""
    return image.width * image.height * (1 if image.mode in {"L", "P"} else 4) + _BESIDE


def bounded(
    most: int, size: Callable[[Value], int], key: Callable[..., Any] = hashkey
) -> Callable[[Callable[Arguments, Value]], Callable[Arguments, Value]]:
    """Return a decorator that keeps what a function returned last: so many bytes, by the size of each value."""
    return cached(LRUCache(most, size), key=key, lock=Lock())


_images: LRUCache[Any, Image.Image] = LRUCache(MOST, image_size)
_lock = Lock()


def shared(draw: Draw[Arguments]) -> Draw[Arguments]:
    """Keep what a function has drawn last; what it returns is shared: copy it before drawing on it."""
    return cached(_images, key=partial(hashkey, draw), lock=_lock)(draw)


def copied(draw: Draw[Arguments]) -> Draw[Arguments]:
    """Do the same, and hand out fresh copies, which may be drawn on."""
    stored = shared(draw)

    @wraps(draw)
    def fresh(*args: Arguments.args, **facts: Arguments.kwargs) -> Image.Image:
        return stored(*args, **facts).copy()

    return fresh
