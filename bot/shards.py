"""Discord's shards and ids: each shard serves a share of the servers, over a connection of its own.

Source: Discord's documentation, "Gateway", "Sharding".
"""

from __future__ import annotations

import re
from typing import NamedTuple, Self

DISCORD_EPOCH = 1_420_070_400_000
"""The moment from which ids count, in milliseconds since 1970 UTC.

Source: Discord's documentation, "API Reference", "Snowflakes".
"""

MOST = 65_536
"""More shards than anybody has; it keeps a slip of the pen from filling the memory."""

_RANGES = re.compile(r"\s*(\d+(?:-\d+)?(?:\s*,\s*\d+(?:-\d+)?)*)\s*/\s*(\d+)\s*", re.ASCII)


class Shards(NamedTuple):
    """Some of the shards over which Discord spreads the servers, and how many there are in all."""

    numbers: frozenset[int]
    of: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what an operator wrote, such as `0-3/16` or `0,5,7/16`; raise `ValueError` with what is expected."""
        match = _RANGES.fullmatch(text)
        if not match:
            raise ValueError("shards such as 0-3/16 or 0,5,7/16 are expected")
        of, numbers = int(match[2]), set[int]()
        for part in match[1].split(","):
            first, _, last = part.strip().partition("-")
            low, high = int(first), int(last or first)
            if low > high:
                raise ValueError(f"{low}-{high} begins after its end")
            if not high < of <= MOST:
                raise ValueError(f"of {of} shards the last is {of - 1}; at most {MOST} are possible")
            numbers.update(range(low, high + 1))
        return cls(frozenset(numbers), of)

    def serve(self, guild_id: int) -> bool:
        """Whether one of them serves a server."""
        return shard_of(guild_id, self.of) in self.numbers

    def __str__(self) -> str:
        """Write them as an operator does."""
        runs: list[list[int]] = []
        for number in sorted(self.numbers):
            if runs and runs[-1][-1] == number - 1:
                runs[-1][1:] = [number]
            else:
                runs.append([number])
        return ",".join("-".join(map(str, run)) for run in runs) + f"/{self.of}"


def shard_of(guild_id: int, of: int) -> int:
    """Tell which of so many shards serves a server."""
    return (guild_id >> 22) % of


def made_at(snowflake: int) -> int:
    """Return when Discord gave an id, in milliseconds since 1970 UTC."""
    return (snowflake >> 22) + DISCORD_EPOCH
