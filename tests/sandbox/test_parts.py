"""Forms with files are read as they were written, or refused."""

from __future__ import annotations

from io import BytesIO

import aiohttp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox import Sandbox
from sandbox.rest.parts import Part, parts_of

CONTENT_TYPE = 'multipart/form-data; boundary="x y"'


class Collector:
    def __init__(self) -> None:
        self.body = bytearray()

    async def write(self, piece: bytes) -> None:
        self.body += piece


async def written(fields: dict[str, tuple[str | None, bytes]]) -> tuple[str, bytes]:
    form = aiohttp.FormData(quote_fields=False)
    for name, (filename, data) in fields.items():
        form.add_field(name, BytesIO(data) if filename else data.decode("latin-1"), filename=filename)
    payload, collector = form(), Collector()
    await payload.write(collector)  # type: ignore[arg-type]
    return payload.headers["Content-Type"], bytes(collector.body)


@given(st.binary(), st.sampled_from(["board.png", "two words.png", "naïve.webp", "a;b.txt"]))
async def test_a_form_is_read_as_its_writer_filled_it_in(data: bytes, filename: str) -> None:
    head, body = await written({"payload_json": (None, b'{"a": 1}'), "files[0]": (filename, data)})
    assert [*parts_of(head, body)] == [
        Part("payload_json", None, b'{"a": 1}'),
        Part("files[0]", filename, data),
    ]


def test_what_looks_like_a_boundary_within_a_file_is_of_the_file() -> None:
    body = b"--x y\r\nContent-Disposition: form-data; name=a\r\n\r\none\n--x y\r\n--x\r\n\r\n\r\n--x y--\r\n"
    assert [*parts_of(CONTENT_TYPE, body)] == [Part("a", None, b"one\n--x y\r\n--x\r\n\r\n")]


def test_a_part_may_be_without_a_head_of_use() -> None:
    assert [*parts_of(CONTENT_TYPE, b"--x y\r\n\r\n\r\n--x y--")] == [Part("", None, b"")]


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("multipart/form-data", b"--x y--"),
        (CONTENT_TYPE, b""),
        (CONTENT_TYPE, b"anything"),
        (CONTENT_TYPE, b"--x y\r\n\r\ncut off"),
        (CONTENT_TYPE, b"--x y\r\nno blank line\r\n--x y--"),
    ],
)
def test_what_is_no_form_is_refused(content_type: str, body: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - its words are for whoever debugs the sandbox
        [*parts_of(content_type, body)]


async def test_a_broken_form_is_an_invalid_body(sandbox_alone: Sandbox) -> None:
    channel = next(iter(sandbox_alone.guild.channels))
    headers = {"Authorization": f"Bot {sandbox_alone.token}", "Content-Type": CONTENT_TYPE}
    url = f"{sandbox_alone.api_url}/channels/{channel}/messages"
    async with (
        aiohttp.ClientSession() as session,
        session.post(url, data=b"--x y", headers=headers) as answer,
    ):
        assert answer.status == 400
        assert (await answer.json())["code"] == 50035


@pytest.fixture
async def sandbox_alone():
    async with Sandbox() as sandbox:
        yield sandbox
