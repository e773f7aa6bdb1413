"""One sandbox: its state, its HTTP server on loopback, and what a test can order."""

from __future__ import annotations

import asyncio
import base64
import ipaddress
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

from aiohttp import web

from sandbox.client import UserClient
from sandbox.clock import Clock
from sandbox.exchanges import Exchanges
from sandbox.faults import Faults, switchboard
from sandbox.gateway.gateway import Gateway
from sandbox.interactions import FIRST_ANSWER_SECONDS, Interactions
from sandbox.limits import Limits, RateLimiter
from sandbox.model import Guild, User
from sandbox.rest import channels, commands, guilds, interactions, messages, webhooks
from sandbox.rest.routing import API, endpoint, respond
from sandbox.services import Services
from sandbox.userside.http import UserSide
from sandbox.userside.hub import Hub
from sandbox.world import World
from sandbox.world.keeper import kept_world

PAGE = Path(__file__).parent / "page"
MOST_BODY_BYTES = 128 * 1024 * 1024
_INERT = {"Content-Security-Policy": "sandbox", "X-Content-Type-Options": "nosniff"}
"""Headers that keep a file somebody attached from running as a page of the sandbox."""
# The busiest first: aiohttp tries routes of one prefix in order.
_PARTS = (messages, channels, guilds, commands, interactions, webhooks)

Serve = Callable[[web.Request], Awaitable[web.StreamResponse]]


def token_of(bot: User) -> str:
    """Return a token that opens nothing but the sandbox; as in Discord's its first part is the id in base64."""
    named = base64.b64encode(bot.id.encode()).decode().rstrip("=")
    return f"{named}.not-a-secret.only-good-on-loopback"


class Sandbox:
    """A Discord of one's own: `async with Sandbox() as sandbox: …`."""

    def __init__(
        self,
        port: int = 0,
        *,
        limits: Limits | None = None,
        clock: Clock | None = None,
        world: World | None = None,
        token: str | None = None,
        shards: int = 1,
        max_concurrency: int = 1,
        privileged_intents: int = 0,
        first_answer_seconds: float = FIRST_ANSWER_SECONDS,
        allow_faults: bool = False,
    ) -> None:
        """`token`: another one than `token_of` the bot; `allow_faults`: whether to serve `/faults` on this machine."""
        self.world = world or World.furnished(clock or Clock())
        self.clock = self.world.clock
        self.services = Services(
            self.world,
            Interactions(self.world, first_answer_seconds),
            RateLimiter(limits or Limits.discord(), self.clock),
            token or token_of(self.world.bot),
            shards,
            max_concurrency,
            privileged_intents,
        )
        self.gateway = Gateway(self.services)
        self._hub = Hub(self.world)
        self._port = port
        self._allows_faults = allow_faults
        self._runner: web.AppRunner | None = None

    @classmethod
    @asynccontextmanager
    async def kept(cls, file: Path | None, port: int = 0, **traits: Any) -> AsyncIterator[Self]:
        """Open a sandbox that goes on where the file has it, and keeps there all that happens; None: in memory alone.

        `traits` are those of a sandbox, but for clock and world. Raises `OSError`; where it is the file that cannot be
        used, the error names it.
        """
        clock = Clock()
        with nullcontext() if file is None else kept_world(file, clock) as world:
            async with cls(port, clock=clock, world=world, **traits) as sandbox:
                yield sandbox

    # Where things are

    @property
    def url(self) -> str:
        """The server's address, without a slash at the end."""
        return f"http://127.0.0.1:{self._port}"

    @property
    def api_url(self) -> str:
        """What takes the place of `https://discord.com/api/v10`."""
        return self.url + API

    @property
    def gateway_url(self) -> str:
        """What takes the place of `wss://gateway.discord.gg/`."""
        return self.services.gateway_url

    @property
    def page_url(self) -> str:
        """The web page where a person plays."""
        return f"{self.url}/"

    @property
    def token(self) -> str:
        """The bot's token."""
        return self.services.token

    @property
    def application_id(self) -> str:
        """The id of the application, which is that of the bot's account too."""
        return self.world.bot.id

    @property
    def guild(self) -> Guild:
        """The default server."""
        return next(iter(self.world.guilds.values()))

    @property
    def faults(self) -> Faults:
        """Faults to order: `sandbox.faults.fail("POST", "/messages$", 500, times=2)`."""
        return self.services.faults

    @property
    def exchanges(self) -> Exchanges:
        """The record of the bot's REST exchanges; set `keep`, or add a hook."""
        return self.services.exchanges

    def user(self, name: str) -> UserClient:
        """Return a client for a person, who is made if new: `async with sandbox.user("Ana") as ana: …`."""
        return UserClient(self.url, name)

    # Start and end

    async def __aenter__(self) -> Self:
        app = web.Application(middlewares=[_guarded], client_max_size=MOST_BODY_BYTES)
        self._add_routes(app)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self._port)
        await site.start()
        self._port = self._runner.addresses[0][1]
        self.services.gateway_url = f"ws://127.0.0.1:{self._port}/gateway"
        self.world.cdn.url = f"{self.url}/cdn"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.services.interactions.close()
        await asyncio.gather(self.gateway.close(), self._hub.close())
        if self._runner:
            await self._runner.cleanup()

    def _add_routes(self, app: web.Application) -> None:
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_get("/gateway/", self.gateway.serve)
        for part in _PARTS:
            for route in part.routes:
                app.router.add_route(route.method, API + route.template, endpoint(self.services, route))
        UserSide(self.services, self._hub).add_to(app)
        if self._allows_faults:
            switchboard.add_to(app, self.faults)
        app.router.add_get("/cdn/attachments/{channel_id}/{attachment_id}/{filename}", self._attachment)
        app.router.add_get("/", _index)
        app.router.add_static("/page", PAGE)
        app.on_response_prepare.append(_asked_for_anew)

    async def _attachment(self, request: web.Request) -> web.StreamResponse:
        file = self.world.cdn.get(request.match_info["attachment_id"])
        if file is None:
            raise web.HTTPNotFound
        return web.Response(body=file.data, content_type=file.content_type, headers=_INERT)


async def _asked_for_anew(request: web.Request, response: web.StreamResponse) -> None:
    """Have browsers ask whether the page's files are still the same, so that an update shows at once."""
    if request.path == "/" or request.path.startswith("/page/"):
        response.headers["Cache-Control"] = "no-cache"


async def _index(request: web.Request) -> web.StreamResponse:
    return web.FileResponse(PAGE / "index.html")


@web.middleware
async def _guarded(request: web.Request, handler: Serve) -> web.StreamResponse:
    """Serve only requests to a loopback address, and none from another site's page."""
    if not _is_loopback(request.host):
        return respond(403, {"message": "The sandbox answers on loopback only.", "code": 0}, {})
    origin = request.headers.get("Origin")
    if origin is not None and origin != f"http://{request.host}":
        return respond(403, {"message": "The sandbox takes no requests from other sites.", "code": 0}, {})
    try:
        return await handler(request)
    except web.HTTPException as error:
        if error.status < 400:
            raise
        return respond(error.status, {"message": f"{error.status}: {error.reason}", "code": 0}, {})


def _is_loopback(host: str) -> bool:
    name = urlsplit(f"//{host}").hostname or ""
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
