"""An animated picture: of every frame only the pixels that changed are stored, as an animated WebP or as a GIF.

Frames are in the colours of one palette, so nothing is lost in either. A WebP is put together here of patches that
Pillow compresses one by one: its own encoder of animations compares and compresses whole frames.
Source of its form: https://developers.google.com/speed/webp/docs/riff_container
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from functools import partial
from typing import NamedTuple

from PIL import GifImagePlugin, Image, ImageChops

from render.parts.palette import colours_in
from render.picture import Drawn, Picture


class Form(StrEnum):
    """How an animation is stored, which is also the extension of its file."""

    WEBP = "webp"
    GIF = "gif"


class Shot(NamedTuple):
    """A frame in the colours of the palette that all of them share, and how long it stands."""

    image: Image.Image
    milliseconds: int


class _Patch(NamedTuple):
    """What changed from one frame to the next, and where its upper left corner lies."""

    image: Image.Image
    mask: Image.Image | None
    """255 where a pixel changed, else 0; None: all of it is new."""
    left: int
    top: int
    milliseconds: int


def animation(shots: Callable[[], Iterable[Shot]], name: str, alt: str, form: Form = Form.WEBP) -> Picture:
    """Return an animation, yet to be drawn, that begins again; `name` is ASCII, without extension."""
    return Picture(f"{name}.{form}", alt, partial(_encoded, shots, form), is_long=True)


def eased(frames: int) -> Iterator[float]:
    """Yield for each frame of a move which share of it is done: slow, fast, slow; 1 in the last."""
    for frame in range(1, frames + 1):
        share = frame / frames
        yield share * share * (3 - 2 * share)


def seconds(picture: Picture) -> float:
    """Return for how long an animation plays."""
    film = Image.open(io.BytesIO(picture.data))
    total = 0
    for number in range(getattr(film, "n_frames", 1)):
        film.seek(number)
        film.load()
        total += film.info["duration"]
    return total / 1000


def _encoded(shots: Callable[[], Iterable[Shot]], form: Form) -> Drawn:
    """Draw frame after frame; one that equals the one before makes that stand longer."""
    written, database = list[bytes](), {Form.WEBP: _webp_frame, Form.GIF: _gif_frame}[form]
    before: Image.Image | None = None
    waiting: _Patch | None = None
    for frame, milliseconds in shots():
        patch = _changes(before, frame, milliseconds)
        if waiting and patch is None:
            waiting = waiting._replace(milliseconds=waiting.milliseconds + milliseconds)
        else:
            written += [database(waiting)] if waiting else []
            waiting = patch
        before = frame
    assert before is not None
    assert waiting is not None
    written.append(database(waiting))
    whole = {Form.WEBP: _webp, Form.GIF: _gif}[form]
    return Drawn(whole(before, written), *before.size)


def _changes(before: Image.Image | None, frame: Image.Image, milliseconds: int) -> _Patch | None:
    """Return what is new in a frame, from even pixels on, as WebP wants it; None: nothing is."""
    if before is None:
        return _Patch(frame, None, 0, 0, milliseconds)
    changed = ImageChops.difference(_numbers(before), _numbers(frame))
    box = changed.getbbox()
    if box is None:
        return None
    left, top = box[0] & ~1, box[1] & ~1
    inside = (left, top, box[2], box[3])
    mask = changed.crop(inside).point([0] + [255] * 255)
    return _Patch(frame.crop(inside), mask, left, top, milliseconds)


def _numbers(frame: Image.Image) -> Image.Image:
    """Return the numbers of a frame's colours as shades of grey, which can be compared."""
    return Image.frombytes("L", frame.size, frame.tobytes())


# ------------------------------------------------------------------------------------------------------------- WebP


_ALPHA, _ANIMATED, _BLENDED = 0x10, 0x02, 0
"""Flags of the whole file, and that of a frame that is laid over those before and stays."""


def _webp_frame(patch: _Patch) -> bytes:
    buffer, picture = io.BytesIO(), patch.image.convert("RGB")
    if patch.mask:
        picture.putalpha(patch.mask)
    picture.save(buffer, "WEBP", lossless=True, method=1, quality=0)
    place = (patch.left // 2, patch.top // 2, patch.image.width - 1, patch.image.height - 1)
    head = b"".join(_whole_number(number, 3) for number in (*place, patch.milliseconds))
    return _chunk(b"ANMF", head + bytes([_BLENDED]) + buffer.getvalue()[12:])


def _webp(frame: Image.Image, frames: Sequence[bytes]) -> bytes:
    size = b"".join(_whole_number(side - 1, 3) for side in frame.size)
    head = _chunk(b"VP8X", bytes([_ALPHA | _ANIMATED, 0, 0, 0]) + size)
    endless = _chunk(b"ANIM", b"\xff\xff\xff\xff" + _whole_number(0, 2))
    return _chunk(b"RIFF", b"".join([b"WEBP", head, endless, *frames]))


def _chunk(name: bytes, data: bytes) -> bytes:
    return name + _whole_number(len(data), 4) + data + b"\0" * (len(data) % 2)


def _whole_number(number: int, size: int) -> bytes:
    return number.to_bytes(size, "little")


# -------------------------------------------------------------------------------------------------------------- GIF

_LEAVE_IN_PLACE = 1


def _gif_frame(patch: _Patch) -> bytes:
    """Store a patch; what has not changed gets a colour that it does not have, which is clear."""
    image, facts = patch.image, {"duration": patch.milliseconds, "disposal": _LEAVE_IN_PLACE}
    used = image.histogram()
    if patch.mask and 0 in used:
        clear = used.index(0)
        image = Image.new("P", image.size, clear)
        image.putpalette(colours_in(patch.image))
        image.paste(patch.image, (0, 0), patch.mask)
        facts["transparency"] = clear
    return b"".join(GifImagePlugin.getdata(image, (patch.left, patch.top), **facts))


def _gif(frame: Image.Image, frames: Sequence[bytes]) -> bytes:
    header, _ = GifImagePlugin.getheader(frame, info={"loop": 0})
    return b"".join([*header, *frames, b";"])
