"""All processes of the bot under soak: one that serves everybody, or several, each with a shard of Discord's."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from benches.soak.process import Bot, Complaint
from benches.soak.subject import OFF
from bot.shards import shard_of
from sandbox import Sandbox

DIRECT_MESSAGES = 0
"""The number of the process at which presses in direct messages arrive."""


class Bots:
    """The processes, by their numbers."""

    def __init__(self, sandbox: Sandbox, address: str, folder: Path, level: str, number: int = 1) -> None:
        self._sandbox = sandbox
        self._clock = folder / "clock"
        self._clock.write_bytes(OFF.pack(0))
        self.off = 0.0
        """By how many seconds their wall clock is off."""
        logs = [folder / (f"bot-{each}.log" if number > 1 else "bot.log") for each in range(number)]
        shards = [f"{each}/{number}" if number > 1 else "" for each in range(number)]
        self.all: Sequence[Bot] = [
            Bot(sandbox, address, log, self._clock, level, served)
            for log, served in zip(logs, shards, strict=True)
        ]

    async def start(self) -> None:
        """Start all of them; they are not waited for."""
        await asyncio.gather(*(bot.start() for bot in self.all))

    async def kill(self) -> None:
        """End all of them as a power cut would, those that were stopped as well."""
        for bot in self.all:
            bot.go_on()
        await asyncio.gather(*(bot.kill() for bot in self.all))

    async def stop(self) -> list[int]:
        """Ask one after the other to end in good order; return their exit codes."""
        return [await bot.stop() for bot in self.all]

    def set_clock(self, seconds: float) -> None:
        """Have their wall clock be off by so many seconds from now on, in this life and the next."""
        self.off = seconds
        with self._clock.open("r+b") as file:  # in place: the processes have this very file before their eyes
            file.write(OFF.pack(int(seconds * 1e9)))

    # ------------------------------------------------------------------------------------------ who is there

    @property
    def newest(self) -> Bot:
        """The process that was started last."""
        return max(self.all, key=lambda bot: bot.started_at)

    @property
    def ended(self) -> list[Bot]:
        """Those that do not run."""
        return [bot for bot in self.all if not bot.is_running]

    @property
    def lives(self) -> int:
        """How often any of them was started."""
        return sum(bot.lives for bot in self.all)

    @property
    def killed(self) -> list[float]:
        """When any of them was killed, in seconds since 1970."""
        return [at for bot in self.all for at in bot.killed]

    @property
    def complaints(self) -> list[Complaint]:
        """What any of them complained of."""
        return sorted(complaint for bot in self.all for complaint in bot.complaints)

    def serve(self, guild_id: str) -> set[Bot]:
        """Return those that hear the people of a server: there, and in their direct messages."""
        return {self.all[DIRECT_MESSAGES], self.all[shard_of(int(guild_id), len(self.all))]}

    def is_connected(self, bot: Bot) -> bool:
        """Whether Discord reaches a process."""
        number = self.all.index(bot)
        return any(
            each.connection and each.shard == number for each in self._sandbox.gateway.sessions.values()
        )

    async def stacks(self) -> str:
        """Ask those that run where their tasks stand, or their threads if their event loop does not answer."""
        told = await asyncio.gather(*(bot.stacks() for bot in self.all if bot.is_running))
        return "\n".join(told)
