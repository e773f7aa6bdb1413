"""Files sent with a message.

Source: Discord, "Reference": uploading files; OpenAPI, `MessageAttachmentRequest`.
"""

from __future__ import annotations

import io
import mimetypes
import re
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PIL import Image

from sandbox.errors import DiscordError, ErrorCode
from sandbox.model import Attachment
from sandbox.validation.form import Form

MOST_FILES = 10
MOST_BYTES = 10 * 1024 * 1024
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
"""How every PNG begins; width and height follow, each in four bytes."""
_PNG_SIZE = slice(16, 24)


@dataclass(frozen=True, slots=True)
class Upload:
    """One part of a multipart body."""

    filename: str
    data: bytes


def read_attachments(
    form: Form, uploads: Mapping[int, Upload], old: list[Attachment], new_id: Callable[[], str]
) -> list[Attachment]:
    """Return the files the message has from now on: those of the old that are named again, and the uploads.

    Without `attachments` all old files stay.
    """
    for upload in uploads.values():
        if len(upload.data) > MOST_BYTES:
            raise DiscordError(ErrorCode.REQUEST_TOO_LARGE)
    if form.data.get("attachments") is None:
        return _within(form, old + [_make(upload, new_id()) for _, upload in sorted(uploads.items())])
    kept = {file.id: file for file in old}
    files: list[Attachment] = []
    named: set[int] = set()
    for each in form.children("attachments", MOST_FILES):
        number = each.snowflake("id", required=True) or ""
        description, title = each.text("description", 1024), each.text("title", 1024)
        if number in kept:
            file = kept[number]
        elif number.isdecimal() and int(number) in uploads:
            named.add(int(number))
            upload = uploads[int(number)]
            file = _make(Upload(each.text("filename", 1024, 1) or upload.filename, upload.data), new_id())
        else:
            each.complain("ATTACHMENT_NOT_FOUND", f"Attachment {number} could not be found.", "id")
            continue
        if each.has("description"):
            file.description = description
        if each.has("title"):
            file.title = title
        files.append(file)
    files += [_make(upload, new_id()) for index, upload in sorted(uploads.items()) if index not in named]
    return _within(form, files)


def _within(form: Form, files: list[Attachment]) -> list[Attachment]:
    if len(files) > MOST_FILES:
        form.complain("BASE_TYPE_MAX_LENGTH", f"Must be {MOST_FILES} or fewer in length.", "attachments")
    return files


def _make(upload: Upload, snowflake: str) -> Attachment:
    filename = safe_name(upload.filename)
    kind = mimetypes.guess_type(filename)[0] or "application/octet-stream"
    width, height = _size(upload.data) if kind.startswith("image/") else (None, None)
    return Attachment(snowflake, filename, upload.data, len(upload.data), kind, width=width, height=height)


def safe_name(filename: str) -> str:
    """Return the name Discord gives a file: what is no letter, digit, dot or dash becomes an underscore."""
    return _UNSAFE.sub("_", filename.strip()).lstrip(".") or "unknown"


def _size(data: bytes) -> tuple[int | None, int | None]:
    if (
        data.startswith(_PNG) and len(data) >= _PNG_SIZE.stop
    ):  # nearly all are, and Pillow looks at more than the size
        width, height = struct.unpack(">II", data[_PNG_SIZE])
        return width, height
    try:
        with Image.open(io.BytesIO(data)) as image:
            return image.size
    except (OSError, ValueError, SyntaxError, struct.error, Image.DecompressionBombError):
        return None, None  # no picture, half of one, or one that is far too large
