"""The file in which a person gets their data: written page by page, and sent in as many parts as it takes."""

from __future__ import annotations

import asyncio
import json
import tempfile
import zipfile
from collections.abc import AsyncIterator, Iterator
from typing import Any, NamedTuple

FILE = "paddock-data.json"

LARGEST = 8_000_000
"""Bytes of a file that is sent, or of a part of one; Discord takes ten million."""


class Part(NamedTuple):
    """A file to send, which may be one part of several."""

    name: str
    content: bytes
    number: int
    """From 1."""
    of: int


class PersonalFile:
    """One JSON object with a row a line, kept compressed: in memory up to `LARGEST` bytes, else on the disk.

    Everything here blocks. The pages of a theme have to be written one after another.
    """

    def __init__(self) -> None:
        self._kept = tempfile.SpooledTemporaryFile(LARGEST)  # noqa: SIM115 - `parts` closes it
        self._archive = zipfile.ZipFile(self._kept, "w", zipfile.ZIP_DEFLATED)
        self._entry = self._archive.open(FILE, "w", force_zip64=True)
        self._size = 0
        self._theme = ""
        self._separator = "\n"
        self._closing = "{"

    def write(self, theme: str, page: Any) -> None:
        """Write a page of a theme: rows as a list, or all that there is of it."""
        is_list = isinstance(page, list)
        if theme != self._theme:
            self._put(f"{self._closing}\n{json.dumps(theme)}: {'[' if is_list else _text(page)}")
            self._theme, self._separator, self._closing = theme, "\n", "]," if is_list else ","
        for row in page if is_list else ():
            self._put(f"{self._separator}{_text(row)}")
            self._separator = ",\n"

    def end(self) -> int:
        """Write the end; return how many bytes all of it has."""
        self._put(f"{self._closing.rstrip(',')}\n}}\n")
        self._entry.close()
        self._archive.close()
        return self._size

    def parts(self) -> Iterator[Part]:
        """Yield what is to be sent, one part in memory at a time; the file is gone afterwards."""
        with self._kept:
            if self._size <= LARGEST:
                with zipfile.ZipFile(self._kept) as archive:
                    yield Part(FILE, archive.read(FILE), 1, 1)
                return
            parts = -(-self._kept.seek(0, 2) // LARGEST)
            self._kept.seek(0)
            for number in range(1, parts + 1):
                name = f"{FILE}.zip" if parts == 1 else f"{FILE}.zip.{number:03}"
                yield Part(name, self._kept.read(LARGEST), number, parts)

    def _put(self, text: str) -> None:
        written = text.encode()
        self._size += len(written)
        self._entry.write(written)


async def written(pages: AsyncIterator[tuple[str, Any]]) -> PersonalFile:
    """Write pages into a file, each in a thread."""
    file = await asyncio.to_thread(PersonalFile)
    async for theme, page in pages:
        await asyncio.to_thread(file.write, theme, page)
    await asyncio.to_thread(file.end)
    return file


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
