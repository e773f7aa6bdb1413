"""A great many tables in play at once, pressed from within the sandbox: what the bot makes of them, and of a restart.

One table is opened and played by presses; all others are copies of it. Nobody is signed in: presses and what comes of
them are followed where Discord has them, so that the bench takes less of the machine than the bot does.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from time import monotonic

from benches.copies import Copy, Course, copy_on_sandbox, copy_rows, numbered
from benches.crowd import Party, drawn, is_move, table_of
from benches.figures import Measured
from benches.lively import WARM_UP
from benches.measured_process import Subject, sqlite_in
from benches.presses import Clicked, Clicks
from benches.traffic import QUIET, Traffic
from sandbox import Limits, Sandbox
from sandbox.client.message import SeenMessage
from sandbox.errors import DiscordError
from sandbox.model import Channel, Event, InteractionKind, Json, Message, User
from sandbox.userside.acts import perform
from sandbox.validation.layout import Kind

PATIENCE = 60.0
"""Seconds after which nothing more is expected of a press."""

RATE = 25.0
"""Presses a second at all tables together: those of 50 tables at which somebody presses every two seconds."""


class News:
    """What happens on a sandbox, to be waited for by channel or by press."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.services = sandbox.services
        self.world = sandbox.world
        self.world.listeners.append(self._hear)
        self._numbers = count(1)
        self._pressed: dict[str, asyncio.Future[float | None]] = {}
        self._channels: dict[str, asyncio.Event] = {}

    def _hear(self, event: Event) -> None:
        if event.name in ("INTERACTION_SUCCESS", "INTERACTION_FAILURE"):
            pressed = self._pressed.pop(str(event.data["nonce"]), None)
            if pressed and not pressed.done():
                pressed.set_result(monotonic() if event.name == "INTERACTION_SUCCESS" else None)
        elif event.name.startswith("MESSAGE_") and (waited := self._channels.get(event.channel_id or "")):
            waited.set()

    def press(
        self, user: User, message: Message, custom_id: str, values: list[str]
    ) -> tuple[int, asyncio.Future[float | None]]:
        """Press something; return the press's id, and when it will be acknowledged. Raises DiscordError."""
        nonce = f"throng-{next(self._numbers)}"
        pressed = self._pressed[nonce] = asyncio.get_running_loop().create_future()
        data: Json = {"custom_id": custom_id, "component_type": int(Kind.BUTTON)}
        if values:
            data |= {"component_type": int(Kind.STRING_SELECT), "values": values}
        body: Json = {
            "type": int(InteractionKind.COMPONENT),
            "application_id": self.world.bot.id,
            "channel_id": message.channel_id,
            "message_id": message.id,
            "message_flags": message.flags,
            "data": data,
            "nonce": nonce,
        }
        return int(perform(self.services, user, body).id), pressed

    async def of(self, channel: Channel) -> None:
        """Wait for the next thing that happens to a message of a channel."""
        event = self._channels.setdefault(channel.id, asyncio.Event())
        event.clear()
        await event.wait()


class Seated:
    """The people of one table, seen from within."""

    def __init__(self, news: News, copy: Copy, seed: int) -> None:
        self._news = news
        self._copy = copy
        self.luck = Random(seed)  # noqa: S311 - nobody's coins depend on it

    async def press(self) -> Clicked | None:
        """Have somebody press what is asked; None if nobody is asked, or the desk was just being replaced."""
        asked = [(user, channel, desk) for user, channel, desk in self._desks() if table_of(_seen(desk))]
        if not asked:
            return None
        user, channel, desk = self.luck.choice(asked)
        try:
            custom_id, values = drawn(_seen(desk), self.luck)
            before, began = (desk.id, desk.edited), monotonic()
            number, pressed = self._news.press(user, desk, custom_id, values)
        except (DiscordError, LookupError):
            return None
        async with asyncio.timeout(PATIENCE):
            acknowledged = await pressed
            if acknowledged is None:
                return Clicked(None, None)
            shown = await self._shown(number) - began if is_move(custom_id) else None
            while (now := self._newest(channel)) and (now.id, now.edited) == before:
                await self._news.of(channel)
        return Clicked(acknowledged - began, shown, is_move(custom_id))

    async def press_bare(self) -> Clicked | None:
        """Press the button of the bare client."""
        host, channel = self._copy.course.people[0], self._copy.course.channel
        button = next((m for m in reversed(channel.messages.values()) if _seen(m).buttons), None)
        if button is None:
            return None
        began = monotonic()
        _, pressed = self._news.press(host, button, "bare", [])
        async with asyncio.timeout(PATIENCE):
            acknowledged = await pressed
        return Clicked(None if acknowledged is None else acknowledged - began, None)

    def _desks(self) -> Iterator[tuple[User, Channel, Message]]:
        course = self._copy.course
        for user, channel in zip(course.people, course.direct, strict=True):
            if desk := self._newest(channel):
                yield user, channel, desk

    def _newest(self, channel: Channel) -> Message | None:
        """Return the newest message with controls of this table."""
        told = reversed(channel.messages.values())
        return next((m for m in told if table_of(_seen(m)) == self._copy.table_id), None)

    async def _shown(self, number: int) -> float:
        """Wait for a public message that is younger than a press, and return when it came."""
        thread = self._copy.thread
        while int(thread.last_message_id or 0) < number:
            await self._news.of(thread)
        return monotonic()


