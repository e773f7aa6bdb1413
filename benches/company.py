"""Tables of one person among computer players that take their time: each move is a board of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import AsyncExitStack

from benches.crowd import PATIENCE, Party
from benches.figures import Measured, quantile
from benches.ground import new_ground
from benches.guests import Guests
from benches.lively import WARM_UP, Play
from benches.presses import Clicks
from sandbox import Sandbox
from sandbox.exchanges import Exchange

COMPUTERS = 3
"""Computer players at a table."""

DEFAULT_PACE = "steady"
"""At which computer players move where a server has set nothing else; other benches have them move at once."""


class Alone(Party):
    """One person who plays a race day after another against computer players."""

    def __init__(self, sandbox: Sandbox, number: int) -> None:
        Guests.__init__(self, sandbox, f"Course {number}", [f"Host {number}"], number)
        self._table = ""

    async def start(self) -> None:
        """Open a table that starts at once, and wait for the desk."""
        host = self.host
        begun = await host.command("race new jockey", self._channel, against=COMPUTERS)
        said = (await begun.answer(PATIENCE)).text
        found = re.search(r"Table (\w{6})", said)
        if found is None:
            raise TimeoutError(f"no table was opened: {said}")
        self._table = found[1]
        await host.wait_for(lambda: self._desk(host), PATIENCE, "a desk")


class Boards:
    """Counts the boards that the bot draws: the messages of threads that come or change with pictures."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.count = 0
        self._channels = sandbox.world.channels
        sandbox.exchanges.hooks.append(self._note)

    def _note(self, exchange: Exchange) -> None:
        _, of, channel_id, *_ = [*exchange.path.split("/"), "", ""]
        channel = self._channels.get(channel_id) if of == "channels" else None
        self.count += bool(exchange.files) and channel is not None and channel.guild_id is not None


async def measure(play: Play) -> list[Measured]:
    """Measure how many boards are drawn, and what of the processor that takes."""
    async with new_ground() as ground, AsyncExitStack() as opened:
        parties = [
            await opened.enter_async_context(Alone(ground.sandbox, number + 1))
            for number in range(play.tables)
        ]
        boards = Boards(ground.sandbox)
        subject = await ground.start(PADDOCK_PACE=DEFAULT_PACE)
        for party in parties:
            await party.start()
        await Clicks("").gather(parties, Party.press, play.pace, WARM_UP)
        before, drawn = await subject.report(), boards.count
        pressed = Clicks(f"{play.tables} with computers")
        await pressed.gather(parties, Party.press, play.pace, play.seconds)
        after, drawn = await subject.report(), boards.count - drawn
        await subject.stop()
    return [*figures(pressed, play.seconds, drawn, before, after)]


def figures(
    pressed: Clicks, seconds: float, boards: int, before: dict[str, float], after: dict[str, float]
) -> Iterator[Measured]:
    """Tell what was drawn in so many seconds, and what the process said of itself before and after."""
    taken = after["cpu"] - before["cpu"]
    shown = pressed.times("shown") or [0.0]
    yield Measured("bot", pressed.case, "clicks", pressed.count / seconds, "1/s")
    yield Measured("bot", pressed.case, "board after a click p50", quantile(shown, 0.5), "ms")
    yield Measured("bot", pressed.case, "board after a click p99", quantile(shown, 0.99), "ms")
    yield Measured("bot", pressed.case, "boards", boards / seconds, "1/s")
    yield Measured("bot", pressed.case, "processor, of one core", 100 * taken / seconds, "%")
    yield Measured("bot", pressed.case, "processor a board", 1000 * taken / max(1, boards), "ms")
    yield Measured("bot", pressed.case, "event loop late p99", after["lag p99"], "ms")
    yield Measured("bot", pressed.case, "event loop stalls", after["stalls"])
