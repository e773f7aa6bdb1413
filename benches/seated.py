"""The people of one table, seen from within the sandbox: they press what is asked, and play on when a day is over."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from time import monotonic
from typing import TypeVar

from benches.copies import Copy, Course
from benches.crowd import asks, can_press, controls, drawn, is_about, is_move, offers, table_of
from benches.presses import Clicked
from sandbox import Sandbox
from sandbox.client.message import SeenMessage
from sandbox.errors import DiscordError
from sandbox.model import Channel, Event, InteractionKind, Json, Message, User
from sandbox.userside.acts import perform
from sandbox.validation.layout import Kind

PATIENCE = 60.0
"""Seconds after which nothing more is expected of a press."""

T = TypeVar("T")


class News:
    """What happens on a sandbox, to be waited for by place or by press."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.services = sandbox.services
        self.world = sandbox.world
        self.world.listeners.append(self._hear)
        self._numbers = count(1)
        self._pressed: dict[str, asyncio.Future[float | None]] = {}
        self._places: dict[str, asyncio.Event] = {}

    def of(self, course: Course) -> asyncio.Event:
        """Return what is set whenever a message of a server, or a direct one of its people, comes or changes."""
        stirred = asyncio.Event()
        self._places |= dict.fromkeys([course.guild.id, *(channel.id for channel in course.direct)], stirred)
        return stirred

    def _hear(self, event: Event) -> None:
        if event.name in ("INTERACTION_SUCCESS", "INTERACTION_FAILURE"):
            pressed = self._pressed.pop(str(event.data["nonce"]), None)
            if pressed and not pressed.done():
                pressed.set_result(monotonic() if event.name == "INTERACTION_SUCCESS" else None)
        elif event.name.startswith("MESSAGE_"):
            place = event.guild_id or event.channel_id or ""
            if stirred := self._places.get(place):
                stirred.set()

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


