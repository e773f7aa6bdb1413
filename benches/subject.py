"""What `paddock bench bot` measures, in a process of its own: the bot, or a bare client that only acknowledges.

Either watches its event loop. At SIGUSR1 it writes one line of JSON about the time since the last one.
"""

from __future__ import annotations

import asyncio
import cProfile
import json
import os
import pstats
import signal
import sys
from collections.abc import Coroutine
from typing import Any

import discord
from discord import ui

from bot.logs import set_up_logging
from bot.serving import point_to, run_bot

TICK = 0.01
"""Seconds between two looks at the clock."""


class Watch:
    """Notes by how much the event loop is late."""

    def __init__(self) -> None:
        self._late: list[float] = []

    def report(self) -> None:
        """Write how late it was, in milliseconds, and how much processor time is used; begin anew."""
        late = sorted(self._late) or [0.0]
        facts = {
            "lag p99": late[int(len(late) * 0.99)] * 1000,
            "lag max": late[-1] * 1000,
            "cpu": sum(os.times()[:2]),
        }
        sys.stdout.write(json.dumps(facts) + "\n")
        sys.stdout.flush()
        self._late.clear()

    async def look(self) -> None:
        """Look at the clock again and again, for as long as somebody measures."""
        clock, bench = asyncio.get_running_loop().time, os.getppid()
        while os.getppid() == bench:
            began = clock()
            await asyncio.sleep(TICK)
            self._late.append(clock() - began - TICK)
        signal.raise_signal(signal.SIGTERM)


async def watched(serving: Coroutine[Any, Any, None]) -> None:
    """Serve under a watch."""
    watch = Watch()
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, watch.report)
    looking = asyncio.create_task(watch.look())
    try:
        await serving
    finally:
        looking.cancel()


class Bare(discord.AutoShardedClient):
    """The least that answers a press: the yardstick."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None, guild_ready_timeout=0.5)

    async def on_ready(self) -> None:
        """Post a button in every server."""
        for guild in self.guilds:
            view = ui.View(timeout=None)
            view.add_item(ui.Button(label="Press", custom_id="bare"))
            view.stop()
            await guild.text_channels[0].send(view=view)
        sys.stderr.write("ready:\n")

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Acknowledge a press."""
        await interaction.response.defer()


async def serve_bare(token: str, api_url: str) -> None:
    """Serve until SIGTERM."""
    point_to(api_url)
    client = Bare()
    asyncio.get_running_loop().add_signal_handler(
        signal.SIGTERM, lambda: asyncio.ensure_future(client.close())
    )
    await client.start(token)


def main(what: str, profile: str) -> None:
    """Serve, as the environment says; print a profile at the end if asked to."""
    token, api_url = os.environ["DISCORD_TOKEN"], os.environ["DISCORD_API_URL"]
    set_up_logging("INFO")
    if what == "bare":
        serving = serve_bare(token, api_url)
    else:
        serving = run_bot(token, api_url, os.environ["PADDOCK_DATABASE_URL"])
    if not profile:
        asyncio.run(watched(serving))
        return
    profiler = cProfile.Profile()
    profiler.runcall(asyncio.run, watched(serving))
    pstats.Stats(profiler, stream=sys.stdout).sort_stats("tottime").print_stats(45)


if __name__ == "__main__":
    main(*sys.argv[1:])
