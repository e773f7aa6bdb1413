"""How long a request to Discord is waited for: whoever waits for its answer holds what others wait for."""

from __future__ import annotations

import aiohttp
import discord

REQUEST = 10.0
"""Seconds from a request to the end of its answer, beside what it waits for its turn by Discord's rate limits."""

RATE_LIMIT = 30.0
"""Seconds of a rate limit that are waited for within a request, the least that discord.py takes; else it fails."""


def bound_requests(client: discord.Client) -> None:
    """Have no request of a client that has logged in wait for longer than `REQUEST`; it then fails with TimeoutError.

    discord.py has no setting for that, and its session waits for five minutes.
    """
    session: aiohttp.ClientSession = client.http._HTTPClient__session  # type: ignore[attr-defined]  # noqa: SLF001
    session._timeout = aiohttp.ClientTimeout(total=REQUEST)  # noqa: SLF001
