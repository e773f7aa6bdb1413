"""The people of `paddock bench bot`: a few to a table, each table in a server of its own, pressing at random."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from random import Random
from time import monotonic
from typing import Any

from benches.guests import Guests
from benches.presses import Clicked
from sandbox import Sandbox, UserClient
from sandbox.client import Attempt, RefusedByDiscord, SeenMessage

PATIENCE = 60.0
"""Seconds that somebody waits for a message before the bench gives up."""

CHOSEN_ANEW = 0.3
"""How often a field of a slip that is complete is chosen anew."""

Control = dict[str, Any]


class Party(Guests):
    """People who play one race day after another, two unless more are asked for."""

    def __init__(self, sandbox: Sandbox, number: int, people: int = 2, **options: object) -> None:
        """`options` are those of the race day, where it shall not be the usual one."""
        guests = [f"Guest {number}", *(f"Guest {number} {chair}" for chair in range(3, people + 1))]
        super().__init__(sandbox, f"Course {number}", [f"Host {number}", *guests], number)
        self._table = ""
        self._options = options

    @property
    def table(self) -> str:
        """The table at which they sit."""
        return self._table

    # ------------------------------------------------------------------------------------------- opening

    async def start(self) -> None:
        """Open a table, sit down, start, and wait for the desks."""
        host, *guests = self._clients
        known = {table_of(message) for message in host.messages(self._channel)}
        await host.command("race new jockey", self._channel, seats=len(self._clients), **self._options)
        lobby = await host.wait_message(
            lambda m: table_of(m) not in known and offers(m, "join"), PATIENCE, self._channel
        )
        self._table = table_of(lobby)
        join = next(button["custom_id"] for button in lobby.buttons if is_about(button, "join"))
        for guest in guests:
            await guest.wait_message(lambda m: m.id == lobby.id, PATIENCE, self._channel)
            await guest.click(lobby, join)
        seated = [f"<@{client.id}>" for client in self._clients]
        ready = await host.wait_message(
            lambda m: m.id == lobby.id and can_press(m, "start") and all(each in m.text for each in seated),
            PATIENCE,
            self._channel,
        )
        await host.click(ready, "Start")
        for person in self._clients:
            await person.wait_for(partial(self._desk, person), PATIENCE, "a desk")

    def _desk(self, person: UserClient) -> SeenMessage | None:
        """Find somebody's newest desk of this table, if it asks anything."""
        return next((m for m in reversed(person.direct_messages) if table_of(m) == self._table), None)

    # ------------------------------------------------------------------------------------------- pressing

    async def press(self) -> Clicked | None:
        """Have somebody press what is asked; open another table where nothing is asked any more."""
        for person in self._clients:
            person.received.clear()
        desks = [(person, self._desk(person)) for person in self._clients]
        asked = [(person, desk) for person, desk in desks if desk and asks(desk)]
        if not asked:
            await self._wait_or_start_again()
            return None
        person, desk = self.luck.choice(asked)
        try:
            return await self._press(person, desk)
        except (RefusedByDiscord, LookupError):
            return None  # the desk was just being replaced

    async def _press(self, person: UserClient, desk: SeenMessage) -> Clicked:
        control, values = drawn(desk, self.luck)
        if values:
            attempt = await person.select(desk, control, values)
        else:
            attempt = await person.click(desk, control)
        if attempt.failed:
            return Clicked(None, None)
        shown = await self._shown(attempt) if is_move(control) else None
        await self._desk_changes(person, desk)
        return Clicked(attempt.acknowledged_after, shown, is_move(control))

    async def _shown(self, attempt: Attempt) -> float | None:
        """Wait for the board; None if the bot tells in private that somebody, or a clock, had decided before."""
        board = asyncio.create_task(self._seen_by_all(attempt))
        word = asyncio.create_task(attempt.followup(timeout=2 * PATIENCE))
        done, late = await asyncio.wait((board, word), return_when=asyncio.FIRST_COMPLETED)
        for task in late:
            task.cancel()
        return await board if board in done else None

    async def _seen_by_all(self, attempt: Attempt) -> float:
        """Wait for the public message that a play leads to: one that is younger than the press."""
        host, pressed_at = self.host, int(attempt.id or 0)
        direct = {m.channel_id for m in host.direct_messages}

        def find() -> bool | None:
            newest = (m for m in reversed(host.messages()) if m.channel_id not in direct and not m.ephemeral)
            return True if (top := next(newest, None)) and int(top.id) > pressed_at else None

        await host.wait_for(find, PATIENCE, "the board")
        return monotonic() - attempt.began

    async def _desk_changes(self, person: UserClient, desk: SeenMessage) -> None:
        def find() -> bool | None:
            now = person.seen(desk.id)
            return True if now is None or now.revision > desk.revision else None

        await person.wait_for(find, PATIENCE, "the desk to change")

    async def _wait_or_start_again(self) -> None:
        is_over = any(table_of(m) == self._table and offers(m, "rematch") for m in self.host.messages())
        if is_over:
            await self.start()
        else:
            await asyncio.sleep(0.05)

    async def ask_for_desk(self) -> float:
        """Press "My desk" under the board, and return after how many seconds the host has it before their eyes."""
        host = self.host
        board = await host.wait_message(lambda m: table_of(m) == self._table and offers(m, "desk"), PATIENCE)
        attempt = await host.click(board, f"p:{self._table}:0:desk")
        await attempt.answer(PATIENCE)
        return monotonic() - attempt.began

    async def click_bare(self) -> Clicked:
        """Press the button of the bare bot."""
        host = self.host
        button = await host.wait_message(lambda m: m.buttons, PATIENCE, self._channel)
        attempt = await host.click(button, "bare")
        return Clicked(attempt.acknowledged_after, None)


