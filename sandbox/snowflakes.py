"""Ids as Discord makes them: the millisecond since 2015 in the upper bits, a counter below."""

from __future__ import annotations

import hashlib

from sandbox.clock import DISCORD_EPOCH_MS, Clock

WORLD_BEGAN_MS = 1_704_067_200_000
"""The first millisecond of 2024: what has a name rather than a moment is dated from here on."""


class Snowflakes:
    """Gives out ids that only ever grow."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def new(self) -> str:
        """Return an id that belongs to the present millisecond and is larger than all before it."""
        fresh = (int(self._clock.now() * 1000) - DISCORD_EPOCH_MS) << 22
        self._last = max(fresh, self._last + 1)
        return str(self._last)

    def follow(self, snowflake: str) -> None:
        """Give out none from now on that is not larger than this one."""
        self._last = max(self._last, int(snowflake))


def named(*names: str) -> str:
    """Return the id that belongs to a name, the same in every run: a bot's database outlives a sandbox."""
    digest = hashlib.sha256("\0".join(names).encode()).digest()
    # About 49 days from the beginning of the world: spread enough to meet no other name, always in the past.
    millisecond = WORLD_BEGAN_MS - DISCORD_EPOCH_MS + int.from_bytes(digest[:4])
    return str((millisecond << 22) | (digest[4] << 4) | (digest[5] & 0xF))


def moment_of(snowflake: str) -> float:
    """Return when an id was given out, in seconds since 1970."""
    return ((int(snowflake) >> 22) + DISCORD_EPOCH_MS) / 1000
