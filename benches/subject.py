"""What `paddock bench bot` measures, in a process of its own: the bot, or a bare client for a yardstick.

The bare client only acknowledges, or makes as many requests as the bot does. All watch their event loop, seldom where
only their processor time is wanted, of which that would be a part; the bot's statements are counted if that is asked
for. At SIGUSR1 they write one line of JSON about the time since the last one. It imports of the bot only what every
version of it has: it is run with older checkouts as well.
"""

from __future__ import annotations

import asyncio
import cProfile
import io
import json
import os
import pstats
import signal
import sqlite3
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import discord
from discord import ui
from PIL import Image

TICK = 0.01
"""Seconds between two looks at the clock."""

SELDOM = 1.0
"""The same where only processor time is measured: a look only tells whether somebody still measures."""

PICTURE = (220, 220)
"""Pixels of noise that take 50 KB, about as much as a board."""

STALL = 0.1
"""Seconds by which an event loop is late that stood still."""


class Statements:
    """Counts what SQLite is asked for, underneath everything of the bot.

    What opens and ends a transaction is no statement of it. A statement outside of any is a transaction of its own.
    One is writing that has the writers' turn from its beginning, or makes a statement that changes something.
    """

    WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")
    BEGINS_TO_WRITE = ("BEGIN IMMEDIATE", "BEGIN EXCLUSIVE")
    ENDS = ("COMMIT", "ROLLBACK", "END")
    ASIDE = ("PRAGMA", "SAVEPOINT", "RELEASE", "--")

    def __init__(self) -> None:
        self.counted = dict.fromkeys(("statements", "transactions", "writing transactions"), 0)
        self._lock = threading.Lock()

    def watch_sqlite(self) -> None:
        """Count in every connection that is opened from now on."""
        connect = sqlite3.connect

        def counting(*arguments: Any, **options: Any) -> Any:
            connection = connect(*arguments, **options)
            connection.set_trace_callback(self.of_one_connection())
            return connection

        sqlite3.connect = counting

    def of_one_connection(self) -> Callable[[str], None]:
        """Return what is told each statement of one connection."""
        in_transaction = has_written = False

        def note(sql: str) -> None:
            nonlocal in_transaction, has_written
            text = sql.lstrip().upper()
            if text.startswith(self.ASIDE):
                return
            if text.startswith(self.ENDS):
                in_transaction = has_written = False
                return
            with self._lock:
                if not in_transaction:
                    self.counted["transactions"] += 1
                if text.startswith("BEGIN"):
                    in_transaction, has_written = True, text.startswith(self.BEGINS_TO_WRITE)
                    self.counted["writing transactions"] += has_written
                    return
                self.counted["statements"] += 1
                if text.startswith(self.WRITES) and not has_written:
                    has_written = in_transaction
                    self.counted["writing transactions"] += 1

        return note


def processor_seconds() -> float:
    """Return the processor time of this process and of those it has started, such as pictures are drawn in."""
    return sum(os.times()[:2]) + _of_children()


def drawing_seconds() -> float:
    """Return the processor time of the processes that draw; where threads do, of these, which also lay out."""
    return _of_children() or sum(
        sum(_times(Path(f"/proc/self/task/{thread.native_id}/stat"))[:2])
        for thread in threading.enumerate()
        if thread.name.startswith(("picture", "layout"))
    )


def _of_children() -> float:
    """Return the processor time of all processes that this one has started, those that have ended included."""
    return sum(os.times()[2:4]) + sum(sum(_times(Path(f"/proc/{child}/stat"))) for child in children())


def children() -> list[int]:
    """Return the numbers of the processes that live and that this one has started, or those that it has started."""
    return [*_started_by("self")]


def _started_by(process: str) -> Iterator[int]:
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):
            for child in task.read_text().split():
                yield int(child)
                yield from _started_by(child)


def _times(stat: Path) -> list[float]:
    """Return the seconds that a process or thread has taken: itself, for the system, and its children the same."""
    try:
        fields = stat.read_text().rpartition(")")[2].split()
    except OSError:
        return []
    return [int(ticks) / os.sysconf("SC_CLK_TCK") for ticks in fields[11:15]]


