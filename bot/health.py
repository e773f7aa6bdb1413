"""Tells whoever looks after the bot how it is, over HTTP on an address of the operator's choice.

`GET /healthz` answers 200 while the event loop turns. `GET /readyz` answers 200 once everything is taken up, else 503;
both answer `{"pending": [...]}`, what is not done yet. `GET /metrics` answers what is counted, in the formats of
Prometheus. Nothing about servers, tables or people is told.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from aiohttp import web
from prometheus_client import CollectorRegistry
from prometheus_client.aiohttp import make_aiohttp_handler

OLD_NAMES = {"/live": "/healthz", "/ready": "/readyz"}
"""Addresses that go on for one version more."""


class Health:
    """What is not done yet; whoever starts something says so here."""

    def __init__(self) -> None:
        self.pending: Callable[[], Sequence[str]] = lambda: ("database",)

    def undone(self) -> list[str]:
        """Return what is not done yet at this moment."""
        return list(self.pending())

    async def live(self, _request: web.Request) -> web.Response:
        """Answer as long as anything is answered."""
        return web.json_response({"pending": self.undone()})

    async def ready(self, _request: web.Request) -> web.Response:
        """Answer whether everything is taken up."""
        pending = self.undone()
        return web.json_response({"pending": pending}, status=503 if pending else 200)


@asynccontextmanager
async def served(
    health: Health, registry: CollectorRegistry, address: tuple[str, int]
) -> AsyncIterator[None]:
    """Serve it, and what is counted in a registry, at a host and port while the block runs. Raises `OSError`."""
    app = web.Application()
    answers = {"/healthz": health.live, "/readyz": health.ready}
    for path, answer in (answers | {old: answers[new] for old, new in OLD_NAMES.items()}).items():
        app.router.add_get(path, answer)
    app.router.add_get("/metrics", make_aiohttp_handler(registry))
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, *address).start()
        yield
    finally:
        await runner.cleanup()
