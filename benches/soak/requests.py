"""What the bot asks of Discord while it is troubled: no post is shown twice, nothing private is said in public."""

from __future__ import annotations

import asyncio
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from hashlib import sha256

from sandbox import Sandbox
from sandbox.exchanges import Exchange

POST = ("POST", "/channels/{channel_id}/messages")
EDIT = ("PATCH", "/channels/{channel_id}/messages/{message_id}")
REMOVE = ("DELETE", "/channels/{channel_id}/messages/{message_id}")
DESK = "Your desk · "
"""What every desk says, and nothing else does."""

HAND = re.compile(r"-(hand|slip)-")
"""In the file name of every picture that only its owner may see; a desk may show the board as well."""

LOG = ".jsonl"


class Requests:
    """Listens to every request of the bot."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._world = sandbox.world
        self._ids: dict[str, set[str]] = defaultdict(set)
        self._times: Counter[str] = Counter()
        self._hands: set[bytes] = set()
        self._public: set[bytes] = set()
        self._waiting: list[tuple[Callable[[], bool], asyncio.Event]] = []
        self._said: list[str] = []
        self.removals: set[str] = set()
        """The messages that were to be removed, whatever was answered."""
        self.refused: Counter[str] = Counter()
        """Requests that Discord refused, by what was asked and answered."""
        self.published: dict[str, bytes] = {}
        """Race logs, by file name."""
        self.count = 0
        """Requests so far."""
        sandbox.exchanges.hooks.append(self._hear)

    def _hear(self, exchange: Exchange) -> None:
        self.count += 1
        asked = (exchange.method, exchange.route)
        if asked == REMOVE:
            self.removals.add(exchange.path.rpartition("/")[2])
        if exchange.status >= 400:
            code = exchange.answer.get("code") if isinstance(exchange.answer, dict) else None
            self.refused[f"{exchange.method} {exchange.route}: {exchange.status} ({code})"] += 1
        elif asked in {POST, EDIT}:
            self._hear_message(exchange)
        for is_due, event in self._waiting:
            if is_due():
                event.set()

    def _hear_message(self, exchange: Exchange) -> None:
        if nonce := (exchange.body or {}).get("nonce"):
            self._ids[nonce].add(exchange.answer["id"])
            self._times[nonce] += 1
        channel = self._world.channels[exchange.path.split("/")[2]]
        is_public = channel.guild_id is not None
        if is_public and DESK in str(exchange.body):
            self._said.append(f"a desk was shown in public: {exchange.method} {exchange.path}")
        for name, data in exchange.files.items():
            if name.endswith(LOG):
                self.published[name] = data
            elif is_public:
                self._public.add(sha256(data).digest())
            elif HAND.search(name):
                self._hands.add(sha256(data).digest())

    async def further(self, number: int) -> None:
        """Wait until the bot has made so many more requests."""
        until, event = self.count + number, asyncio.Event()
        waiting = (lambda: self.count >= until, event)
        self._waiting.append(waiting)
        try:
            await event.wait()
        finally:
            self._waiting.remove(waiting)

    @property
    def repeated(self) -> int:
        """How many posts were made again because nobody knew of the first."""
        return sum(times - 1 for times in self._times.values())

    def problems(self) -> Iterator[str]:
        """Say what should not have been heard."""
        yield from self._said
        shown_twice = sum(len(ids) > 1 for ids in self._ids.values())
        if shown_twice:
            yield f"{shown_twice} posts were shown more than once"
        if both := len(self._hands & self._public):
            yield f"{both} hands were shown in public"
