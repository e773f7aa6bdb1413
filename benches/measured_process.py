"""The process that a bench measures, from the outside."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import click

from benches import subject
from benches.figures import Measured
from sandbox import Sandbox

PROGRAM = Path(subject.__file__)


class Checkout(NamedTuple):
    """Whose bot is measured: that of this program, or of another checkout of it."""

    name: str = ""
    folder: Path | None = None

    @property
    def python(self) -> str:
        """The interpreter it is run with: its own, if it has an environment."""
        own = self.folder / ".venv" / "bin" / "python" if self.folder else None
        return str(own) if own and own.exists() else sys.executable

    @property
    def environment(self) -> dict[str, str]:
        """What makes an interpreter import it."""
        return {"PYTHONPATH": str(self.folder)} if self.folder else {}


HERE = Checkout()


class Subject:
    """The process that is measured."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._ready = asyncio.Event()
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def start(
        cls,
        what: str,
        sandbox: Sandbox,
        database: str,
        how: str = "",
        checkout: Checkout = HERE,
        **settings: str,
    ) -> Subject:
        """Start a process on a database, by its address, and wait until it is ready; raise ClickException.

        `settings` are those of its environment that are not usual.
        """
        process = await asyncio.create_subprocess_exec(
            *(checkout.python, "-P", str(PROGRAM), what, how),
            env={
                **os.environ,
                **checkout.environment,
                "DISCORD_TOKEN": sandbox.token,
                "DISCORD_API_URL": sandbox.api_url,
                "PADDOCK_DATABASE_URL": database,
                "PADDOCK_PACE": "at_once",
                **settings,
            },
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            limit=2**20,
        )
        measured = cls(process)
        await measured._ready.wait()
        if process.returncode is not None:
            raise click.ClickException("The process that is measured could not start.")
        return measured

    async def _listen(self) -> None:
        """Wait for it to be ready, and pass on what it complains of: a bot in trouble has no figures."""
        assert self._process.stderr
        async for line in self._process.stderr:
            if b"ready:" in line:
                self._ready.set()
            elif b" INFO " not in line:
                click.echo(line.decode().rstrip(), err=True)
        await self._process.wait()
        self._ready.set()

    async def report(self) -> dict[str, float]:
        """Ask for what it has to say of itself: see `subject.Watch.report`."""
        assert self._process.stdout
        self._process.send_signal(signal.SIGUSR1)
        return dict(json.loads(await self._process.stdout.readline()))

    async def memory(self) -> float:
        """Return its resident memory in MB, that of processes of its own apart."""
        asking = await asyncio.create_subprocess_exec(
            "ps", "-o", "rss=", "-p", str(self._process.pid), stdout=asyncio.subprocess.PIPE
        )
        told, _ = await asking.communicate()
        return int(told) / 1024

    async def stop(self) -> str:
        """Stop it and return what it had left to say."""
        assert self._process.stdout
        self._process.terminate()
        told = await self._process.stdout.read()
        await self._listening
        return told.decode()


def of_event_loop(case: str, report: Mapping[str, float]) -> Iterator[Measured]:
    """Tell how late the event loop of a process came to its work, by what the process has reported."""
    yield Measured("bot", case, "event loop late p99", report["lag p99"], "ms")
    yield Measured("bot", case, "event loop late max", report["lag max"], "ms")
    yield Measured("bot", case, "event loop stalls", report["stalls"])
