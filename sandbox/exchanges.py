"""A record of the bot's REST requests and their answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request of the bot and its answer."""

    method: str
    route: str
    """The template, as in Discord's OpenAPI description: `/channels/{channel_id}/messages`."""
    path: str
    """The path below `/api/v10`."""
    query: dict[str, str]
    body: Any
    """The JSON body, or the `payload_json` of a multipart one; None without a body."""
    files: dict[str, bytes]
    """Uploads by file name."""
    status: int
    answer: Any
    """The JSON answer, or None if it has none."""


class Exchanges:
    """Exchanges as they happen: kept if `keep` is set, and passed to every hook."""

    def __init__(self) -> None:
        self.keep = False
        self.kept: list[Exchange] = []
        self.hooks: list[Callable[[Exchange], None]] = []

    @property
    def wanted(self) -> bool:
        """Whether exchanges are kept or passed on."""
        return self.keep or bool(self.hooks)

    def note(self, exchange: Exchange) -> None:
        """Keep an exchange and show it to the hooks."""
        if self.keep:
            self.kept.append(exchange)
        for hook in self.hooks:
            hook(exchange)