def is_move(control: str) -> bool:
    """Whether a control is a play, which everybody sees."""
    return control.split(":")[3].startswith("play.")


def controls(message: SeenMessage) -> Iterator[Control]:
    """List what can be pressed or chosen on a message."""
    return (c for c in (*message.buttons, *message.selects) if not c.get("disabled"))


def table_of(message: SeenMessage) -> str:
    """Return the table that a message's controls belong to; empty if it has none."""
    ids = (str(control["custom_id"]) for control in (*message.buttons, *message.selects))
    return next((name.split(":")[1] for name in ids if name.startswith("p:")), "")


def offers(message: SeenMessage, what: str) -> bool:
    """Whether a message has this button, in use or not."""
    return any(is_about(button, what) for button in message.buttons)


def can_press(message: SeenMessage, what: str) -> bool:
    """Whether this button can be pressed."""
    return any(is_about(control, what) for control in controls(message))


def is_about(control: Control, what: str) -> bool:
    """Whether this is what a control does, whatever it says of the moment in which it was shown."""
    said = str(control.get("custom_id", "")).rpartition(":")[2]
    return said.partition(".")[0] == what


ASIDE = ("more", "hint", "rematch")
"""Buttons of a desk that tell something and bring nothing on; in direct messages a rematch is only told of."""


def asks(desk: SeenMessage) -> bool:
    """Whether a desk has anything to press that brings the game on."""
    return any(not _is_aside(control) for control in controls(desk))


def _is_aside(control: Control) -> bool:
    return any(is_about(control, what) for what in ASIDE)


def drawn(desk: SeenMessage, luck: Random) -> tuple[str, list[str]]:
    """Draw something to do on a desk that brings the game on: a control, and a value if it is a select.

    On a slip that is complete something is chosen anew now and then, before it is sealed.
    """
    buttons = [
        button["custom_id"] for button in desk.buttons if not button.get("disabled") and not _is_aside(button)
    ]
    fields = [field for field in desk.selects if _open(field)]
    if buttons and not (fields and luck.random() < CHOSEN_ANEW):
        return luck.choice(buttons), []
    empty = [field for field in fields if not any(option.get("default") for option in field["options"])]
    field = luck.choice(empty or fields)
    return field["custom_id"], [luck.choice(_open(field))]


def _open(field: Control) -> list[str]:
    """List what can be chosen in a select and is not yet."""
    options = [option for option in field["options"] if not option.get("default")]
    return [option["value"] for option in options if option["value"] != "other"]


@asynccontextmanager
async def crowd(sandbox: Sandbox, tables: int, people: int = 2) -> AsyncIterator[list[Party]]:
    """Bring people for every table."""
    async with AsyncExitStack() as opened:
        yield [
            await opened.enter_async_context(Party(sandbox, number + 1, people)) for number in range(tables)
        ]