class Seated:
    """The people of one table; of its rematch, once it is over, so that they never stop pressing."""

    def __init__(self, news: News, copy: Copy, seed: int) -> None:
        self._news = news
        self._course = copy.course
        self._table = copy.table_id
        self._stirred = news.of(copy.course)
        self.luck = Random(seed)  # noqa: S311 - nobody's coins depend on it

    async def press(self) -> Clicked | None:
        """Have somebody press what is asked, or what leads to the next day once nothing is.

        None if there is nothing to press, or it was just being replaced. Raises `TimeoutError`, which says what was
        waited for.
        """
        asked = [(user, channel, desk) for user, channel, desk in self._desks() if asks(_seen(desk))]
        if not asked:
            return await self._play_on()
        user, channel, desk = self.luck.choice(asked)
        try:
            custom_id, values = drawn(_seen(desk), self.luck)
            before, began = (desk.id, desk.edited), monotonic()
            number, pressed = self._news.press(user, desk, custom_id, values)
        except (DiscordError, LookupError):
            return None
        acknowledged = await self._acknowledged(pressed, custom_id)
        if acknowledged is None:
            return Clicked(None, None)
        shown = await self._shown(number, channel, custom_id) if is_move(custom_id) else None

        def has_changed() -> bool:
            now = self._newest(channel)
            return now is None or (now.id, now.edited) != before or _is_refused(channel, number)

        await self._until(has_changed, f"the desk to change after {custom_id}")
        return Clicked(
            acknowledged - began, shown and shown - began, is_move(custom_id), self._has_replay(number)
        )

    async def press_bare(self) -> Clicked | None:
        """Press the button of the bare client."""
        host, channel = self._course.people[0], self._course.channel
        button = next((m for m in reversed(channel.messages.values()) if _seen(m).buttons), None)
        if button is None:
            return None
        began = monotonic()
        _, pressed = self._news.press(host, button, "bare", [])
        acknowledged = await self._acknowledged(pressed, "bare")
        return Clicked(None if acknowledged is None else acknowledged - began, None)

    # ------------------------------------------------------------------------------------- the next race day

    async def _play_on(self) -> Clicked | None:
        """Press what leads to the next race day: Rematch, Join, Start; None where the table only is not ready yet."""
        host, *guests = self._course.people
        if lobby := self._lobby():
            self._table = table_of(_seen(lobby))
            said = str(lobby.components)
            if guest := next((user for user in guests if f"<@{user.id}>" not in said), None):
                return await self._press_for(
                    guest, lobby, "join", lambda: f"<@{guest.id}>" in str(lobby.components)
                )
            if can_press(_seen(lobby), "start"):
                return await self._press_for(host, lobby, "start", lambda: any(self._desks()))
            return None
        over = next((m for m in self._public() if offers(_seen(m), "rematch") and self._is_here(m)), None)
        return (
            await self._press_for(host, over, "rematch", lambda: self._lobby() is not None) if over else None
        )

    async def _press_for(
        self, user: User, message: Message, what: str, has_come: Callable[[], bool]
    ) -> Clicked | None:
        control = next(each for each in controls(_seen(message)) if is_about(each, what))
        began = monotonic()
        try:
            _, pressed = self._news.press(user, message, control["custom_id"], [])
        except DiscordError:
            return None
        acknowledged = await self._acknowledged(pressed, what)
        if acknowledged is None:
            return Clicked(None, None)
        await self._until(has_come, f"what comes of {what}")
        return Clicked(acknowledged - began, None)

    def _lobby(self) -> Message | None:
        """Find the lobby of this table's rematch."""
        return next(
            (m for m in self._public() if can_press(_seen(m), "join") or can_press(_seen(m), "start")), None
        )

    # ------------------------------------------------------------------------------------------- what shows

    def _desks(self) -> Iterator[tuple[User, Channel, Message]]:
        for user, channel in zip(self._course.people, self._course.direct, strict=True):
            if desk := self._newest(channel):
                yield user, channel, desk

    def _newest(self, channel: Channel) -> Message | None:
        """Return the newest message with controls of this table."""
        return next((m for m in reversed(channel.messages.values()) if self._is_here(m)), None)

    def _is_here(self, message: Message) -> bool:
        return table_of(_seen(message)) == self._table

    def _has_replay(self, number: int) -> bool:
        """Whether a public message that is younger than a press has a replay."""
        recent = (message for message in self._public() if int(message.id) > number)
        return any(each.filename.endswith(".webp") for message in recent for each in message.attachments)

    def _public(self) -> Iterator[Message]:
        """Return what everybody sees, the newest of each channel and thread first."""
        guild = self._course.guild
        for channel in reversed((*guild.channels.values(), *guild.threads.values())):
            yield from reversed(channel.messages.values())

    async def _acknowledged(self, pressed: asyncio.Future[float | None], custom_id: str) -> float | None:
        """Wait until a press is acknowledged; None: the bot was given up."""
        done, _ = await asyncio.wait({pressed}, timeout=PATIENCE)
        if not done:
            raise self._in_vain(f"the acknowledgement of {custom_id}")
        return pressed.result()

    async def _shown(self, number: int, channel: Channel, custom_id: str) -> float | None:
        """Wait for a public message that is younger than a press, and return when it came; None: it was refused."""

        def is_shown() -> bool:
            guild = self._course.guild
            places = (*guild.channels.values(), *guild.threads.values())
            return any(int(place.last_message_id or 0) > number for place in places)

        await self._until(lambda: is_shown() or _is_refused(channel, number), f"the board after {custom_id}")
        return monotonic() if is_shown() else None

    async def _until(self, is_so: Callable[[], bool], what: str) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                while not is_so():
                    self._stirred.clear()
                    await self._stirred.wait()
        except TimeoutError:
            raise self._in_vain(what) from None

    def _in_vain(self, what: str) -> TimeoutError:
        return TimeoutError(f"table {self._table} waited {PATIENCE:.0f} s in vain for {what}")


def _is_refused(channel: Channel, number: int) -> bool:
    """Whether the bot has said in private, since a press, why nothing came of it."""
    return any(message.visible_to and int(message.id) > number for message in channel.messages.values())


def _seen(message: Message) -> SeenMessage:
    return SeenMessage({"id": message.id, "components": message.components, "channel_id": message.channel_id})
