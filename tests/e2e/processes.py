"""The bot as an operator runs it: `python -m bot run` in a process of its own, with its settings in the environment."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from sandbox import Sandbox

PATIENCE = 120.0
"""Seconds that a process may take for anything: the machine may be busy with something else."""

ROOT = Path(__file__).resolve().parents[2]


class Process:
    """One run of `paddock`: what it says, how it ends. Killed, if need be, when the block ends."""

    def __init__(self, *arguments: str, **settings: str) -> None:
        self._arguments = arguments
        self._settings = settings
        self._process: asyncio.subprocess.Process | None = None
        self._listening: asyncio.Task[None] | None = None
        self._news = asyncio.Event()
        self.lines: list[str] = []
        """What it has said so far, on either stream."""

    async def __aenter__(self) -> Self:
        bare = {
            key: value for key, value in os.environ.items() if not key.startswith(("PADDOCK_", "DISCORD_"))
        }
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot",
            *self._arguments,
            cwd=ROOT,
            env={**bare, "PADDOCK_LOG_FORMAT": "plain", **self._settings, "PYTHONUNBUFFERED": "1"},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        self._listening = asyncio.create_task(self._listen())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()
        await self.exit_code()

    async def _listen(self) -> None:
        assert self._process
        assert self._process.stdout
        async for line in self._process.stdout:
            self.lines.append(line.decode().rstrip())
            self._news.set()
        self._news.set()

    @property
    def is_running(self) -> bool:
        """Whether it has not ended yet."""
        return self._process is not None and self._process.returncode is None

    def send(self, sign: signal.Signals) -> None:
        """Send it a signal, if there is anybody to hear it."""
        assert self._process
        with suppress(ProcessLookupError):
            self._process.send_signal(sign)

    def kill(self) -> None:
        """End it as a power cut would."""
        self.send(signal.SIGKILL)

    async def exit_code(self) -> int:
        """Wait for its end and return its exit code; what it said last is then known."""
        assert self._process
        assert self._listening
        async with asyncio.timeout(PATIENCE):
            code = await self._process.wait()
            await self._listening
        return code

    async def says(self, text: str) -> str:
        """Wait until it says something, and return that line."""
        async with asyncio.timeout(PATIENCE):
            while not (found := [line for line in self.lines if text in line]):
                if not self.is_running:
                    raise AssertionError(f"it ended without saying {text!r}: {self.lines}")
                self._news.clear()
                await self._news.wait()
        return found[0]


def bot(sandbox: Sandbox, database: Path, **settings: str) -> Process:
    """Name a run of the bot on a sandbox; `async with` starts it."""
    facts = {
        "DISCORD_TOKEN": sandbox.token,
        "DISCORD_API_URL": sandbox.api_url,
        "PADDOCK_DATABASE_URL": f"sqlite+aiosqlite:///{database}",
    }
    return Process("run", **{**facts, **settings})


async def until(is_so: Callable[[], object], what: str) -> None:
    """Wait until something has come about."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not is_so():  # noqa: ASYNC110 - what is waited for is somebody else's
                await asyncio.sleep(0.02)
    except TimeoutError:
        raise AssertionError(f"it never came about that {what}") from None
