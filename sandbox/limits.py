"""Discord's rate limits, in Discord's format.

Source: Discord, "Rate Limits". Discord publishes the format and the global limit, not the figures of single
routes: those here are what its answers are known to show.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any

from sandbox.clock import Clock
from sandbox.errors import DiscordError, ErrorCode
from sandbox.model import Json


@dataclass(frozen=True, slots=True)
class Rule:
    """So many requests in a window of so many seconds."""

    requests: int
    seconds: float


MESSAGES = Rule(5, 5)
RULES: dict[tuple[str, str], Rule] = {
    ("POST", "/channels/{channel_id}/messages"): MESSAGES,
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"): MESSAGES,
    ("DELETE", "/channels/{channel_id}/messages/{message_id}"): Rule(5, 1),
    ("POST", "/channels/{channel_id}/messages/bulk-delete"): Rule(1, 1),
    ("GET", "/channels/{channel_id}/messages"): Rule(5, 5),
    ("GET", "/channels/{channel_id}/messages/{message_id}"): Rule(30, 5),
    ("POST", "/channels/{channel_id}/typing"): MESSAGES,
    ("PATCH", "/channels/{channel_id}"): Rule(5, 20),
    ("POST", "/channels/{channel_id}/threads"): Rule(50, 300),
    ("POST", "/channels/{channel_id}/messages/{message_id}/threads"): Rule(50, 300),
    ("POST", "/users/@me/channels"): Rule(10, 10),
    ("PUT", "/applications/{application_id}/commands"): Rule(2, 20),
    ("PUT", "/applications/{application_id}/guilds/{guild_id}/commands"): Rule(2, 20),
    ("POST", "/webhooks/{webhook_id}/{webhook_token}"): Rule(5, 2),
    ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"): Rule(5, 2),
    ("DELETE", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"): Rule(5, 2),
}
"""The figures of single routes."""

OTHERWISE = Rule(50, 1)
GLOBAL = Rule(50, 1)
IDENTIFIES = Rule(1, 5)
"""Sessions of one rate limit key, which is the shard's number modulo `max_concurrency`. Source: Discord, "Gateway"."""

SESSION_STARTS = Rule(1000, 86_400)
"""Sessions of all shards: counted and told, never refused. Source: as above, session start limit."""

CALLBACK = "/interactions/"
"""How the route of a first answer begins. It has no rate limit, and so no headers."""

OLD_EDITS = Rule(3, 60)
"""Edits of messages older than an hour, a channel."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Which rate limits hold; everything else that Discord refuses is refused in any case."""

    on: bool = True
    rules: dict[tuple[str, str], Rule] = field(default_factory=lambda: RULES)
    """By method and route; every other route has `OTHERWISE`."""
    together: Rule = GLOBAL
    """Of all routes together, but for answers to interactions."""
    identifies: Rule = IDENTIFIES
    """Of sessions that begin, by rate limit key."""

    @classmethod
    def discord(cls) -> Limits:
        """All of Discord's rate limits."""
        return cls()

    @classmethod
    def off(cls) -> Limits:
        """No rate limit at all."""
        return cls(on=False)


@dataclass(slots=True)
class _Window:
    closes: float
    used: int = 0


class TooMany(Exception):
    """A request over a limit: status 429 with this body and these headers."""

    def __init__(self, wait: float, headers: dict[str, str], *, scope: str, body: Json | None = None) -> None:
        super().__init__(f"wait {wait:.3f} s")
        whole = scope == "global"
        self.body: Json = {
            "message": "You are being rate limited.",
            "retry_after": round(wait, 3),
            "global": whole,
            "code": 0,
            **(body or {}),
        }
        self.headers = {
            **headers,
            "Retry-After": str(max(1, round(wait + 0.5))),
            "X-RateLimit-Scope": scope,
            # discord.py takes a 429 without it for a ban by the edge.
            "Via": "1.1 google",
        }
        if whole:
            self.headers["X-RateLimit-Global"] = "true"


