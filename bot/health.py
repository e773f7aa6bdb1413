"""Tells whoever looks after the bot whether it is alive and ready, over HTTP on an address of the operator's choice.

`GET /live` answers 200 while the event loop turns. `GET /ready` answers 200 once everything is taken up, else 503; both
answer `{"pending": [...]}`, what is not done yet. Nothing about servers, tables or people is told.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from aiohttp import web


class Health:
    """What is not done yet; whoever starts something says so here."""

    def __init__(self) -> None:
        self.pending: Callable[[], Sequence[str]] = lambda: ("database",)

    async def live(self, _request: web.Request) -> web.Response:
        """Answer as long as anything is answered."""
        return web.json_response({"pending": list(self.pending())})

    async def ready(self, _request: web.Request) -> web.Response:
        """Answer whether everything is taken up."""
        pending = list(self.pending())
        return web.json_response({"pending": pending}, status=503 if pending else 200)


@asynccontextmanager
async def served(health: Health, address: tuple[str, int] | None) -> AsyncIterator[None]:
    """Serve it at a host and port while the block runs; nowhere if there is no address. Raises `OSError`."""
    if address is None:
        yield
        return
    app = web.Application()
    app.router.add_get("/live", health.live)
    app.router.add_get("/ready", health.ready)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, *address).start()
        yield
    finally:
        await runner.cleanup()