class Watch:
    """Notes by how much the event loop is late, as it finds at looks so many seconds `apart`."""

    def __init__(self, statements: Statements | None = None, apart: float = TICK) -> None:
        self._apart = apart
        self._late: list[float] = []
        self._statements = statements

    def report(self) -> None:
        """Write how late it was (ms), how often it stood still, and all that was used and asked for so far."""
        late = sorted(self._late) or [0.0]
        facts = {
            "lag p99": late[int(len(late) * 0.99)] * 1000,
            "lag max": late[-1] * 1000,
            "stalls": sum(each > STALL for each in late),
            "cpu": processor_seconds(),
            "drawing": drawing_seconds(),
            **(self._statements.counted if self._statements else {}),
        }
        sys.stdout.write(json.dumps(facts) + "\n")
        sys.stdout.flush()
        self._late.clear()

    async def look(self) -> None:
        """Look at the clock again and again, for as long as somebody measures."""
        clock, bench = asyncio.get_running_loop().time, os.getppid()
        while os.getppid() == bench:
            began = clock()
            await asyncio.sleep(self._apart)
            self._late.append(clock() - began - self._apart)
        signal.raise_signal(signal.SIGTERM)


async def watched(
    serving: Coroutine[Any, Any, None], statements: Statements | None = None, apart: float = TICK
) -> None:
    """Serve under a watch."""
    watch = Watch(statements, apart)
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, watch.report)
    looking = asyncio.create_task(watch.look())
    try:
        await serving
    finally:
        looking.cancel()


def button() -> ui.View:
    """Return a button to press."""
    view = ui.View(timeout=None)
    view.add_item(ui.Button(label="Press", custom_id="bare"))
    view.stop()
    return view


class Bare(discord.AutoShardedClient):
    """The least that answers a press: the yardstick."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None, guild_ready_timeout=0.5)

    async def on_ready(self) -> None:
        """Post a button in every server."""
        for guild in self.guilds:
            await guild.text_channels[0].send(view=button())
        sys.stderr.write("ready:\n")

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Acknowledge a press."""
        await interaction.response.defer()


class Posting(Bare):
    """Acknowledges a press and makes the bot's requests after it, with a picture it has at hand: another yardstick.

    These are the presser's desk, the board, the controls taken off the board before, and the next player's desk.
    """

    def __init__(self) -> None:
        super().__init__()
        noise = io.BytesIO()
        Image.effect_noise(PICTURE, 80).save(noise, "PNG")
        self._picture = noise.getvalue()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Acknowledge a press, then post."""
        await super().on_interaction(interaction)
        await asyncio.gather(
            interaction.edit_original_response(attachments=[self._file()]), self._post(interaction)
        )

    async def _post(self, interaction: discord.Interaction) -> None:
        assert isinstance(interaction.channel, discord.TextChannel)
        assert interaction.message
        board = await interaction.channel.send(view=button(), file=self._file())
        await interaction.message.edit(view=None)
        await board.edit(attachments=[self._file()])

    def _file(self) -> discord.File:
        return discord.File(io.BytesIO(self._picture), "board.png")


async def serve_bare(token: str, api_url: str, *, posts: bool) -> None:
    """Serve until SIGTERM; with `posts` not only acknowledge."""
    serving_room().point_to(api_url)
    client = Posting() if posts else Bare()
    asyncio.get_running_loop().add_signal_handler(
        signal.SIGTERM, lambda: asyncio.ensure_future(client.close())
    )
    await client.start(token)


def serving_room() -> Any:
    """Return the module that serves, by the name it has in this checkout."""
    try:
        return import_module("bot.serving")
    except ModuleNotFoundError:
        return import_module("bot.running")


def as_run_does() -> dict[str, Any]:
    """Return how `paddock run` has the bot run by the environment; an older checkout knows one way only."""
    try:
        process_options = import_module("bot.cli.settings").process_options
    except ModuleNotFoundError:
        return {}
    environment = import_module("bot.environment").read_environment()
    return {"options": process_options(environment, is_sandbox=False)}


def main(what: str, how: str = "") -> None:
    """Serve, as the environment says.

    `profile` prints a profile at the end, `counted` counts statements, `seldom` looks at the clock once a second only.
    """
    token, api_url = os.environ["DISCORD_TOKEN"], os.environ["DISCORD_API_URL"]
    import_module("bot.logs").set_up_logging("INFO")
    statements = None
    if how == "counted":
        statements = Statements()
        statements.watch_sqlite()
    if what in {"bare", "posting"}:
        serving = serve_bare(token, api_url, posts=what == "posting")
    else:
        serving = serving_room().run_bot(token, api_url, os.environ["PADDOCK_DATABASE_URL"], **as_run_does())
    if how != "profile":
        asyncio.run(watched(serving, statements, SELDOM if how == "seldom" else TICK))
        return
    profiler = cProfile.Profile()
    profiler.runcall(asyncio.run, watched(serving, statements))
    pstats.Stats(profiler, stream=sys.stdout).sort_stats("tottime").print_stats(45)


if __name__ == "__main__":
    main(*sys.argv[1:])
