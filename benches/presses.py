"""Presses at a pace, and what became of them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from random import Random
from time import monotonic
from typing import NamedTuple, Protocol, TypeVar

from benches.figures import Measured, latencies, quantile

IN_VAIN = "waited in vain"
"""The figure that says how many did: more than none, and nothing that was measured is worth much."""


class Clicked(NamedTuple):
    """What became of a press, in seconds since it was made."""

    acknowledged: float | None
    """None: Discord gave the bot up."""
    shown: float | None
    """Until everyone sees the board or the result it led to; None: it led to none."""
    is_move: bool = False
    """Whether it was a play, which everybody sees, and not the part of a bet."""
    has_replay: bool = False
    """Whether what everyone sees has a replay, which has to be drawn first."""


class FellBehind(Exception):
    """Somebody waited in vain for the bot; what was measured all the same."""

    def __init__(self, in_vain: Sequence[str], figures: Sequence[Measured]) -> None:
        """`in_vain` says who waited for what."""
        super().__init__("\n".join(["The bot fell behind:", *in_vain]))
        self.figures = figures


class Presser(Protocol):
    """Somebody whose presses fall at random."""

    @property
    def luck(self) -> Random:
        """What they are drawn by."""


P = TypeVar("P", bound=Presser)

Press = Callable[[P], Awaitable[Clicked | None]]
"""Has somebody of a party press something; None if there was nothing to press."""


class Clicks:
    """The presses of one case."""

    def __init__(self, case: str) -> None:
        self.case = case
        self._all: list[Clicked] = []
        self._seconds = 0.0
        self.in_vain: list[str] = []
        """Who waited in vain, for what."""

    async def gather(self, parties: Sequence[P], press: Press[P], pace: float, seconds: float) -> None:
        """Let every party press at a pace, in seconds between two presses of one, for some time.

        Raises `TimeoutError` if somebody waits in vain.
        """
        await self.gather_patiently(parties, press, pace, seconds)
        if self.in_vain:
            raise TimeoutError("; ".join(self.in_vain))

    async def gather_patiently(
        self, parties: Sequence[P], press: Press[P], pace: float, seconds: float
    ) -> None:
        """Do the same, but who waits in vain only presses no more, and is named in `in_vain`; the others go on."""
        began = monotonic()
        await asyncio.gather(*(self._pressing(party, press, pace, began + seconds) for party in parties))
        self._seconds += monotonic() - began

    async def _pressing(self, party: P, press: Press[P], pace: float, ends_at: float) -> None:
        due = monotonic() + party.luck.random() * pace
        while due < ends_at:
            await asyncio.sleep(max(0.0, due - monotonic()))
            try:
                clicked = await press(party)
            except TimeoutError as error:
                self.in_vain.append(str(error))
                return
            if clicked:
                self._all.append(clicked)
            due = max(due, monotonic() - pace) + pace * party.luck.uniform(0.5, 1.5)

    @property
    def count(self) -> int:
        """How many there were."""
        return len(self._all)

    def figures(self, bare: Clicks | None = None) -> Iterator[Measured]:
        """Yield how quick the answers were."""
        for name, what in (("acknowledged", "acknowledged"), ("shown", "board")):
            mine = self.times(name)
            other = bare.times("acknowledged") if bare else mine
            if mine and other:
                yield from latencies("bot", self.case, what, mine, other)
        if beside := sorted(
            each.shown * 1000 for each in self._all if each.shown is not None and not each.has_replay
        ):
            yield Measured("bot", self.case, "board without a replay p99", quantile(beside, 0.99), "ms")
        late = sum(clicked.acknowledged is None or clicked.acknowledged > 1 for clicked in self._all)
        yield Measured("bot", self.case, "acknowledged late", late)
        yield Measured("bot", self.case, "clicks", len(self._all) / self._seconds, "1/s")
        if self.in_vain:
            yield Measured("bot", self.case, IN_VAIN, len(self.in_vain))

    def times(self, name: str) -> list[float]:
        """Return all times of a kind in milliseconds, the shortest first."""
        found = (getattr(clicked, name) for clicked in self._all)
        return sorted(seconds * 1000 for seconds in found if seconds is not None)
