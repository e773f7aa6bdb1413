"""What a request that meets a fault is answered: Discord's words, Cloudflare's page, half of it, or nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from aiohttp import web

from sandbox.errors import DiscordError, ErrorCode
from sandbox.faults.kinds import Kind
from sandbox.faults.ordered import Fault
from sandbox.limits import RateLimiter
from sandbox.sockets import written

PAGE = """<html>
<head><title>{status} {reason}</title></head>
<body>
<center><h1>{status} {reason}</h1></center>
<hr><center>cloudflare</center>
</body>
</html>
"""
"""What Cloudflare answers where Discord does not."""

REASONS = {
    429: "Too Many Requests",
    500: "Internal Server Error",
    502: "Bad Gateway",
    503: "Service Temporarily Unavailable",
    504: "Gateway Time-out",
}


class Answer(NamedTuple):
    """What goes over the wire: text is a page, everything else is JSON; None has no content."""

    status: int
    content: Any
    headers: Mapping[str, str]

    @property
    def is_page(self) -> bool:
        """Whether it is one of Cloudflare's."""
        return isinstance(self.content, str)

    def response(self) -> web.Response:
        """Write it; discord.py wants exactly `application/json`, without a charset."""
        if self.content is None:
            return web.Response(status=self.status, headers=self.headers)
        body = self.content if self.is_page else written(self.content)
        kind = "text/html" if self.is_page else "application/json"
        return web.Response(
            status=self.status, body=body.encode(), headers={**self.headers, "Content-Type": kind}
        )


def answer_to(fault: Fault, method: str, route: str, limiter: RateLimiter) -> Answer | None:
    """Return what stands in the place of the answer; None: the answer itself, or what is left of it."""
    match fault.kind:
        case Kind.LIMITED | Kind.SHARED | Kind.GLOBAL:
            scope = "user" if fault.kind is Kind.LIMITED else fault.kind.value
            too_many = limiter.too_many(method, route, fault.seconds, scope)
            return Answer(429, too_many.body, too_many.headers)
        case Kind.BANNED:
            return Answer(429, _page(429), {"Retry-After": "1"})
        case Kind.BROKEN | Kind.DONE_BROKEN | Kind.CUT:
            return Answer(fault.status, _page(fault.status) if fault.is_html else _body(fault.status), {})
        case Kind.ACKNOWLEDGED:
            refusal = ErrorCode.ALREADY_ACKNOWLEDGED
            return Answer(refusal.status, DiscordError(refusal).body(), {})
        case Kind.RESET:
            return Answer(0, None, {})
    return None


def _page(status: int) -> str:
    return PAGE.format(status=status, reason=REASONS.get(status, "Unknown Error"))


def _body(status: int) -> dict[str, Any]:
    """Return the body of an ordered fault; that of a rate limit says for how long."""
    limited = {"retry_after": 1.0, "global": False} if status == 429 else {}
    return {"message": f"{status}: trouble ordered by a test", "code": 0, **limited}


async def send_half(request: web.Request, answer: Answer) -> web.StreamResponse:
    """Send half of an answer and cut the connection."""
    whole = answer.response()
    body = whole.body
    if not isinstance(body, bytes) or len(body) < 2:
        return hang_up(request)
    half = web.StreamResponse(status=answer.status, headers=whole.headers)
    half.content_length = len(body)
    await half.prepare(request)
    await half.write(body[: len(body) // 2])
    hang_up(request)
    return half


def hang_up(request: web.Request) -> web.StreamResponse:
    """Reset the connection: nothing, or nothing more, is sent over it."""
    if request.transport:
        request.transport.abort()
    return web.Response(status=500)