def _seen(message: Message) -> SeenMessage:
    return SeenMessage({"id": message.id, "components": message.components, "channel_id": message.channel_id})


async def measure(tables: int, rate: float, seconds: float) -> list[Measured]:
    """Measure a bot with one table and with so many, and how it returns with them; `rate` presses a second in all."""
    with tempfile.TemporaryDirectory(prefix="paddock-bench-") as name:
        async with Sandbox(limits=Limits.off()) as sandbox, Party(sandbox, 1) as party:
            database, news = sqlite_in(Path(name)), News(sandbox)
            courses = [Course.add(sandbox.world, number, 2) for number in range(1, tables)]
            bare = Clicks("bare")
            subject = await Subject.start("bare", sandbox, database)
            empty = [Seated(news, Copy("", course, course.channel), n) for n, course in enumerate(courses)]
            await bare.gather(empty, Seated.press_bare, tables / rate, seconds / 2)
            await subject.stop()
            subject = await Subject.start("bot", sandbox, database)
            original = await begun(sandbox, party)
            await subject.stop()
            without = await _with_one(sandbox, database, Seated(news, original, 0))
            seated = await _seated(news, original, courses, database)
            return [
                *bare.figures(),
                *[each async for each in _of_bot(sandbox, database, seated, (rate, seconds), bare, without)],
            ]


async def _with_one(sandbox: Sandbox, database: str, only: Seated) -> float:
    """Return the memory of a process that has played at one table, in MB."""
    subject = await Subject.start("bot", sandbox, database)
    await Clicks("").gather([only], Seated.press, 0.5, WARM_UP)
    memory = await subject.memory()
    await subject.stop()
    return memory


async def begun(sandbox: Sandbox, party: Party) -> Copy:
    """Open a table and play until a card is played."""
    await party.start()
    while not ((clicked := await party.press()) and clicked.is_move):
        pass
    await asyncio.sleep(WARM_UP)
    course = Course.of(sandbox.world, party.guild)
    (thread,) = party.guild.threads.values()
    return Copy(party.table, course, thread)


async def _seated(news: News, original: Copy, courses: Sequence[Course], database: str) -> list[Seated]:
    made = [
        copy_on_sandbox(news.world, original, numbered(number), course)
        for number, course in enumerate(courses)
    ]
    await copy_rows(database, [names for _, names in made])
    return [Seated(news, copy, seed) for seed, copy in enumerate((original, *(copy for copy, _ in made)))]


async def _of_bot(
    sandbox: Sandbox,
    database: str,
    seated: Sequence[Seated],
    load: tuple[float, float],
    bare: Clicks,
    without: float,
) -> AsyncIterator[Measured]:
    rate, seconds = load
    case, traffic = f"{len(seated)} tables", Traffic(sandbox)
    figure = partial(Measured, "bot", case)
    traffic.begin()
    started = monotonic()
    subject = await Subject.start("bot", sandbox, database)
    ready = monotonic()
    first = await seated[-1].press()
    assert first, "somebody is asked, and nothing replaces their desk"
    yield figure("ready after a restart", ready - started, "s")
    yield figure("first press served after ready", monotonic() - ready, "s")
    yield figure("first press acknowledged", (first.acknowledged or PATIENCE) * 1000, "ms")
    await asyncio.sleep(QUIET)
    yield figure("requests after a restart", traffic.requests)
    pace = len(seated) / rate
    await Clicks("").gather(seated, Seated.press, pace, WARM_UP)
    before, clicks = await subject.report(), Clicks(case)
    await clicks.gather(seated, Seated.press, pace, seconds)
    after = await subject.report()
    for each in clicks.figures(bare):
        yield each
    yield figure("processor a press", (after["cpu"] - before["cpu"]) * 1000 / max(1, clicks.count), "ms")
    yield figure("event loop late p99", after["lag p99"], "ms")
    yield figure("event loop late max", after["lag max"], "ms")
    yield figure("event loop stalls", after["stalls"])
    memory = await subject.memory()
    yield figure("memory with one table", without, "MB")
    yield figure("memory with all", memory, "MB")
    if len(seated) > 1:
        yield figure("memory a further table", (memory - without) * 1024 / (len(seated) - 1), "KB")
    await subject.stop()
