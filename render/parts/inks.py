"""Painting in the few colours of a palette from the start, so that no picture has to be reduced to them in the end.

What has soft edges is blended into the colour it will lie on and reduced once, and kept: after that it is copied.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from threading import Lock
from typing import Any, NamedTuple

from cachetools import LRUCache, cached
from PIL import Image, ImageDraw

from render.parts.cache import image_id
from render.parts.palette import CREAM, GRAIN, Colour, colours_in, index_of

MOST = 6 * 2**20
"""Bytes of all that is kept in the colours of palettes."""

_SEEN = 1
"""From how opaque on, of 255, a pixel is copied."""

_STEPS = 3
"""In how many steps soft edges are blended: to the eye as smooth as all 255, and in a tenth fewer bytes."""

_STEPPED = [round(round(level / 255 * _STEPS) / _STEPS * 255) for level in range(256)]

_PLAIN = {darker: colour for colour, darker in GRAIN}
"""The ground on which a speck of grain lies."""


class Baked(NamedTuple):
    """Something in the colours of a palette, and the mask of 0 and 255 through which it is copied; None: all of it."""

    image: Image.Image
    mask: Image.Image | None


def _size(baked: Baked) -> int:
    return baked.image.width * baked.image.height * (2 if baked.mask else 1) + 600


_cache: LRUCache[Any, Baked] = LRUCache(MOST, _size)
_lock = Lock()


class Inks:
    """A palette that is painted with."""

    def __init__(self, palette: Image.Image) -> None:
        self.palette = palette

    def blank(self, width: int, height: int, colour: Colour) -> Image.Image:
        """Return an image in its colours, filled with one."""
        image = Image.new("P", (width, height), index_of(colour, self.palette))
        image.putpalette(colours_in(self.palette))
        return image

    def holds(self, image: Image.Image) -> bool:
        """Say whether an image is in its colours already."""
        return image.mode == "P" and colours_of(image) == colours_of(self.palette)

    def put(self, image: Image.Image, sprite: Image.Image, at: tuple[int, int], on: Colour | None) -> None:
        """Copy a sprite onto an image, its edges blended into a colour."""
        if self.holds(sprite):
            image.paste(sprite, at)
            return
        baked = _baked_sprite(self.palette, sprite, on or CREAM)
        image.paste(baked.image, at, baked.mask)

    def stamp(
        self, image: Image.Image, mask: Image.Image, at: tuple[int, int], fill: Colour, on: Colour | None
    ) -> None:
        """Put a colour on an image where a mask lets it through, blended into another one where it does so in part."""
        baked = _baked_mask(self.palette, mask, fill, on or CREAM)
        image.paste(baked.image, at, baked.mask)

    def draw(self, image: Image.Image, kind: str, points: list[float], how: Mapping[str, Any]) -> None:
        """Draw a shape of `ImageDraw` in its colours."""
        inked = {
            name: index_of(value, self.palette) if name in {"fill", "outline"} else value
            for name, value in how.items()
        }
        getattr(ImageDraw.Draw(image), kind)(points, **inked)


def _by_ids(palette: Image.Image, shape: Image.Image, *colours: Colour) -> tuple[object, ...]:
    return image_id(palette), image_id(shape), *colours


@cached(_cache, key=_by_ids, lock=_lock)
def _baked_sprite(palette: Image.Image, sprite: Image.Image, on: Colour) -> Baked:
    if sprite.mode != "RGBA":
        return Baked(_reduced(sprite.convert("RGB"), palette), None)
    flat, alpha = Image.new("RGB", sprite.size, on), sprite.getchannel("A").point(_STEPPED)
    flat.paste(sprite, (0, 0), alpha)
    return Baked(_reduced(flat, palette), _opened(alpha))


@cached(_cache, key=_by_ids, lock=_lock)
def _baked_mask(palette: Image.Image, mask: Image.Image, fill: Colour, on: Colour) -> Baked:
    flat, stepped = Image.new("RGB", mask.size, on), mask.point(_STEPPED)
    flat.paste(fill, (0, 0), stepped)
    return Baked(_reduced(flat, palette), _opened(stepped))


def _reduced(flat: Image.Image, palette: Image.Image) -> Image.Image:
    return flat.quantize(palette=palette, dither=Image.Dither.NONE)


def _opened(mask: Image.Image) -> Image.Image | None:
    """Return a mask that lets through all or nothing; None if it is all."""
    least, _ = mask.getextrema()
    if isinstance(least, (int, float)) and least >= _SEEN:
        return None
    return mask.point([0] * _SEEN + [255] * (256 - _SEEN))


_COLOURS = "paddock_colours"
"""The attribute that holds the colours of an image in few of them, on which nobody draws any more."""


def colours_of(image: Image.Image) -> bytes:
    """Return the colours of an image in few of them; asked once, for it takes long."""
    found: bytes | None = getattr(image, _COLOURS, None)
    if found is None:
        found = colours_in(image)
        setattr(image, _COLOURS, found)
    return found


def colour_at(image: Image.Image, x: int, y: int) -> Colour | None:
    """Return the colour of a pixel, without its grain; None where an image is not opaque."""
    found = image.getpixel((x, y))
    if isinstance(found, tuple):
        red, green, blue, *alpha = (round(part) for part in found)
        return None if alpha and alpha[0] < 255 else (red, green, blue)
    if image.mode != "P" or found is None:
        return None
    return _plain(*colours_of(image)[3 * int(found) : 3 * int(found) + 3])


@lru_cache(maxsize=1024)
def _plain(red: int, green: int, blue: int) -> Colour:
    return _PLAIN.get((red, green, blue), (red, green, blue))
