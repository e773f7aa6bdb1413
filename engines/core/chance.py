"""Luck that anyone can check: a stream of bytes fixed by a seed, and what games draw from it.

Block i of the stream is SHA-256(seed ‖ i as 8 bytes, big-endian); the blocks follow each other without a gap.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from operator import length_hint
from typing import Any, Final, TypeVar

T = TypeVar("T")

BLOCK: Final = 32
"""Bytes in one block of the stream."""

LIMITS: Final = {n: 256 - 256 % n for n in range(256, 1, -1)}
"""Where one byte is enough to draw below n: the largest multiple of n it can hold, which it has to be below."""

SWAPS: Final = tuple([(n - 1, n, limit) for n, limit in LIMITS.items()])
"""The swaps of a shuffle that take one byte each, the last index first: the index, n and the limit."""


class Chance:
    """The only source of luck of a game: a place in the byte stream of a seed.

    A table is resumed by handing in the position it had reached: `Chance(seed, position)` goes on exactly
    where a chance with that `position` stopped.
    """

    __slots__ = ("_left", "_number", "_seed")

    def __init__(self, seed: bytes, position: int = 0) -> None:
        """Stand at byte `position` of the stream of `seed` (32 bytes); ValueError for anything else."""
        if len(seed) != BLOCK:
            raise ValueError(f"a seed has {BLOCK} bytes, this one has {len(seed)}")
        if position < 0:
            raise ValueError(f"a position is 0 or more, not {position}")
        self._seed = seed
        self._number, used = divmod(position, BLOCK)
        self._left = iter(self._block()[used:])

    @property
    def position(self) -> int:
        """How many bytes of the stream have been used."""
        return (self._number + 1) * BLOCK - length_hint(self._left)

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, each equally likely; ValueError unless n is 1 or more.

        It takes the fewest whole bytes k with 256^k ≥ n as one big-endian number, and the next k bytes
        instead while that number lies in the incomplete last run of n below 256^k. One possibility needs
        no byte at all.
        """
        limit = LIMITS.get(n)
        if limit is None:
            return self._rarer_below(n)
        while True:
            for byte in self._left:
                if byte < limit:
                    return byte % n
            self._next_block()

    def shuffle(self, order: list[Any]) -> None:
        """Put a list in a random order: Fisher-Yates from the last index down to 1, by `below`."""
        for last in range(len(order) - 1, 255, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        # The rest is `below` written out: every race shuffles a pack, and this takes two thirds of the time.
        left = self._left
        for last, n, limit in SWAPS[max(0, 256 - len(order)) :]:
            for byte in left:
                if byte < limit:
                    other = byte % n
                    break
            else:
                other = self.below(n)
                left = self._left
            order[last], order[other] = order[other], order[last]

    def _rarer_below(self, n: int) -> int:
        if n < 1:
            raise ValueError(f"there is no number from 0 to below {n}")
        if n == 1:
            return 0
        size = ((n - 1).bit_length() + 7) // 8
        values: int = 256**size
        number = limit = values - values % n
        while number >= limit:
            number = int.from_bytes(bytes(self.below(256) for _ in range(size)), "big")
        return number % n

    def _next_block(self) -> None:
        self._number += 1
        self._left = iter(self._block())

    def _block(self) -> bytes:
        return sha256(self._seed + self._number.to_bytes(8, "big")).digest()


def roll(chance: Chance, sides: int = 6) -> int:
    """Throw a die: a number from 1 to `sides`."""
    return chance.below(sides) + 1


def pick(chance: Chance, items: Sequence[T]) -> T:
    """Draw one of `items`, each equally likely; ValueError if there is none."""
    return items[chance.below(len(items))]


def shuffled(chance: Chance, items: Iterable[T]) -> list[T]:
    """Return `items` in a random order: Fisher-Yates from the last index down to 1."""
    order = list(items)
    chance.shuffle(order)
    return order
