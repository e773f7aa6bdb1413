"""The bot as an operator runs it: `paddock run` in a process of its own, with its settings in the environment.

Importing the program takes longer than most tests: it is imported once, by a process that is forked for every run. A
run that is `fresh` is a new interpreter, `python -m bot`, as nobody but an operator needs it.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from bot.__main__ import main
from bot.cluster import ownership
from engines import catalog
from sandbox import Sandbox

PATIENCE = 120.0
"""Seconds that a process may take for anything: the machine may be busy with something else."""

ROOT = Path(__file__).resolve().parents[2]

_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload(
    ["__main__", "bot.cli.run", "bot.cli.sandbox", *(f"bot.games.{key}.title" for key in catalog.GAMES)]
)


def _run(arguments: Sequence[str], environment: Mapping[str, str], output: Connection) -> None:
    """Be a run of `paddock`, in a fork that has imported it already."""
    ownership.IDENTIFY_PAUSE = 0.0  # sandboxes of tests have no rate limits
    ownership.PATIENCE = 10.0  # a process that is killed on this machine loses its locks at once
    for stream in (1, 2):
        os.dup2(output.fileno(), stream)
    output.close()
    sys.stdout = open(1, "w", encoding="utf-8", buffering=1, closefd=False)  # noqa: SIM115 - not a file any more
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(ROOT)
    main(arguments)


async def _end_of(fork: BaseProcess) -> int:
    """Wait for the end of a fork and return its exit code."""
    loop, ended = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(fork.sentinel, ended.set)
    try:
        await ended.wait()
    finally:
        loop.remove_reader(fork.sentinel)
    assert fork.exitcode is not None
    return fork.exitcode


class Process:
    """One run of `paddock`: what it says, how it ends. Killed, if need be, when the block ends."""

    def __init__(self, *arguments: str, fresh: bool = False, **settings: str) -> None:
        self._arguments = arguments
        self._settings = settings
        self._is_fresh = fresh
        self._pid = 0
        self._ending: asyncio.Future[int] | None = None
        self._listening: asyncio.Task[None] | None = None
        self._news = asyncio.Event()
        self.lines: list[str] = []
        """What it has said so far, on either stream."""

    async def __aenter__(self) -> Self:
        bare = {
            key: value for key, value in os.environ.items() if not key.startswith(("PADDOCK_", "DISCORD_"))
        }
        usual = {"PADDOCK_LOG_FORMAT": "plain", "PADDOCK_PACE": "at_once"}
        environment = {**bare, **usual, **self._settings, "PYTHONUNBUFFERED": "1"}
        said, says = multiprocessing.Pipe(duplex=False)
        start = self._start_fresh if self._is_fresh else self._start_fork
        self._ending = asyncio.ensure_future(await start(environment, says))
        says.close()
        self._listening = asyncio.create_task(self._listen(said))
        return self

    async def _start_fresh(
        self, environment: Mapping[str, str], says: Connection
    ) -> Coroutine[Any, Any, int]:
        started = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", *self._arguments),
            cwd=ROOT,
            env=environment,
            stdout=says.fileno(),
            stderr=asyncio.subprocess.STDOUT,
        )
        self._pid = started.pid
        return started.wait()

    async def _start_fork(self, environment: Mapping[str, str], says: Connection) -> Coroutine[Any, Any, int]:
        fork = _forks.Process(target=_run, args=(self._arguments, environment, says))
        await asyncio.to_thread(fork.start)
        assert fork.pid
        self._pid = fork.pid
        return _end_of(fork)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()
        await self.exit_code()

    async def _listen(self, said: Connection) -> None:
        reader = asyncio.StreamReader()
        with os.fdopen(os.dup(said.fileno()), "rb") as pipe:
            said.close()
            listening, _ = await asyncio.get_running_loop().connect_read_pipe(
                lambda: asyncio.StreamReaderProtocol(reader), pipe
            )
            async for line in reader:
                self.lines.append(line.decode().rstrip())
                self._news.set()
            listening.close()
        self._news.set()

    @property
    def is_running(self) -> bool:
        """Whether it has not ended yet."""
        return self._ending is not None and not self._ending.done()

    def send(self, sign: signal.Signals) -> None:
        """Send it a signal, if there is anybody to hear it."""
        assert self._pid
        if self.is_running:
            with suppress(ProcessLookupError):
                os.kill(self._pid, sign)

    def kill(self) -> None:
        """End it as a power cut would."""
        self.send(signal.SIGKILL)

    async def exit_code(self) -> int:
        """Wait for its end and return its exit code; what it said last is then known."""
        assert self._ending
        assert self._listening
        async with asyncio.timeout(PATIENCE):
            code = await asyncio.shield(self._ending)
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


def bot(sandbox: Sandbox, database: Path, *, fresh: bool = False, **settings: str) -> Process:
    """Name a run of the bot on a sandbox; `async with` starts it."""
    facts = {
        "DISCORD_TOKEN": sandbox.token,
        "DISCORD_API_URL": sandbox.api_url,
        "PADDOCK_DATABASE_URL": f"sqlite+aiosqlite:///{database}",
    }
    return Process("run", fresh=fresh, **{**facts, **settings})


async def until(is_so: Callable[[], object], what: str) -> None:
    """Wait until something has come about."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not is_so():  # noqa: ASYNC110 - what is waited for is somebody else's
                await asyncio.sleep(0.02)
    except TimeoutError:
        raise AssertionError(f"it never came about that {what}") from None
