"""Forms with files are read as any client may write them, and refused where they are none."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.errors import DiscordError
from sandbox.rest.multipart import Part, read_parts


class _Written:
    """Takes what aiohttp writes."""

    def __init__(self) -> None:
        self.body = bytearray()

    async def write(self, data: bytes) -> None:
        self.body += data


def by_aiohttp(fields: list[tuple[str, bytes, str | None]]) -> tuple[str, bytes]:
    """Return a form as aiohttp, which discord.py uses, sends it: its content type and its body."""
    form = aiohttp.FormData(quote_fields=False)
    for name, data, filename in fields:
        form.add_field(name, data, filename=filename or "blob", content_type="application/octet-stream")
    payload: Any = form()
    written = _Written()
    asyncio.run(payload.write(written))
    return payload.headers["Content-Type"], bytes(written.body)


@given(st.lists(st.binary(max_size=200), min_size=1, max_size=5))
def test_files_of_any_bytes_come_as_they_were_sent(files: list[bytes]) -> None:
    fields = [(f"files[{number}]", data, f"board {number}.png") for number, data in enumerate(files)]
    read = list(read_parts(*by_aiohttp(fields)))
    assert read == [Part(name, filename, data) for name, data, filename in fields]


def test_a_form_is_read_as_other_clients_write_it() -> None:
    body = (
        b"This is the preamble.\r\n--a b\r\n"
        b'CONTENT-DISPOSITION: form-data; name="payload_json"\r\nContent-Type: application/json\r\n\r\n{}\r\n'
        b'--a b\r\nContent-Disposition: form-data; name="files[0]"; filename="x.txt"\r\n\r\n\r\n--a b--\r\nepilogue'
    )
    assert list(read_parts('multipart/form-data; charset=utf-8; Boundary="a b"', body)) == [
        Part("payload_json", None, b"{}"),
        Part("files[0]", "x.txt", b""),
    ]


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("multipart/form-data", b"--x\r\n\r\n--x--"),
        ("multipart/form-data; boundary=x", b""),
        ("multipart/form-data; boundary=x", b"nothing of the kind"),
        ("multipart/form-data; boundary=x", b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\ncut'),
        ("multipart/form-data; boundary=x", b"--x\r\nno head\r\n--x--"),
        ("multipart/form-data; boundary=x", b"--x\r\nContent-Type: text/plain\r\n\r\nnameless\r\n--x--"),
    ],
    ids=["no boundary", "empty", "no parts", "cut", "no head", "no name"],
)
def test_what_is_no_form_is_refused(content_type: str, body: bytes) -> None:
    with pytest.raises(DiscordError):
        list(read_parts(content_type, body))


def test_a_head_is_read_in_one_go_however_much_of_nothing_stands_in_it() -> None:
    blanks = b" \t" * 2000
    part = (
        b"--x\r\nContent-Disposition:"
        + blanks
        + b'form-data; name="files[0]"'
        + blanks
        + b"\r\n\r\nx\r\n--x--"
    )
    assert list(read_parts("multipart/form-data; boundary=x", part)) == [Part("files[0]", None, b"x")]
    for much in (b" \t" * 100_000, b" " * 200_000 + b"\r\n" * 100_000):
        with pytest.raises(DiscordError):
            list(
                read_parts(
                    "multipart/form-data; boundary=x", part.replace(b'form-data; name="files[0]"', much)
                )
            )