class RateLimiter:
    """Counts the bot's requests."""

    def __init__(self, limits: Limits, clock: Clock) -> None:
        self.limits = limits
        self._clock = clock
        self._windows: dict[Any, _Window] = {}

    def spend(self, method: str, route: str, major: tuple[str, ...]) -> dict[str, str]:
        """Count one request and return the headers of its answer; raise TooMany if it is one too many."""
        if not self.limits.on or route.startswith(CALLBACK):
            return {}
        rule = self.limits.rules.get((method, route), OTHERWISE)
        window = self._window((method, route, major), rule)
        now = self._clock.now()
        if window.used >= rule.requests:
            raise TooMany(window.closes - now, _headers(method, route, rule, window, now), scope="user")
        if not route.startswith("/webhooks/"):
            self._spend_global(now)
        window.used += 1
        return _headers(method, route, rule, window, now)

    def too_many(self, method: str, route: str, wait: float, scope: str) -> TooMany:
        """Return what refuses a request that is over no limit that is counted here, for `wait` seconds."""
        rule, now = self.limits.rules.get((method, route), OTHERWISE), self._clock.now()
        spent = _Window(now + wait, rule.requests)
        bare = scope == "global" or route.startswith(CALLBACK)
        return TooMany(wait, {} if bare else _headers(method, route, rule, spent, now), scope=scope)

    def _spend_global(self, now: float) -> None:
        window = self._window("global", self.limits.together)
        if window.used >= self.limits.together.requests:
            raise TooMany(window.closes - now, {}, scope="global")
        window.used += 1

    def may_identify(self, key: int) -> bool:
        """Count one IDENTIFY, unless it is one too many for its rate limit key."""
        window = self._window(("identify", key), self.limits.identifies)
        if self.limits.on and window.used >= self.limits.identifies.requests:
            return False
        window.used += 1
        self._window("sessions", SESSION_STARTS).used += 1
        return True

    def session_start_limit(self) -> Json:
        """Return how many sessions may still begin, without `max_concurrency`."""
        window = self._window("sessions", SESSION_STARTS)
        return {
            "total": SESSION_STARTS.requests,
            "remaining": max(0, SESSION_STARTS.requests - window.used),
            "reset_after": int((window.closes - self._clock.now()) * 1000),
        }

    def spend_old_edit(self, channel_id: str) -> None:
        """Count one edit of a message older than an hour."""
        if not self.limits.on:
            return
        window = self._window(("old edit", channel_id), OLD_EDITS)
        if window.used >= OLD_EDITS.requests:
            body = DiscordError(ErrorCode.TOO_MANY_OLD_EDITS).body()
            raise TooMany(window.closes - self._clock.now(), {}, scope="user", body=body)
        window.used += 1

    def _window(self, key: Any, rule: Rule) -> _Window:
        now = self._clock.now()
        window = self._windows.get(key)
        if window is None or window.closes <= now:
            self._forget(now)
            window = self._windows[key] = _Window(now + rule.seconds)
        return window

    def _forget(self, now: float) -> None:
        """Drop closed windows once there are many, so that memory stays bounded."""
        if len(self._windows) > 4096:
            self._windows = {key: window for key, window in self._windows.items() if window.closes > now}


def _headers(method: str, route: str, rule: Rule, window: _Window, now: float) -> dict[str, str]:
    bucket = hashlib.md5(f"{method} {route}".encode(), usedforsecurity=False).hexdigest()
    return {
        "X-RateLimit-Limit": str(rule.requests),
        "X-RateLimit-Remaining": str(rule.requests - window.used),
        "X-RateLimit-Reset": f"{window.closes:.3f}",
        "X-RateLimit-Reset-After": f"{window.closes - now:.3f}",
        "X-RateLimit-Bucket": bucket,
    }
