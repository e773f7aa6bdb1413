"""The bot's process under soak: started, troubled and started again; what it said is kept."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from benches.soak.subject import LINES_BEGIN
from sandbox import Sandbox

ENDS_WITHIN = 60.0
"""Seconds that it gets to end in good order."""

TELLS_WITHIN = 10.0
"""Seconds that it gets to tell where its tasks stand."""

LONGEST_LINE = 1 << 24
"""Bytes of a line of its log."""

GRAVE = re.compile(r" (?:ERROR|CRITICAL) |^Traceback|^Exception|^paddock: |^Fatal")
"""A line that tells of an error, and not of trouble that is foreseen."""


class Complaint(NamedTuple):
    """A line about an error, with the moment it was heard, by the monotonic clock."""

    at: float
    line: str


class Bot:
    """One life of the bot after another on the same database, by the same clock."""

    def __init__(
        self, sandbox: Sandbox, address: str, log: Path, clock: Path, level: str, shards: str = ""
    ) -> None:
        """`clock` says by how much its wall clock is off, as `subject.py` reads it; `shards` empty: it serves all."""
        self._settings = {
            "DISCORD_TOKEN": sandbox.token,
            "DISCORD_API_URL": sandbox.api_url,
            "PADDOCK_DATABASE_URL": address,
            "PADDOCK_LOG_LEVEL": level,
            "PADDOCK_PACE": "at_once",
            "PYTHONUNBUFFERED": "1",
            **({"PADDOCK_SHARDS": shards} if shards else {}),
        }
        self.shards = shards
        self._log = log
        self._clock = clock
        self._process: asyncio.subprocess.Process | None = None
        self._listening: asyncio.Task[None] | None = None
        self.complaints: list[Complaint] = []
        self.killed: list[float] = []
        """When it was killed, in seconds since 1970."""
        self.lives = 0
        self.started_at = 0.0
        """When it was started, by this process's monotonic clock."""
        self.is_stopped = False
        """Whether it was sent SIGSTOP."""
        self.gone_at = 0.0
        """When it was killed or stopped last, by this process's monotonic clock."""

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self._process is not None and self._process.returncode is None

    @property
    def lives_on(self) -> bool:
        """Whether it runs and is not stopped."""
        return self.is_running and not self.is_stopped

    async def start(self) -> None:
        """Start it; it is not waited for."""
        bare = {k: v for k, v in os.environ.items() if not k.startswith(("PADDOCK_", "DISCORD_"))}
        self.lives += 1
        self.started_at = monotonic()
        self.is_stopped = False
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "benches.soak.subject", str(self._clock)),
            env={**bare, **self._settings},
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
        )
        self._listening = asyncio.create_task(self._listen(self._process))

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        assert process.stderr
        with self._log.open("ab") as log:
            log.write(f"--- life {self.lives}\n".encode())
            async for line in process.stderr:
                log.write(line)
                log.flush()
                if GRAVE.search(told := line.decode(errors="replace").rstrip()):
                    self.complaints.append(Complaint(monotonic(), told))

    def send(self, sign: signal.Signals) -> None:
        """Send it a signal, if there is anybody to hear it."""
        if self._process:
            with suppress(ProcessLookupError):
                self._process.send_signal(sign)

    async def kill(self) -> None:
        """End it as a power cut would, unless it has ended."""
        if self.is_running:
            self.send(signal.SIGKILL)
            self.killed.append(time.time())
            self.gone_at = monotonic()
        await self.ended()

    async def stop(self) -> int:
        """Ask it to end in good order; return its exit code, or that of its being killed for taking too long."""
        self.send(signal.SIGTERM)
        try:
            async with asyncio.timeout(ENDS_WITHIN):
                return await self.ended()
        except TimeoutError:
            self.send(signal.SIGKILL)
            return await self.ended()

    async def ended(self) -> int:
        """Wait for its end and return its exit code; what it said last is then in the log."""
        assert self._process
        assert self._listening
        code = await self._process.wait()
        await self._listening
        return code

    @property
    def processor_time(self) -> float:
        """Seconds of processor time it has used in this life; 0 where the system does not tell."""
        try:
            assert self._process
            told = (
                Path(f"/proc/{self._process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            )
        except OSError:
            return 0.0
        return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")

    def hold_still(self) -> None:
        """Stop it where it is, as a machine that is suspended does."""
        self.is_stopped = True
        self.gone_at = monotonic()
        self.send(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it go on where it was stopped."""
        self.is_stopped = False
        self.send(signal.SIGCONT)

    async def stacks(self) -> str:
        """Ask it where its tasks stand, or its threads if its event loop does not answer."""
        before = self._log.stat().st_size
        self.send(signal.SIGUSR1)
        try:
            async with asyncio.timeout(TELLS_WITHIN):
                while LINES_BEGIN not in self._said_since(before):  # noqa: ASYNC110 - it says so in a file
                    await asyncio.sleep(0.1)
        except TimeoutError:
            self.send(signal.SIGUSR2)
        await asyncio.sleep(0.5)
        return self._said_since(before)

    @property
    def said(self) -> str:
        """All it has written to its log, in all its lives."""
        return self._said_since(0)

    def _said_since(self, size: int) -> str:
        with self._log.open("rb") as log:
            log.seek(size)
            return log.read().decode(errors="replace")
