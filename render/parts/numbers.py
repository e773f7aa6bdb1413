"""Numbers for what is drawn: whatever has the same number looks the same, so that it need not be looked at."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from itertools import count

from PIL import Image

_numbers = count(1)
_OWN = "paddock_number"
"""The attribute that holds the number of an image; a copy, which may be drawn on, does not inherit it."""


@lru_cache(maxsize=16384)
def number_of(what: Hashable) -> int:
    """Return the number of a value: never that of another one; one that was forgotten gets a new one."""
    return next(_numbers)


def number_of_image(image: Image.Image) -> int:
    """Return the number of an image that nobody draws on any more."""
    number: int | None = getattr(image, _OWN, None)
    if number is None:
        number = next(_numbers)
        setattr(image, _OWN, number)
    return number


def with_number(image: Image.Image, number: int) -> Image.Image:
    """Give an image the number of one that it equals to the pixel, and return it."""
    setattr(image, _OWN, number)
    return image
