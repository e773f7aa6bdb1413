"""Faults switched on from another process, at `/faults`: only where the sandbox was opened with faults allowed."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Mapping
from typing import Any

from aiohttp import web

from sandbox.faults.faults import Faults
from sandbox.faults.weather import Weather
from sandbox.sockets import written

SWITCHES = (
    *("fail", "limit", "ban", "delay", "cut", "reset", "expire", "acknowledge_twice"),
    *("double", "reorder", "lose", "drop", "reconnect", "invalidate", "freeze", "clear"),
)
"""The methods of `Faults` that can be called from outside."""


class Refused(Exception):
    """A switch that there is not, or facts that it does not take; says which."""


def throw(faults: Faults, wish: Any) -> None:
    """Do what `{"switch": name, …}` wishes, with the facts beside it as arguments; raise `Refused`."""
    if not isinstance(wish, Mapping):
        raise Refused('an object is wanted, such as {"switch": "drop"}')
    facts = {name: value for name, value in wish.items() if name != "switch"}
    switch = wish.get("switch")
    if switch == "weather":
        does: Any = lambda **wanted: setattr(faults, "weather", Weather(**wanted))  # noqa: E731 - like a method
        signature = inspect.signature(Weather)
    elif switch in SWITCHES:
        does = getattr(faults, switch)
        signature = inspect.signature(does)
    else:
        raise Refused(f"there is no switch {switch!r}; there are weather, {', '.join(SWITCHES)}")
    try:
        signature.bind(**facts)
        does(**facts)
    except (TypeError, ValueError, KeyError, AttributeError, re.error) as error:
        raise Refused(f"{switch} takes {signature}: {error}") from None


def add_to(app: web.Application, faults: Faults) -> None:
    """Serve `POST /faults`, and `GET /faults`, which tells how often the weather has struck."""

    async def post(request: web.Request) -> web.Response:
        try:
            throw(faults, json.loads(await request.read()))
        except (ValueError, Refused) as error:
            return web.json_response({"message": str(error), "code": 0}, status=400, dumps=written)
        return web.Response(status=204)

    async def get(_: web.Request) -> web.Response:
        struck = faults.weather.struck if faults.weather else {}
        return web.json_response({"struck": dict(struck)}, dumps=written)

    app.router.add_post("/faults", post)
    app.router.add_get("/faults", get)
