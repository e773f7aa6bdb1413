"""A form with files goes to Discord in one piece, and says the same as in many."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from bot.ui import whole_forms
from bot.ui.request_patience import bound_requests

PICTURE = bytes(range(256)) * 200


class Desk:
    """A server that writes down what comes."""

    def __init__(self) -> None:
        self.parts: list[tuple[str | None, str | None, bytes]] = []
        self.chunked = False
        self.url = ""

    async def answer(self, request: web.Request) -> web.Response:
        self.chunked = request.headers.get("Transfer-Encoding") == "chunked"
        async for part in await request.multipart():
            assert isinstance(part, aiohttp.BodyPartReader)
            self.parts.append((part.name, part.filename, bytes(await part.read())))
        return web.Response()


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    made, app = Desk(), web.Application(client_max_size=2**30)
    app.router.add_post("/", made.answer)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    made.url = f"http://127.0.0.1:{runner.addresses[0][1]}/"
    yield made
    await runner.cleanup()


async def sent(desk: Desk, picture: bytes) -> list[int]:
    """Send a form as discord.py does, and its file once more, as after a failure; return the pieces of the last try."""
    file, pieces = io.BytesIO(picture), list[int]()
    trace = aiohttp.TraceConfig()

    async def note(_session: Any, _context: Any, piece: aiohttp.TraceRequestChunkSentParams) -> None:
        pieces.append(len(piece.chunk))

    trace.on_request_chunk_sent.append(note)
    async with aiohttp.ClientSession(trace_configs=[trace]) as session:
        bound_requests(SimpleNamespace(http=SimpleNamespace(_HTTPClient__session=session)))  # type: ignore[arg-type]
        for _ in range(2):
            pieces.clear()
            desk.parts.clear()
            file.seek(0)
            form = aiohttp.FormData(quote_fields=False)
            form.add_field("payload_json", '{"content": "Ünter starters"}', content_type="application/json")
            form.add_field("files[0]", file, filename="board.png", content_type="image/png")
            async with session.post(desk.url, data=form) as answer:
                assert answer.status == 200
    return pieces


async def test_a_form_is_sent_in_one_piece(desk: Desk) -> None:
    assert len(await sent(desk, PICTURE)) == 1
    assert desk.parts == [
        ("payload_json", None, '{"content": "Ünter starters"}'.encode()),
        ("files[0]", "board.png", PICTURE),
    ]
    assert not desk.chunked


async def test_one_that_is_too_large_is_sent_as_it_is_read(desk: Desk) -> None:
    large = PICTURE * (whole_forms.LARGEST // len(PICTURE) + 1)
    assert len(await sent(desk, large)) > 1
    assert desk.parts[1] == ("files[0]", "board.png", large)
