"""Who draws next: what somebody waits for first, and nobody waits for ever."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from bot.outbox.urgency import Urgency

PATIENCE = 4
"""Every so many times whoever has waited longest has their turn, however little hurry there is about it."""


@dataclass(eq=False, slots=True)
class Place:
    """A place in the queue: who is in more of a hurry goes first, and among equals who came first."""

    hurry: Urgency
    number: int
    turn: asyncio.Future[None] | None = field(default=None, init=False)

    def move_up(self, hurry: Urgency, number: int) -> None:
        """Share it with somebody who may be in more of a hurry, or have come earlier."""
        self.hurry, self.number = min(self.hurry, hurry), min(self.number, number)


class RenderQueue:
    """Lets so many work at once."""

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._waiting: list[Place] = []
        self._taken = 0

    @property
    def waiting(self) -> int:
        """How many stand in it."""
        return len(self._waiting)

    @asynccontextmanager
    async def turn(self, place: Place) -> AsyncIterator[None]:
        """Wait for one's turn, and have it until the block ends."""
        await self._wait(place)
        try:
            yield
        finally:
            self._hand_on()

    async def _wait(self, place: Place) -> None:
        if self._free:
            self._free -= 1
            return
        turn = place.turn = asyncio.get_running_loop().create_future()
        self._waiting.append(place)
        try:
            await turn
        except asyncio.CancelledError:
            if place in self._waiting:
                self._waiting.remove(place)
            if not turn.cancelled():  # it had come before the cancellation
                self._hand_on()
            raise

    def _hand_on(self) -> None:
        """Give a turn that is over to whoever is next and still waits for it."""
        self._waiting = [place for place in self._waiting if place.turn and not place.turn.cancelled()]
        if not self._waiting:
            self._free += 1
            return
        self._taken += 1
        is_for_the_patient = self._taken % PATIENCE == 0
        following = min(self._waiting, key=_number if is_for_the_patient else _rank)
        self._waiting.remove(following)
        assert following.turn
        following.turn.set_result(None)


def _number(place: Place) -> int:
    return place.number


def _rank(place: Place) -> tuple[Urgency, int]:
    return place.hurry, place.number
