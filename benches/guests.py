"""People of one server on the sandbox, signed in."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AsyncExitStack
from random import Random
from types import TracebackType
from typing import Self

from sandbox import Sandbox, UserClient


class Guests:
    """People who have a server with one channel to themselves; entered as a context they are signed in."""

    def __init__(self, sandbox: Sandbox, server: str, names: Sequence[str], seed: int | str) -> None:
        world = sandbox.world
        accounts = [world.add_person(name) for name in names]
        self.guild = world.add_guild(server, owner=accounts[0])
        for account in accounts[1:]:
            world.add_member(account, self.guild)
        self._channel = world.add_channel("races", self.guild).id
        self._clients = [sandbox.user(name) for name in names]
        self.luck = Random(seed)  # noqa: S311 - nobody's coins depend on it
        self._opened = AsyncExitStack()

    @property
    def host(self) -> UserClient:
        """Who opens the tables."""
        return self._clients[0]

    async def __aenter__(self) -> Self:
        for client in self._clients:
            await self._opened.enter_async_context(client)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._opened.aclose()
