"""The bot that `paddock soak` troubles, in a process of its own: `paddock run`, with a clock that can be set.

Its first argument is a file of eight bytes: by how many nanoseconds (little-endian, signed) the wall clock is off.
It writes to standard error where every task stands at SIGUSR1, and where every thread stands at SIGUSR2.
"""

from __future__ import annotations

import asyncio
import faulthandler
import gc
import linecache
import mmap
import os
import signal
import struct
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import AsyncGeneratorType
from typing import Any

OFF = struct.Struct("<q")
"""How the file says by how much the clock is off."""

LOOK_EVERY = 1.0
"""Seconds between two looks whether anybody still soaks."""

LINES_BEGIN = "where every task stands:"
"""What is written before the stacks."""


def set_clock_by(file: Path) -> None:
    """Have the wall clock of this process be off by as much as a file says at any moment; time passes as ever."""
    with file.open("rb") as opened:
        off = mmap.mmap(opened.fileno(), OFF.size, access=mmap.ACCESS_READ)
    true_ns = time.time_ns

    def shifted_ns() -> int:
        return true_ns() + int(OFF.unpack_from(off)[0])

    time.time_ns = shifted_ns
    time.time = lambda: shifted_ns() / 1e9


def number_what_is_told() -> None:
    """Have boards and results say which rows they tell, as `⟨TABLE 3 4⟩`, so that it can be held that each is told."""
    from bot.games.kit.story import Story  # noqa: PLC0415 - as above
    from bot.games.kit.told import ToldPassage  # noqa: PLC0415 - as above

    whole = Story.told

    def told(
        self: Any, rows: Any, who: Any, t: Any, before: Any = None, table: str = ""
    ) -> list[ToldPassage]:
        rows = list(rows)
        numbers = " ".join(str(row.n) for row, _ in rows if row.action)
        every = whole(self, rows, who, t, before, table)
        return [*every, ToldPassage([f"⟨{table} {numbers}⟩"], 0, {}, is_kept=True)] if numbers else every

    Story.told = told  # type: ignore[method-assign]


def stacks() -> str:
    """Tell where every task stands, from what it was made of down to what it waits for; those that stand alike once."""
    standing: dict[tuple[str, ...], list[str]] = {}
    for task in asyncio.all_tasks():
        standing.setdefault(tuple(_awaited(task.get_coro())), []).append(task.get_name())
    blocks = (["tasks " + ", ".join(sorted(names)), *frames] for frames, names in standing.items())
    return "\n".join([LINES_BEGIN, *(line for block in sorted(blocks) for line in block)])


def _awaited(waiting: Any) -> Iterator[str]:
    """List the frames of a coroutine and of what it awaits."""
    while waiting is not None:
        frames = (getattr(waiting, name, None) for name in ("cr_frame", "gi_frame", "ag_frame"))
        if frame := next(filter(None, frames), None):
            file, line = frame.f_code.co_filename, frame.f_lineno
            yield f"  {file}:{line} {frame.f_code.co_qualname}: {linecache.getline(file, line).strip()}"
        inner = (getattr(waiting, name, None) for name in ("cr_await", "gi_yieldfrom", "ag_await"))
        held = (each for each in gc.get_referents(waiting) if isinstance(each, AsyncGeneratorType))
        is_opaque = frame is None and not isinstance(waiting, asyncio.Future)
        waiting = next(filter(None, inner), None) or (next(held, None) if is_opaque else None)


def tell_stacks() -> None:
    """Write where every task stands."""
    sys.stderr.write(stacks() + "\n")
    sys.stderr.flush()


async def serve() -> None:
    """Serve as `paddock run` does, for as long as somebody soaks."""
    from bot.cli.settings import process_options, settings  # noqa: PLC0415 - the clock is set before anything of the bot is there
    from bot.logs import set_up_logging  # noqa: PLC0415 - as above
    from bot.serving import run_bot  # noqa: PLC0415 - as above

    chosen = settings()
    assert chosen.discord_token
    set_up_logging(chosen.paddock_log_level)
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, tell_stacks)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGUSR1})
    watching = asyncio.create_task(_stop_when_alone(), name="soaked")
    try:
        await run_bot(
            chosen.discord_token.get_secret_value(),
            chosen.discord_api_url,
            chosen.paddock_database_url,
            options=process_options(chosen, is_sandbox=True),
        )
    finally:
        watching.cancel()


async def _stop_when_alone() -> None:
    parent = os.getppid()
    while os.getppid() == parent:  # noqa: ASYNC110 - nobody tells a process that it is an orphan
        await asyncio.sleep(LOOK_EVERY)
    signal.raise_signal(signal.SIGTERM)


def main(file: str) -> None:
    """Serve; what the operator could mend ends it with one line and exit code 1."""
    faulthandler.register(signal.SIGUSR2)
    # Asked before it can tell, it tells once it can.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
    set_clock_by(Path(file))
    number_what_is_told()
    from bot.db.errors import DatabaseUnusable  # noqa: PLC0415 - as above
    from bot.serving import BotError  # noqa: PLC0415 - as above

    try:
        asyncio.run(serve())
    except (BotError, DatabaseUnusable) as error:
        sys.exit(f"paddock: {error}")


if __name__ == "__main__":
    main(sys.argv[1])
