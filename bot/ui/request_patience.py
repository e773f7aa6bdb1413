"""How long a request to Discord is waited for: whoever waits for its answer holds what others wait for.

discord.py has no setting for that. Its `max_ratelimit_timeout` is none: it refuses to begin what would be allowed, as
long as a window of the limit lasts for longer, so that of 50 threads in five minutes one is opened. Without it, whoever
uses up the last of such a window waits for its end, though they have what they asked for: so it is not told of that.

Source: Discord's documentation, "Rate Limits".
"""

from __future__ import annotations

import asyncio
from collections.abc import Hashable

import aiohttp
import discord

from bot.remembered import Remembered
from bot.ui.whole_forms import in_one_piece

REQUEST = 10.0
"""Seconds from a request to the end of its answer, beside those in which files are sent."""

SLOWEST = 50_000
"""Bytes a second at which files are sent at least."""

RATE_LIMIT = 30.0
"""Seconds of a rate limit that are waited for within a request; it fails if Discord says that it is to wait longer."""

REMEMBERED = 1000
"""Of how many long rate limits it is known until when they hold."""

UNBOUNDED = ("/interactions/", "/webhooks/")
"""What is asked for there does not count towards the limit of all requests together."""

ALL = "all requests"

WINDOW = ("X-RateLimit-Remaining", "X-RateLimit-Reset", "X-RateLimit-Reset-After")
"""What Discord says of the window of a limit."""


def bound_requests(client: discord.Client) -> None:
    """Have the requests of a client that has logged in fail with `TimeoutError` or `RateLimited` in time."""
    session: aiohttp.ClientSession = client.http._HTTPClient__session  # type: ignore[attr-defined]  # noqa: SLF001
    session._timeout = aiohttp.ClientTimeout(total=None)  # noqa: SLF001
    session._middlewares = (Patience(), in_one_piece)  # noqa: SLF001


class Patience:
    """Asks for what comes in time: a middleware of aiohttp's. While a long rate limit holds, nothing is asked for."""

    def __init__(self) -> None:
        self._limited_until = Remembered[Hashable, float](REMEMBERED)

    async def __call__(
        self, request: aiohttp.ClientRequest, ask: aiohttp.ClientHandlerType
    ) -> aiohttp.ClientResponse:
        """Ask; raise `TimeoutError`, or `discord.RateLimited` with the seconds to wait."""
        if aiohttp.hdrs.UPGRADE in request.headers:  # the gateway, which discord.py tries again by itself
            async with asyncio.timeout(REQUEST):
                return await ask(request)
        path, now = request.url.path, asyncio.get_running_loop().time
        counts = not any(part in path for part in UNBOUNDED)
        for key in ((request.method, path), *([ALL] if counts else ())):
            if (left := self._limited_until.get(key, 0.0) - now()) > 0:
                raise discord.RateLimited(left)
        async with asyncio.timeout(REQUEST + _size(request) / SLOWEST):
            response = await ask(request)
            await response.read()
        if response.status != 429:
            _hide_long_window(response)
        elif (wait := _seconds(response, "Retry-After")) > RATE_LIMIT:
            self._limited_until[ALL if _is_of_all(response) else (request.method, path)] = now() + wait
            raise discord.RateLimited(wait)
        return response


def _size(request: aiohttp.ClientRequest) -> int:
    """Return how many bytes are sent with a request, as far as that is known."""
    body = request.body
    return len(body) if isinstance(body, bytes) else getattr(body, "size", None) or 0


def _seconds(response: aiohttp.ClientResponse, header: str) -> float:
    """Return how many seconds a header names; 0 where it names none."""
    try:
        return float(response.headers.get(header, 0))
    except ValueError:
        return 0.0


def _hide_long_window(response: aiohttp.ClientResponse) -> None:
    """Hide from discord.py that a limit with a long window is used up: who asks next is told by Discord, at once."""
    is_used_up = response.headers.get("X-RateLimit-Remaining") == "0"
    if is_used_up and _seconds(response, "X-RateLimit-Reset-After") > RATE_LIMIT:
        told = response.headers.copy()
        for header in WINDOW:
            told.pop(header, None)
        response._headers = type(response.headers)(told)  # noqa: SLF001
        response._cache.pop("headers", None)  # noqa: SLF001


def _is_of_all(response: aiohttp.ClientResponse) -> bool:
    """Whether a rate limit is one of all requests together; of those that Discord's edge refuses nothing is said."""
    return "X-RateLimit-Global" in response.headers or "Via" not in response.headers
