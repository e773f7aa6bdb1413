"""A canvas as a PNG, band by band: a band that was in a picture before is neither drawn nor compressed again.

Boards and hands of one table differ little from one to the next. A band is a few rows, compressed by itself; the parts
of a file are joined without a look at their pixels (RFC 1950, RFC 1951 and the PNG specification say how).
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from PIL import Image

from render.parts.canvas import Canvas
from render.parts.inks import Inks
from render.parts.kept import Shelf
from render.parts.numbers import number_of_image
from render.parts.palette import colours_in

HEIGHT = 32
"""The height of a band in pixels."""

LEVEL, HARD = 4, 6
"""How hard what is drawn is compressed: harder takes twice the time for files a sixteenth smaller.

The second is for a large picture most bands of which are drawn once and kept: there it saves an eighth."""

MOST = 6 * 2**20
"""Bytes of all bands that are kept."""

_BESIDE = 800
"""Bytes that keeping a band takes beside its own, most of it for telling what is on it."""

_ADLER = 65521
"""The modulus of the checksum at the end of a compressed stream."""


class Band(NamedTuple):
    """Rows of a picture, compressed, and what the checksum of the whole needs of them."""

    data: bytes
    checksum: int
    length: int
    """Of what is compressed."""


def _weight(band: Band) -> int:
    return len(band.data) + _BESIDE


_kept = Shelf(MOST, _weight)


def png(canvas: Canvas, palette: Image.Image, level: int = LEVEL) -> bytes:
    """Return a canvas as a PNG in the colours of a palette, compressed so hard."""
    compressed, checksum, length = [b"\x78\x01"], 1, 0
    for band in _bands(canvas, palette, level):
        compressed.append(band.data)
        checksum, length = _joined(checksum, band), length + band.length
    compressed += b"\x03\x00", struct.pack("!I", checksum)  # nothing more
    header = struct.pack("!IIBBBBB", *canvas.size, 8, 3, 0, 0, 0)
    chunks = (
        (b"IHDR", header),
        (b"PLTE", colours_in(palette)),
        (b"IDAT", b"".join(compressed)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack("!I", len(data)) + kind + data + struct.pack("!I", zlib.crc32(data, zlib.crc32(kind)))


def _joined(checksum: int, band: Band) -> int:
    """Return the Adler-32 of what has one checksum, with a band behind it."""
    low, high = checksum & 0xFFFF, checksum >> 16
    high = (high + (band.checksum >> 16) + band.length * (low - 1)) % _ADLER
    low = (low + (band.checksum & 0xFFFF) - 1) % _ADLER
    return high << 16 | low


def _bands(canvas: Canvas, palette: Image.Image, level: int) -> Iterator[Band]:
    """Yield every band, those that no picture has shown lately drawn together where they are neighbours."""
    colours = number_of_image(palette)
    found = []
    for top, bottom, told in canvas.bands(HEIGHT):
        key = struct.pack(f"{len(told) + 2}q", level, colours, *told)
        found.append((top, bottom, key, _kept.get(key)))
    for is_kept, neighbours in groupby(found, key=lambda each: each[3] is not None):
        run = list(neighbours)
        if is_kept:
            yield from (band for *_, band in run if band)
            continue
        drawn = _compressed(canvas, palette, [(top, bottom) for top, bottom, *_ in run], level)
        for (*_, key, _), band in zip(run, drawn, strict=True):
            _kept.keep(key, band)
            yield band


def _compressed(
    canvas: Canvas, palette: Image.Image, run: Sequence[tuple[int, int]], level: int
) -> Iterator[Band]:
    """Draw neighbouring bands, each from one row to another, and compress them one by one."""
    first, last = run[0][0], run[-1][1]
    indexed = canvas.rows(first, last, Inks(palette))
    lines = Image.new("P", (canvas.width + 1, last - first))  # each behind the number of its filter: none
    lines.paste(indexed, (1, 0))
    data, width = memoryview(lines.tobytes()), canvas.width + 1
    for top, bottom in run:
        part = data[(top - first) * width : (bottom - first) * width]
        deflate = zlib.compressobj(level, zlib.DEFLATED, -15, 9)
        yield Band(deflate.compress(part) + deflate.flush(zlib.Z_FULL_FLUSH), zlib.adler32(part), len(part))
