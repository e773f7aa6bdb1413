"""What `paddock soak` is to do: who plays, which trouble comes in which order, and what has to hold meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import cycle, islice
from random import Random
from typing import NamedTuple

GRACE = 300
"""Seconds that remain at least on every clock after an absence."""

LOCK_MOMENTS = (
    "before the start",
    *(f"at request {number} of a start" for number in range(1, 7)),
    "as soon as it is connected",
    "in play",
)
"""When the database is locked: at every step of a start, each followed by a request to Discord, and in play."""

JUMP_MOMENTS = ("while it runs", "while it is down")


class Kind(StrEnum):
    """A kind of trouble."""

    KILL = "kill"
    """The process is killed and started again."""
    LOCK = "lock"
    """Another program holds the database locked."""
    STOP = "stop"
    """The machine is suspended and continued."""
    JUMP = "jump"
    """The clock is set forward, or back."""


class Strike(NamedTuple):
    """One piece of trouble: of which kind, and when."""

    kind: Kind
    moment: str = ""


@dataclass(frozen=True)
class Plan:
    """All that one soak is to do. Times are in seconds."""

    seats: Mapping[str, int]
    """By game, how many people play it."""
    kills: int
    locks: int
    stops: int
    jumps: int
    kill_every: float
    hold: float
    """For how long the database is locked, and the machine suspended."""
    jump_by: float
    pace: float
    """Between two presses of one person."""
    clock: float
    """That a seat has for a decision."""
    within: float
    """In which the bot has to answer after a start, and after trouble."""
    still: float
    """For which no table may stand still while the bot serves."""
    pictures: bool
    is_debugged: bool
    """Whether the bot logs everything."""
    seed: str
    processes: int = 1
    """How many processes of the bot share the shards."""
    minutes: float | None = None
    """For how long it is played while trouble strikes again and again; None: until each has struck once."""
    weather: float = 0.0
    """How often Discord is in trouble, as multiple of a bad day; 0: never."""

    def strikes(self) -> list[Strike]:
        """Return all trouble, in an order that the seed decides."""
        strikes = [
            *[Strike(Kind.KILL)] * self.kills,
            *(Strike(Kind.LOCK, moment) for moment in islice(cycle(LOCK_MOMENTS), self.locks)),
            *[Strike(Kind.STOP)] * self.stops,
            *(Strike(Kind.JUMP, moment) for moment in islice(cycle(JUMP_MOMENTS), self.jumps)),
        ]
        Random(self.seed).shuffle(strikes)  # noqa: S311 - nobody's coins depend on it
        return strikes

    @property
    def longest_turn(self) -> float:
        """Seconds that may at most remain for a decision."""
        return self.clock + GRACE
